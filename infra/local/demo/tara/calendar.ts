const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * The time 08:30 UTC on a working day `daysAgo` days before `now`, plus five minutes for each earlier action of that
 * day. Always at least some hours before `now`.
 */
export function workdayAt(now: Date, daysAgo: number, place: number): Date {
  const midnight = Math.floor((now.getTime() - daysAgo * dayMs) / dayMs) * dayMs
  const weekend = [2, 0, 0, 0, 0, 0, 1][new Date(midnight).getUTCDay()]!
  const at = midnight - weekend * dayMs + (8.5 * 60 + (place % 100) * 5) * minuteMs
  return new Date(Math.min(at, now.getTime() - 4 * 3_600_000 + (place % 100) * minuteMs))
}
