import { expect, test } from 'vitest'
import { defaultMeaningOf } from '../ingest/event-catalogue.ts'
import { ids, watching } from './detector.fixture.ts'
import { eventIdText, idsEvent } from './ids-event.ts'

const meaningOf = defaultMeaningOf

test('[IDS-1] an event is a finding with its count, with title and severity from the catalogue', () => {
  expect(watching(idsEvent, { meaningOf }).see(ids({ count: 700 }))).toMatchObject([
    {
      source: 'ids',
      rule: 'ids.can 0x8001',
      severity: 'high',
      title: 'SecOC verification failed',
      count: 700,
      tactics: ['TA0040'],
      evidence: 'ids',
    },
  ])
})

test('[IDS-2] an event with severity info is not an alert', () => {
  expect(watching(idsEvent, { meaningOf }).see(ids({ eventId: 0x8031 }))).toEqual([])
})

test('[IDS-3] an id without a catalogue entry is medium, and the id is its title', () => {
  expect(watching(idsEvent, { meaningOf }).see(ids({ eventId: 0x1f }))).toMatchObject([
    { severity: 'medium', title: 'Unlisted IDS event 0x001F', tactics: [] },
  ])
})

test('[IDS-4] there is one alert per kind, event, IdsM and sensor', () => {
  const events = [
    ids({}),
    ids({ count: 9 }),
    ids({ eventId: 0x8002 }),
    ids({ idsmInstance: 3 }),
    ids({ sensorInstance: 4 }),
    ids({ kind: 'ids.eth' }),
  ]
  const keys = watching(idsEvent)
    .see(...events)
    .map(({ key }) => key)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(5)
})

test.for([
  { what: 'texts', detail: { ecu: 'GW', bus: 'can0' }, ecu: 'GW', bus: 'can0' },
  { what: 'a number and an endless text', detail: { ecu: 7, bus: 'x'.repeat(65) }, ecu: undefined, bus: undefined },
  { what: 'nothing', detail: null, ecu: undefined, bus: undefined },
])('[IDS-4] with $what in detail, ECU is $ecu and bus is $bus', ({ detail, ecu, bus }) => {
  const [finding] = watching(idsEvent).see(ids({ detail }))
  expect(finding!.ecu).toBe(ecu)
  expect(finding!.bus).toBe(bus)
  expect(finding!.observables.some(({ kind }) => kind === 'ecu')).toBe(ecu !== undefined)
})

test.for([
  { stated: '0x2c1', id: '0x2C1' },
  { stated: 0x18fef100, id: '0x18FEF100' },
  { stated: 'none', id: undefined },
  { stated: 2 ** 29, id: undefined },
])('[IDS-5] $stated as can_id is the observable $id', ({ stated, id }) => {
  const [finding] = watching(idsEvent).see(ids({ detail: { can_id: stated } }))
  expect(finding!.observables.find(({ kind }) => kind === 'arbitration_id')?.value).toBe(id)
})

test('[IDS-3] an event id is written with four digits', () => {
  expect([eventIdText(0), eventIdText(0x8001), eventIdText(0xfffe)]).toEqual(['0x0000', '0x8001', '0xFFFE'])
})
