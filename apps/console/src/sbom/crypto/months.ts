export interface Month {
  /** `2026-03`; the first and the last one stand for all before and after, `≤` or `≥` in front. */
  readonly name: string
  readonly count: number
  readonly isPast: boolean
}

const before = 12
const after = 60

/** Counts moments by month (UTC), from a year before now to five years after it; the ends hold what is beyond. */
export function byMonth(moments: readonly string[], now: Date): Month[] {
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const counts = Array<number>(before + after + 1).fill(0)
  for (const moment of moments) {
    const at = new Date(moment)
    const month = at.getUTCFullYear() * 12 + at.getUTCMonth()
    const index = Math.min(Math.max(month - current + before, 0), counts.length - 1)
    counts[index]! += 1
  }
  return counts.map((count, index) => {
    const month = current - before + index
    const name = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
    const sign = index === 0 ? '≤ ' : index === counts.length - 1 ? '≥ ' : ''
    return { name: sign + name, count, isPast: index < before }
  })
}
