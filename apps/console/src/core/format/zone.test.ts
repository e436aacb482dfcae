import { afterEach, expect, test } from 'vitest'
import { chooseZone, evenSpans, isZone, instantOf, offsetAt, shownZone, showZone, wallOf, zoneTitle } from './zone.ts'

const at = Date.parse
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const hour = 3_600_000

afterEach(() => showZone('UTC'))

test.for([
  { zone: 'UTC', instant: '2025-11-18T22:31:44Z', wall: '2025-11-18T22:31:44' },
  { zone: 'Asia/Kolkata', instant: '2025-11-18T22:31:44Z', wall: '2025-11-19T04:01:44' },
  { zone: 'Asia/Kathmandu', instant: '2025-11-18T22:31:44Z', wall: '2025-11-19T04:16:44' },
  { zone: 'America/New_York', instant: '2025-01-18T03:00:00Z', wall: '2025-01-17T22:00:00' },
  { zone: 'America/New_York', instant: '2025-07-18T03:00:00Z', wall: '2025-07-17T23:00:00' },
  { zone: 'America/New_York', instant: '2025-03-09T06:59:59Z', wall: '2025-03-09T01:59:59' },
  { zone: 'America/New_York', instant: '2025-03-09T07:00:00Z', wall: '2025-03-09T03:00:00' },
  { zone: 'Australia/Lord_Howe', instant: '2025-07-01T00:00:00Z', wall: '2025-07-01T10:30:00' },
])('[FORMAT-4] clocks in $zone show $wall at $instant, in both directions', ({ zone, instant, wall }) => {
  expect(iso(wallOf(at(instant), zone))).toBe(wall)
  expect(iso(instantOf(at(`${wall}Z`), zone))).toBe(iso(at(instant)))
})

test('[FORMAT-4] milliseconds are kept, also before 1970', () => {
  expect(wallOf(at('2025-11-18T00:00:00.250Z'), 'Asia/Kolkata')).toBe(at('2025-11-18T05:30:00.250Z'))
  expect(wallOf(-750, 'Asia/Tokyo')).toBe(9 * hour - 750)
})

test('[FORMAT-4] a time shown twice is its first occurrence, a skipped time is as long after the skip', () => {
  expect(iso(instantOf(at('2025-11-02T01:30:00Z'), 'America/New_York'))).toBe('2025-11-02T05:30:00')
  expect(iso(instantOf(at('2025-03-09T02:30:00Z'), 'America/New_York'))).toBe('2025-03-09T07:30:00')
  expect(iso(instantOf(at('2025-03-30T02:15:00Z'), 'Europe/Berlin'))).toBe('2025-03-30T01:15:00')
})

test('[FORMAT-4] a time span is split where the clocks change', () => {
  expect(evenSpans(at('2025-03-09T00:00:00Z'), at('2025-03-10T00:00:00Z'), 'America/New_York')).toEqual([
    { from: at('2025-03-09T00:00:00Z'), to: at('2025-03-09T07:00:00Z') - 1, offset: -5 * hour },
    { from: at('2025-03-09T07:00:00Z'), to: at('2025-03-10T00:00:00Z'), offset: -4 * hour },
  ])
  expect(evenSpans(0, hour, 'Asia/Kolkata')).toEqual([{ from: 0, to: hour, offset: 5.5 * hour }])
})

test('[FORMAT-1] UTC is shown until a zone is chosen, and where a browser does not know the chosen zone', () => {
  expect(shownZone()).toBe('UTC')
  showZone('Asia/Kolkata')
  expect([shownZone(), offsetAt(0)]).toEqual(['Asia/Kolkata', 5.5 * hour])
  showZone('Mars/Olympus_Mons')
  expect(shownZone()).toBe('UTC')
  chooseZone('America/New_York')
  expect(shownZone()).toBe('America/New_York')
  showZone(undefined)
  expect(shownZone()).toBe('UTC')
})

test('a zone is valid if the browser can format times in it', () => {
  expect(['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', '', 'Kolkata', 'a/b'].map(isZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(zoneTitle('America/New_York')).toBe('America/New York')
})
