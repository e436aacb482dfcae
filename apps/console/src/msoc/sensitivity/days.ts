/** What was raised on a day (UTC), and what the setting raises. */
export interface Day {
  readonly day: string
  readonly raised: number
  readonly tried: number
}

const dayMs = 86_400_000

/** Every day from the first to the last one, with zeros where there was nothing. */
export function everyDay(days: readonly Day[]): Day[] {
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const known = new Map(days.map((one) => [one.day, one]))
  const length = Math.round((Date.parse(last.day) - Date.parse(first.day)) / dayMs) + 1
  return Array.from({ length }, (_, i) => {
    const day = new Date(Date.parse(first.day) + i * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, raised: 0, tried: 0 }
  })
}
