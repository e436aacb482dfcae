import { beyond } from './node-table.ts'
import { EMPTY_SET, type Family, NONE, type Zbdd } from './zbdd.ts'

/** What the sets of a family are measured by, a figure for each level: a set costs the sum of its variables'. */
export interface Measure {
  readonly costs: ArrayLike<number>
  /** The probability of each level's variable. */
  readonly probabilities: ArrayLike<number>
}

export interface Cut {
  readonly kept: Family
  /** The sum of the probabilities of the sets that were dropped. */
  readonly lost: number
}

/** Results that hold for limits from `from` up to but not including `to`. */
interface Known extends Cut {
  readonly from: number
  readonly to: number
}

/** Sums of logarithms are this exact, so that a set whose figure equals the limit is kept. */
const rounding = 1e-9

/**
 * Drops the sets of a family that cost more than a limit, without enumerating them: at a node, the same sets remain for
 * all limits of an interval, so that few results are computed for each node. With costs of one, it limits the order;
 * with -ln p, the probability.
 */
export function cutOff(zbdd: Zbdd, family: Family, { costs, probabilities }: Measure, limit: number): Cut {
  const { table } = zbdd
  const known = new Map<Family, Known[]>()
  const extremes = new Map<Family, { least: number; most: number; sum: number }>([
    [NONE, { least: Infinity, most: -Infinity, sum: 0 }],
    [EMPTY_SET, { least: 0, most: 0, sum: 1 }],
  ])

  function extremesOf(node: Family): { least: number; most: number; sum: number } {
    const before = extremes.get(node)
    if (before) return before
    const low = extremesOf(table.low[node]!)
    const high = extremesOf(table.high[node]!)
    const level = table.level[node]!
    const found = {
      least: Math.min(low.least, high.least + costs[level]!),
      most: Math.max(low.most, high.most + costs[level]!),
      sum: low.sum + high.sum * probabilities[level]!,
    }
    extremes.set(node, found)
    return found
  }

  function within(node: Family, max: number): Known {
    const { least, most, sum } = extremesOf(node)
    if (max >= most) return { kept: node, lost: 0, from: most, to: Infinity }
    if (max < least || table.level[node] === beyond) return { kept: NONE, lost: sum, from: -Infinity, to: least }
    const before = known.get(node)?.find(({ from, to }) => from <= max && max < to)
    if (before) return before
    table.step()
    const level = table.level[node]!
    const low = within(table.low[node]!, max)
    const high = within(table.high[node]!, max - costs[level]!)
    const found = {
      kept: zbdd.choose(level, low.kept, high.kept),
      lost: low.lost + high.lost * probabilities[level]!,
      from: Math.max(low.from, high.from + costs[level]!),
      to: Math.min(low.to, high.to + costs[level]!),
    }
    const all = known.get(node)
    if (all) all.push(found)
    else known.set(node, [found])
    return found
  }

  const { kept, lost } = within(family, limit + rounding)
  return { kept, lost }
}
