/** The median: the middle value, or the mean of the two middle ones. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

/**
 * How often a value of one sample is greater than one of the other, with equal values counted half: the area under the
 * ROC curve, from the Mann-Whitney U statistic. At 0.5 a single value does not distinguish the samples; at 0 and 1 it
 * always does.
 */
export function aucOf(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, mine: true })),
    ...other.map((value) => ({ value, mine: false })),
  ].toSorted((a, b) => a.value - b.value)
  let ranks = 0
  for (let at = 0; at < all.length;) {
    let end = at
    while (end < all.length && all[end]!.value === all[at]!.value) end += 1
    const mine = all.slice(at, end).filter((entry) => entry.mine).length
    ranks += mine * ((at + 1 + end) / 2)
    at = end
  }
  return (ranks - (one.length * (one.length + 1)) / 2) / (one.length * other.length)
}
