import type { SigmaValue } from './event.ts'
import { numberOf } from './match-value.ts'
import type { CorrelationRule } from './model.ts'
import { figureOf, type Observed } from './running-figure.ts'

/** The most numbers that one group keeps for sums, averages and percentiles; the oldest go first. */
export const mostNumbers = 10_000

/** What one group of a correlation remembers of its timespan. */
export interface CorrelationWindow {
  /**
   * Takes an event of the source with this number in the rule; the values are those of the condition's fields.
   *
   * @returns the figure that the condition compares, for the timespan that ends with this event; undefined if the event
   * has no value to count
   */
  add(ts: number, source: number, values: readonly SigmaValue[]): number | undefined
  /** The number of entries that it keeps. */
  readonly size: number
  /** Returns a window with the same entries, which changes on its own. */
  copy(): CorrelationWindow
}

/** Returns an empty window of a correlation (rules SIGMA-42 to SIGMA-48). */
export function createWindow(rule: CorrelationRule): CorrelationWindow {
  const { type, timespanMs } = rule
  if (type === 'event_count') return countWindow(timespanMs, enough(rule))
  if (type === 'value_count') return distinctWindow(timespanMs, enough(rule))
  if (type === 'temporal') return togetherWindow(timespanMs, rule.rules.length)
  if (type === 'temporal_ordered') return orderedWindow(timespanMs, rule.rules.length)
  return numbersWindow(rule)
}

/** One more than the largest bound decides every comparison: nothing older need be kept. */
function enough({ bounds }: CorrelationRule): number {
  return Math.max(1, Math.floor(Math.max(...bounds.map(({ value }) => value))) + 1)
}

function countWindow(timespanMs: number, most: number, times: number[] = []): CorrelationWindow {
  return {
    copy: () => countWindow(timespanMs, most, [...times]),
    get size() {
      return times.length
    },
    add(ts) {
      insert(times, ts, (time) => time)
      const newest = times.at(-1)!
      forgetBefore(times, newest - timespanMs, (time) => time)
      if (times.length > most) times.splice(0, times.length - most)
      return times.length
    },
  }
}

function distinctWindow(
  timespanMs: number,
  most: number,
  /** Values by the time at which they were seen last, the oldest first. */
  seen = new Map<string, number>(),
  newestSeen = -Infinity,
): CorrelationWindow {
  let newest = newestSeen
  return {
    copy: () => distinctWindow(timespanMs, most, new Map(seen), newest),
    get size() {
      return seen.size
    },
    add(ts, _source, values) {
      const key = JSON.stringify(values)
      const last = Math.max(ts, seen.get(key) ?? -Infinity)
      newest = Math.max(newest, ts)
      seen.delete(key)
      if (last >= newest - timespanMs) seen.set(key, last)
      for (const [value, time] of seen) {
        if (time >= newest - timespanMs && seen.size <= most) break
        seen.delete(value)
      }
      return seen.size
    },
  }
}

/** The number of rules that matched within the timespan, in any order. */
function togetherWindow(
  timespanMs: number,
  sources: number,
  last = new Array<number>(sources).fill(-Infinity),
): CorrelationWindow {
  return {
    size: sources,
    copy: () => togetherWindow(timespanMs, sources, [...last]),
    add(ts, source) {
      last[source] = Math.max(last[source]!, ts)
      const newest = Math.max(...last)
      return last.filter((time) => time >= newest - timespanMs).length
    },
  }
}

/** The number of rules that matched in their order within the timespan, from the first on. */
function orderedWindow(
  timespanMs: number,
  sources: number,
  /** Of each rule, the latest beginning of a sequence that has come as far as it. */
  begun = new Array<number>(sources).fill(-Infinity),
): CorrelationWindow {
  return {
    size: sources,
    copy: () => orderedWindow(timespanMs, sources, [...begun]),
    add(ts, source) {
      const beginning = source === 0 ? ts : begun[source - 1]!
      if (beginning >= ts - timespanMs) begun[source] = Math.max(begun[source]!, beginning)
      return begun.findLastIndex((start) => start >= ts - timespanMs) + 1
    },
  }
}

function numbersWindow(rule: CorrelationRule, observed: Observed[] = []): CorrelationWindow {
  const ranks = rule.type === 'value_percentile' && rule.percentile === undefined
  const figure = figureOf(rule, observed)
  for (const { value } of observed) figure.add(value)

  function forget(count: number): void {
    for (const { value } of observed.splice(0, count)) figure.remove(value)
  }

  return {
    copy: () => numbersWindow(rule, [...observed]),
    get size() {
      return observed.length
    },
    add(ts, _source, [value]) {
      if (value === undefined || value === null) return undefined
      if (!ranks && Number.isNaN(numberOf(value))) return undefined
      insert(observed, { ts, value }, (entry) => entry.ts)
      figure.add(value)
      forget(countBefore(observed, observed.at(-1)!.ts - rule.timespanMs, (entry) => entry.ts))
      if (observed.length > mostNumbers) forget(observed.length - mostNumbers)
      return figure.read(value)
    },
  }
}

/** Inserts by time; events come nearly in order. */
function insert<T>(list: T[], entry: T, timeOf: (entry: T) => number): void {
  let at = list.length
  while (at > 0 && timeOf(list[at - 1]!) > timeOf(entry)) at -= 1
  if (at === list.length) list.push(entry)
  else list.splice(at, 0, entry)
}

function forgetBefore<T>(list: T[], ts: number, timeOf: (entry: T) => number): void {
  const old = countBefore(list, ts, timeOf)
  if (old > 0) list.splice(0, old)
}

function countBefore<T>(list: readonly T[], ts: number, timeOf: (entry: T) => number): number {
  let old = 0
  while (old < list.length && timeOf(list[old]!) < ts) old += 1
  return old
}
