import { expect, test } from 'vitest'
import { eventNumber, hexLines, type IdsEvent, joined, matchesEvent, named } from './ids-events.ts'

const event = {
  event_id: 0x8001,
  name: 'SecOC verification failed',
  vin: 'WVW-1',
  detail: { ecu: 'GTW', bus: 'can0' },
} as unknown as IdsEvent

test('[IDS-UI-2] all words must match the name, the number, the vehicle or the detail', () => {
  expect(['secoc gtw', '0x8001', '32769', 'CAN0 failed', 'wvw-1'].map((words) => matchesEvent(event, words))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(matchesEvent(event, 'secoc tcu')).toBe(false)
  expect(eventNumber({ event_id: 0x21 })).toBe('0x0021')
})

test('[IDS-UI-4] a context is shown in lines of sixteen bytes, with their readable characters', () => {
  expect(hexLines('48690A')).toEqual([{ offset: '0000', bytes: '48 69 0A', text: 'Hi·' }])
  expect(hexLines('00'.repeat(17)).map(({ offset }) => offset)).toEqual(['0000', '0010'])
  expect(hexLines('')).toEqual([])
})

test('[IDS-UI-1] equal events have different keys', () => {
  const alike = { ts: 't', kind: 'ids.can', event_id: 1, idsm_instance: 2, sensor_instance: 3, vin: null } as IdsEvent
  expect(named([alike, alike, { ...alike, event_id: 2 }]).map(({ key }) => key)).toEqual([
    't ids.can 1 2.3',
    't ids.can 1 2.3 2',
    't ids.can 2 2.3',
  ])
  expect(named([alike, { ...alike, vin: 'WVW-1' }]).map(({ key }) => key)).toEqual([
    't ids.can 1 2.3',
    'WVW-1 t ids.can 1 2.3',
  ])
})

test('[IDS-UI-5] recently requested events replace those of the list for the same time', () => {
  const at = (seconds: number, id: number) =>
    ({ ts: new Date(seconds * 1_000).toISOString(), event_id: id }) as IdsEvent
  const older = [at(20, 1), at(10, 2)]
  expect(joined([at(30, 4), at(25, 3), at(20, 1)], older, 15_000).map(({ event_id: id }) => id)).toEqual([4, 3, 1, 2])
  expect(joined([], older, undefined)).toEqual(older)
})
