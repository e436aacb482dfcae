import { annex5, type Annex5Heading, itemsOf } from '@carapace/shared/catalogues/annex5'
import type { Summary } from '../program/use-summary.ts'

interface Item {
  /** The number of the item: 4.1. */
  readonly item: string
  readonly scenarios: number
  /** How many of the scenarios are treated. */
  readonly treated: number
}

interface Covered {
  readonly heading: Annex5Heading
  readonly groups: readonly { readonly number: number; readonly title: string; readonly items: readonly Item[] }[]
}

/** Each of the 69 items of UN R155 Annex 5 with the threat scenarios that name it. */
export function coverageOf(entries: Summary['annex5']): readonly Covered[] {
  const known = new Map(entries.map((each) => [each.item, each]))
  return annex5.map((heading) => ({
    heading,
    groups: heading.groups.map((group) => ({
      number: group.number,
      title: group.title,
      items: itemsOf(group).map((item) => known.get(item) ?? { item, scenarios: 0, treated: 0 }),
    })),
  }))
}

/** The status of an item: without scenarios, with some untreated ones, or with all treated. */
export function coverageStatusOf({ scenarios, treated }: Item): 'missing' | 'open' | 'covered' {
  if (scenarios === 0) return 'missing'
  return treated < scenarios ? 'open' : 'covered'
}

/** How many of the 69 items are named by a scenario. */
export function namedItems(entries: Summary['annex5']): number {
  return coverageOf(entries)
    .flatMap(({ groups }) => groups.flatMap(({ items }) => items))
    .filter(({ scenarios }) => scenarios > 0).length
}
