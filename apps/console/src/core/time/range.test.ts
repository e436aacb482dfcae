import { afterEach, expect, test } from 'vitest'
import { showZone } from '../format/zone.ts'
import {
  fieldValue,
  fixedBetween,
  liveAgain,
  rangeNamed,
  spans,
  textOf,
  typedRange,
  usualRange,
  windowAt,
  wordOf,
  zoomedOut,
} from './range.ts'

const at = Date.parse

afterEach(() => showZone('UTC'))

test('[TIME-1] every offered span survives a round trip through the address', () => {
  for (const { word, ms } of spans) {
    expect(rangeNamed(word)).toEqual({ mode: 'live', spanMs: ms })
    expect(wordOf({ mode: 'live', spanMs: ms })).toBe(word)
  }
})

test('[TIME-1] a fixed window survives a round trip through the address, to the millisecond', () => {
  const range = { mode: 'fixed', from: at('2025-11-17T10:00:00Z'), to: at('2025-11-17T11:30:00.250Z') } as const
  expect(wordOf(range)).toBe('2025-11-17T10:00:00Z~2025-11-17T11:30:00.250Z')
  expect(rangeNamed(wordOf(range))).toEqual(range)
})

test.for([
  '',
  'yesterday',
  '0h',
  '9999d',
  '24',
  '~',
  'a~b',
  '2025-11-17T10:00:00Z~',
  '2020-01-01T00:00:00Z~2025-01-01T00:00:00Z',
])('[TIME-2] %j is not a range', (word) => {
  expect(rangeNamed(word)).toBeUndefined()
})

test('[TIME-2] a window given backwards is reversed, an empty window is a second wide', () => {
  expect(fixedBetween(5_000, 2_000)).toEqual({ mode: 'fixed', from: 2_000, to: 5_000 })
  expect(fixedBetween(5_000, 5_000)).toEqual({ mode: 'fixed', from: 5_000, to: 6_000 })
})

test('[TIME-3] a live window ends now, a fixed window stays', () => {
  expect(windowAt({ mode: 'live', spanMs: 100 }, 1_000)).toEqual({ from: 900, to: 1_000, live: true })
  expect(windowAt({ mode: 'fixed', from: 1, to: 2 }, 1_000)).toEqual({ from: 1, to: 2, live: false })
})

test('[TIME-4] back to live uses the shortest span that covers the fixed window', () => {
  expect(liveAgain({ mode: 'fixed', from: 0, to: 7 * 60_000 })).toEqual({ mode: 'live', spanMs: 15 * 60_000 })
  expect(liveAgain({ mode: 'fixed', from: 0, to: 90 * 86_400_000 })).toEqual({ mode: 'live', spanMs: 30 * 86_400_000 })
  expect(liveAgain(usualRange)).toBe(usualRange)
})

test('[TIME-5] zooming out goes back one zoom, skipping the window that is shown already', () => {
  expect(zoomedOut(['24h', '6h'], 'x')).toEqual({ word: '6h', stack: ['24h'] })
  expect(zoomedOut(['24h', '6h'], '6h')).toEqual({ word: '24h', stack: [] })
  expect(zoomedOut(['24h'], '24h')).toBeUndefined()
  expect(zoomedOut([], '24h')).toBeUndefined()
})

test.for([
  { from: '', to: '2025-11-17T10:00', expected: /begins/ },
  { from: '2025-11-17T10:00', to: '', expected: /ends/ },
  { from: '2025-11-17T10:00', to: '2025-11-17T10:00', expected: /after/ },
  { from: '2020-11-17T10:00', to: '2025-11-17T10:00', expected: /400 days/ },
])('[TIME-6] "$from" to "$to" is refused with a message', ({ from, to, expected }) => {
  expect(typedRange(from, to)).toMatch(expected)
})

test('[TIME-6] typed times are UTC where no zone is chosen', () => {
  expect(typedRange('2025-11-17T10:00', '2025-11-17T12:00')).toEqual({
    mode: 'fixed',
    from: at('2025-11-17T10:00:00Z'),
    to: at('2025-11-17T12:00:00Z'),
  })
})

test.for([
  { zone: 'Asia/Kolkata', typed: '2025-11-17T10:00', instant: '2025-11-17T04:30:00Z' },
  { zone: 'Asia/Kathmandu', typed: '2025-11-17T10:00', instant: '2025-11-17T04:15:00Z' },
  { zone: 'America/New_York', typed: '2025-03-09T01:59', instant: '2025-03-09T06:59:00Z' },
  { zone: 'America/New_York', typed: '2025-03-09T03:00', instant: '2025-03-09T07:00:00Z' },
])('[TIME-6] $typed typed in $zone is $instant, and is shown so again', ({ zone, typed, instant }) => {
  showZone(zone)
  expect(typedRange(typed, '2025-12-01T00:00')).toMatchObject({ from: at(instant) })
  expect(fieldValue(at(instant))).toBe(typed)
})

test("[TIME-7] the user's calendar decides whether both ends are on the same day", () => {
  showZone('Asia/Kolkata')
  expect(textOf({ from: at('2025-11-17T17:00:00Z'), to: at('2025-11-17T20:00:00Z'), live: false })).toBe(
    '17 Nov 2025, 10:30 pm – 18 Nov 2025, 01:30 am',
  )
  expect(textOf({ from: at('2025-11-17T20:00:00Z'), to: at('2025-11-18T10:00:00Z'), live: false })).toBe(
    '18 Nov 2025, 01:30 am – 03:30 pm',
  )
})

test('[TIME-7] a live window ends with "now", a shared day is shown once', () => {
  expect(textOf({ from: at('2025-11-17T22:32:00Z'), to: at('2025-11-18T22:32:00Z'), live: true })).toBe(
    '17 Nov 2025, 10:32 pm – now',
  )
  expect(textOf({ from: at('2025-11-17T10:00:00Z'), to: at('2025-11-17T12:30:00Z'), live: false })).toBe(
    '17 Nov 2025, 10:00 am – 12:30 pm',
  )
  expect(textOf({ from: at('2025-11-17T10:00:00Z'), to: at('2025-11-18T12:30:00Z'), live: false })).toBe(
    '17 Nov 2025, 10:00 am – 18 Nov 2025, 12:30 pm',
  )
})
