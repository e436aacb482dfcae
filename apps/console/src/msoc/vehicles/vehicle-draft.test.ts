import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { expect, test } from 'vitest'
import { draftOf, inputOf, theirChanges } from './vehicle-draft.ts'

const vehicle = {
  vin: 'V1',
  device_id: null,
  name: 'Van',
  model: 'T',
  platform: 'P',
  software_version: '1',
  reports_every_seconds: 60,
} as Vehicle

test('[FLEET-UI-8] an empty field is null, a report interval is a number', () => {
  expect(inputOf(draftOf(vehicle))).toEqual({
    vin: 'V1',
    device_id: null,
    name: 'Van',
    model: 'T',
    platform: 'P',
    software_version: '1',
    reports_every_seconds: 60,
  })
  expect(inputOf({ ...draftOf(undefined), device_id: ' d1 ', reports_every_seconds: ' ' })).toMatchObject({
    device_id: 'd1',
    reports_every_seconds: null,
  })
})

test('[FLEET-UI-9] a conflict names the fields of the other version that differ', () => {
  expect(theirChanges({ ...draftOf(vehicle), name: 'My van' }, { ...vehicle, model: 'U' })).toEqual([
    { title: 'Name', text: 'Van' },
    { title: 'Model', text: 'U' },
  ])
  expect(theirChanges(draftOf(vehicle), vehicle)).toEqual([])
})
