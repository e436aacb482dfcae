/** How many hits a day had. */
export interface DayCount {
  /** UTC, as 2026-11-23. */
  readonly day: string
  readonly hits: number
}

const dayMs = 86_400_000
/** More days than a chart has room for are a mistake of the caller. */
const mostDays = 1_000

/** Every day from `from` to `to` in a row, with zeros where there was no hit (rule RULE-UI-20). */
export function everyDay(byDay: Readonly<Record<string, number>>, from: string, to: string): DayCount[] {
  const first = Math.floor(Date.parse(from) / dayMs)
  // a range that ends at midnight has no part of the day that begins then
  const last = Math.max(first, Math.ceil(Date.parse(to) / dayMs) - 1)
  return Array.from({ length: Math.min(last - first + 1, mostDays) }, (_, index) => {
    const day = dayOf((first + index) * dayMs)
    return { day, hits: byDay[day] ?? 0 }
  })
}

/** The day of a time, in UTC, as the fields of the form write it. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The range of whole days, which ends now if the last of them is today (rule RULE-UI-19). */
export function rangeOf(first: string, last: string, now: number): { readonly from: string; readonly to: string } {
  const end = Math.min(Date.parse(last) + dayMs, now)
  return { from: new Date(Date.parse(first)).toISOString(), to: new Date(end).toISOString() }
}

/** The vehicles with the most hits first. */
export function topVehicles(byVehicle: Readonly<Record<string, number>>, most: number) {
  return Object.entries(byVehicle)
    .sort(([a, first], [b, second]) => second - first || a.localeCompare(b))
    .slice(0, most)
    .map(([vin, hits]) => ({ vin, hits }))
}
