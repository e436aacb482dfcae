import { rankOf, severities, type Severity } from '@carapace/shared/msoc/severity'

export const spanMs = 24 * 3_600_000
export const barMs = 10 * 60_000
export const bars = spanMs / barMs

/** Alerts that were raised in one bucket of the rollups. */
export interface Bucket {
  readonly at: number
  readonly severity: Severity
  readonly alerts: number
}

/** One bar: how many alerts of each severity, by rank. */
type Bar = readonly number[]

const empty: Bar = severities.map(() => 0)

/** The buckets sorted into bars, the last of which ends now (rule MP34). */
export function barsOf(buckets: readonly Bucket[], now: number): Bar[] {
  const counts = Array.from({ length: bars }, () => [...empty])
  for (const { at, severity, alerts } of buckets) {
    const bar = counts[bars - 1 - Math.floor((now - at) / barMs)]
    const rank = rankOf(severity)
    if (bar) bar[rank] = (bar[rank] ?? 0) + alerts
  }
  return counts
}

/** Older buckets with news in their place: a bucket that is told again was still growing (rule MP35). */
export function withNews(before: readonly Bucket[], news: readonly Bucket[], from: number, now: number): Bucket[] {
  return [...before.filter(({ at }) => at < from && now - at < spanMs), ...news.filter(({ at }) => at >= from)]
}

/** One SVG path per severity: all its rectangles at once, each standing on the lesser severities (rule MP34). */
export function barPaths(all: readonly Bar[], width: number, height: number): { severity: Severity; path: string }[] {
  const most = Math.max(1, ...all.map((bar) => bar.reduce((sum, count) => sum + count, 0)))
  const step = width / bars
  return severities.map((severity, rank) => ({
    severity,
    path: all.flatMap((bar, index) => {
      const count = bar[rank] ?? 0
      if (count === 0) return []
      const below = bar.slice(0, rank).reduce((sum, each) => sum + each, 0)
      const bottom = height - (below / most) * height
      return `M${(index * step).toFixed(2)} ${bottom.toFixed(2)}h${(step * 0.75).toFixed(2)}v${(-(count / most) * height).toFixed(2)}h${(-step * 0.75).toFixed(2)}z`
    }).join(''),
  }))
}

/** Whole hours to write below the bars, as parts of the width. */
export function hourMarks(now: number, everyHours: number): { at: number; part: number }[] {
  const step = everyHours * 3_600_000
  const first = Math.ceil((now - spanMs) / step) * step
  return Array.from({ length: 24 / everyHours }, (_, index) => first + index * step)
    .filter((at) => at <= now)
    .map((at) => ({ at, part: 1 - (now - at) / spanMs }))
}
