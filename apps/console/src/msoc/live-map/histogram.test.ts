import { describe, expect, test } from 'vitest'
import { barMs, barPaths, bars, barsOf, hourMarks, spanMs, withNews } from './histogram.ts'

const now = Date.parse('2025-11-18T22:32:00Z')

describe('the histogram', () => {
  test('[MP34] the last bar ends now, the first begins a day ago', () => {
    const all = barsOf([
      { at: now - 60_000, severity: 'critical', alerts: 2 },
      { at: now - barMs - 1, severity: 'info', alerts: 1 },
      { at: now - spanMs + 1, severity: 'high', alerts: 4 },
      { at: now - spanMs - barMs, severity: 'high', alerts: 9 },
    ], now)
    expect(all).toHaveLength(bars)
    expect(all.at(-1)).toEqual([0, 0, 0, 0, 2])
    expect(all.at(-2)).toEqual([1, 0, 0, 0, 0])
    expect(all[0]).toEqual([0, 0, 0, 4, 0])
    expect(all.flat().reduce((sum, count) => sum + count, 0)).toBe(7)
  })

  test('[MP34] a severity stands on the lesser ones', () => {
    const all = barsOf([{ at: now - 1, severity: 'info', alerts: 3 }, { at: now - 1, severity: 'critical', alerts: 1 }], now)
    const paths = Object.fromEntries(barPaths(all, bars, 40).map(({ severity, path }) => [severity, path]))
    expect(paths.info).toBe('M143.00 40.00h0.75v-30.00h-0.75z')
    expect(paths.critical).toBe('M143.00 10.00h0.75v-10.00h-0.75z')
    expect(paths.high).toBe('')
  })

  test('[MP35] news replaces its own minutes and drops yesterday', () => {
    const low = (at: number, alerts: number) => ({ at, severity: 'low', alerts }) as const
    const known = [low(now - spanMs, 1), low(now - 600_000, 2), low(now - 60_000, 3)]
    const news = [low(now - 600_000, 99), low(now - 60_000, 5)]
    expect(withNews(known, news, now - 300_000, now).map(({ alerts }) => alerts)).toEqual([2, 5])
  })

  test('hours are written at whole steps', () => {
    expect(hourMarks(now, 6).map(({ at }) => new Date(at).getUTCHours())).toEqual([0, 6, 12, 18])
  })
})
