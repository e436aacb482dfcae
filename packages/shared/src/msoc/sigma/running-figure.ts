import type { SigmaValue } from './event.ts'
import { numberOf } from './match-value.ts'
import type { CorrelationRule } from './model.ts'

export interface Observed {
  readonly ts: number
  readonly value: SigmaValue
}

/** A figure over the values of a window that is kept up to date as values come and go. */
export interface RunningFigure {
  add(value: SigmaValue): void
  remove(value: SigmaValue): void
  /** The figure; `newest` is the value that came last. */
  read(newest: SigmaValue): number
}

/** Returns the figure of a correlation's values, of none yet; `observed` are those of its window. */
export function figureOf({ type, percentile }: CorrelationRule, observed: readonly Observed[]): RunningFigure {
  if (type !== 'value_percentile') return runningSum(observed, type === 'value_avg')
  return percentile === undefined ? runningRank() : runningPercentile(percentile)
}

/**
 * The sum, or the mean. Subtracting leaves rounding errors behind, so the sum is formed again after as many removals as
 * there are values.
 */
function runningSum(observed: readonly Observed[], isMean: boolean): RunningFigure {
  let sum = 0
  let removed = 0
  return {
    add(value) {
      sum += numberOf(value)
    },
    remove(value) {
      sum -= numberOf(value)
      removed += 1
    },
    read() {
      if (removed >= observed.length) {
        sum = observed.reduce((total, { value }) => total + numberOf(value), 0)
        removed = 0
      }
      return isMean ? sum / observed.length : sum
    },
  }
}

/** The nearest-rank percentile. */
function runningPercentile(percentile: number): RunningFigure {
  const sorted = sortedNumbers()
  return {
    add: (value) => sorted.add(numberOf(value)),
    remove: (value) => sorted.remove(numberOf(value)),
    read: () => sorted.at(Math.max(0, Math.ceil((percentile / 100) * sorted.size) - 1)),
  }
}

/** The percentile rank of a number among all; of a text, the share of the values that are this text. In percent. */
function runningRank(): RunningFigure {
  const sorted = sortedNumbers()
  const counts = new Map<SigmaValue, number>()
  let size = 0
  function change(value: SigmaValue, by: 1 | -1): void {
    const count = (counts.get(value) ?? 0) + by
    if (count === 0) counts.delete(value)
    else counts.set(value, count)
    size += by
  }
  return {
    add(value) {
      change(value, 1)
      if (!Number.isNaN(numberOf(value))) sorted.add(numberOf(value))
    },
    remove(value) {
      change(value, -1)
      if (!Number.isNaN(numberOf(value))) sorted.remove(numberOf(value))
    },
    read(newest) {
      const number = numberOf(newest)
      const same = counts.get(newest) ?? 0
      return (100 * (Number.isNaN(number) ? same : sorted.below(number) + same / 2)) / size
    },
  }
}

function sortedNumbers() {
  const sorted: number[] = []

  /** How many numbers are smaller. */
  function below(number: number): number {
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (sorted[middle]! < number) from = middle + 1
      else to = middle
    }
    return from
  }

  return {
    get size() {
      return sorted.length
    },
    at: (index: number) => sorted[index]!,
    below,
    add: (number: number) => void sorted.splice(below(number), 0, number),
    remove: (number: number) => void sorted.splice(below(number), 1),
  }
}
