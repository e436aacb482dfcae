import { expect, test } from 'vitest'
import type { IdsEvent } from '../ids-events/ids-events.ts'
import { countsOf, isChosen, toggled } from './counts.ts'
import { cleared, eventsIn, IdsSearch, isNarrowed, narrowed, severitiesIn } from './search.ts'

const event = (id: number, vin: string, count = 1, more: Partial<IdsEvent> = {}): IdsEvent => ({
  ts: '2026-09-21T12:00:00.000Z',
  vin,
  kind: 'ids.can',
  event_id: id,
  name: `Event ${id}`,
  severity: 'high',
  idsm_instance: 1,
  sensor_instance: 2,
  count,
  context: null,
  detail: null,
  ...more,
})

test('[IDS-VIEWER-1] an invalid part of the address is dropped', () => {
  const search = IdsSearch.parse({
    kind: 'ids.usb',
    severity: 'high,grave',
    event: '0x8001,8001,0x8001',
    vehicle: 123,
    q: '  ',
  })
  expect(search).toMatchObject({ kind: undefined, vehicle: '123', q: undefined })
  expect(severitiesIn(search)).toEqual(['high'])
  expect(eventsIn(search)).toEqual(['0x8001'])
  expect([isNarrowed(search), isNarrowed(cleared({ ...search, time: '24h' }))]).toEqual([true, false])
  expect(cleared({ ...search, time: '24h' })).toEqual({ time: '24h' })
})

test('[IDS-VIEWER-2] severities, events, the sensor and words filter the loaded events', () => {
  const events = [
    event(0x8001, 'A'),
    event(0x8002, 'A', 1, { severity: 'low' }),
    event(0x8003, 'B', 1, { sensor_instance: 9 }),
  ]
  const left = (search: IdsSearch) => narrowed(events, search).map(({ event_id: id }) => id)
  expect(left({})).toEqual([0x8001, 0x8002, 0x8003])
  expect(left({ severity: 'low' })).toEqual([0x8002])
  expect(left({ event: '0x8001,0x8003' })).toEqual([0x8001, 0x8003])
  expect(left({ sensor: '1.9' })).toEqual([0x8003])
  expect(left({ q: 'a event' })).toEqual([0x8001, 0x8002])
})

test('[IDS-VIEWER-3] counts sum the reported occurrences, highest first', () => {
  const counts = countsOf([event(1, 'A', 5), event(2, 'B', 70), event(1, 'B', 3)])
  expect(counts.occurrences).toBe(78)
  expect(counts.events.map(({ text, count }) => [text, count])).toEqual([
    ['Event 2', 70],
    ['Event 1', 8],
  ])
  expect(counts.vehicles.map(({ text, count }) => [text, count])).toEqual([
    ['B', 73],
    ['A', 5],
  ])
  expect(counts.sensors.map(({ text, more, count }) => [text, more, count])).toEqual([
    ['IdsM 1 · sensor 2', 'B', 73],
    ['IdsM 1 · sensor 2', 'A', 5],
  ])
})

test('[IDS-VIEWER-3] at most eight of each are shown', () => {
  expect(countsOf(Array.from({ length: 30 }, (_, i) => event(i, `V${i}`))).vehicles).toHaveLength(8)
})

test('[IDS-VIEWER-3] one click filters by the counted property, another removes the filter', () => {
  const [sensor] = countsOf([event(1, 'A', 5)]).sensors
  const once = toggled({ time: '24h', open: 'x' }, sensor!)
  expect(once).toMatchObject({ time: '24h', vehicle: 'A', sensor: '1.2', open: undefined })
  expect(isChosen(once, sensor!)).toBe(true)
  expect(toggled(once, sensor!)).toEqual({ time: '24h', vehicle: undefined, sensor: undefined, open: undefined })
})
