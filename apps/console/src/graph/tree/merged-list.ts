import { isSame } from '@carapace/shared/graph/artefacts/changes'

/** The base list with the items that either side added, and without those that either side removed. */
export function mergedList(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isGone = (one: string) => base.includes(one) && (!mine.includes(one) || !theirs.includes(one))
  const [first, second] = isSame(base, mine) ? [theirs, mine] : [mine, theirs]
  return [...new Set([...first, ...second])].filter((one) => !isGone(one))
}
