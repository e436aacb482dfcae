/** The middle value; between the two middle ones where there are two. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

/**
 * How often a value of the one sample is greater than one of the other, equal ones counting half: the area under the
 * ROC curve, from the Mann-Whitney U statistic. At 0.5 nobody can tell the samples apart by one value; at 0 and 1
 * everybody can.
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
