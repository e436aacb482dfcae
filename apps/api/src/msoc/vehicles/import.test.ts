import { expect, test } from 'vitest'
import { planRow } from './import.ts'
import type { Known } from './import.queries.ts'

const known: Known = {
  vin: 'V1',
  device_id: 'd1',
  name: 'Bus',
  model: 'M',
  platform: 'P',
  software_version: '1',
  reports_every_seconds: 30,
  registered_by: 'person',
}
const row = (fields: object) => ({ line: 2, vin: 'V1', ...fields })

test('[BULK-7] an unknown vehicle is added with the fields of the row', () => {
  expect(planRow(row({ name: 'Bus' }), undefined, undefined)).toEqual({
    action: 'add',
    after: {
      vin: 'V1',
      device_id: null,
      name: 'Bus',
      model: '',
      platform: '',
      software_version: '',
      reports_every_seconds: null,
    },
  })
})

test('[BULK-7] the fields of a row replace those of a known vehicle, also with empty ones; others stay', () => {
  expect(planRow(row({ name: '', device_id: null }), known, undefined)).toMatchObject({
    action: 'change',
    after: { name: '', device_id: null, model: 'M', reports_every_seconds: 30 },
  })
})

test('[BULK-7] a row without new values changes nothing, unless ingest had registered the vehicle', () => {
  expect(planRow(row({ name: 'Bus', device_id: 'd1' }), known, known)).toEqual({ action: 'same' })
  expect(planRow(row({ name: 'Bus' }), { ...known, registered_by: 'ingest' }, undefined)).toMatchObject({
    action: 'change',
  })
})

test('[BULK-8] the device id of another vehicle is refused for known and unknown vehicles', () => {
  const other: Known = { ...known, vin: 'V2', device_id: 'd2' }
  for (const mine of [known, undefined])
    expect(planRow(row({ device_id: 'd2' }), mine, other)).toEqual({
      action: 'refuse',
      reason: "device_id: d2 is the vehicle V2's.",
    })
})
