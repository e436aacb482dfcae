import type { Org } from '@carapace/shared/core/owned'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import type { Tx } from '../../core/db.ts'
import type { RunningVersion } from './comparison.ts'
import { allDatabases, readContexts } from './contexts.ts'
import { createKnowing } from './known-events.ts'
import { createEventReader } from './stored-events.ts'
import { bothNeeds, createTriedRules, type TriedText } from './tried-set.ts'

/** What a backtest runs. */
export interface BacktestInput extends TriedText {
  /** Epoch µs; the end is not included. */
  readonly from: number
  readonly to: number
  /** The version that ran when the backtest began; absent: nothing is compared. */
  readonly running?: RunningVersion
}

/** Events of a backtest with their hits; those of the version that runs are only there if it is compared. */
export interface BacktestPortion {
  readonly hits: readonly RuleHitFound[]
  readonly runningHits: readonly RuleHitFound[]
  readonly events: number
}

/** A backtest under way: the memory of its rules, and how far they have read. */
export interface BacktestRun {
  /** Epoch µs: events before it were read. */
  readonly at: number
  /** Reads the next portion. */
  next(tx: Tx): Promise<BacktestPortion>
}

/**
 * Begins a run that counts from `from` on, epoch µs. Before, it reads again what correlations may remember: the longest
 * timespan. Its hits are those of a run from the beginning, with one exception: a correlation that has been true for
 * longer than its timespan is one hit a timespan, and the next of these may come at another time (rule RULE-52).
 */
export async function beginRun(tx: Tx, org: Org, input: BacktestInput, from: number): Promise<BacktestRun> {
  let db = tx
  const tried = createTriedRules(input)
  const running = input.running && createTriedRules(input.running)
  const databases = await allDatabases(db, org)
  const own = tried.needs(databases)
  const needs = running ? bothNeeds(own, running.needs(databases)) : own
  const read = createEventReader(() => db, org, needs)
  const known = createKnowing(() => db, org, await readContexts(() => db, org))
  let at = Math.max(input.from, from - needs.longestTimespanMs * 1000)

  async function portion(until: number): Promise<BacktestPortion> {
    const { events, rows, end } = await read(at, until)
    const all = await known(events)
    const hits = await tried.run(all, end / 1000)
    const runningHits = running ? await running.run(all, end / 1000) : []
    at = end
    return { hits, runningHits, events: rows }
  }

  while (at < from) await portion(from)
  return {
    get at() {
      return at
    },
    next(now) {
      db = now
      return portion(input.to)
    },
  }
}
