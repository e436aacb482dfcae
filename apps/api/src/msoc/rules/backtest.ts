import type { OutputOf } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import type { startBacktest } from '@carapace/shared/msoc/rules/rules.contract'
import type { z } from 'zod'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { jobKind, type Jobs, type Progress } from '../../core/jobs/jobs.ts'
import { retentionOf } from '../history/history.queries.ts'
import { keptPart, spanOf } from '../span.ts'
import { type BacktestInput, type BacktestPortion, beginRun, type BacktestRun } from './backtest-run.ts'
import { compared, noComparison, type RunningVersion, runningVersion } from './comparison.ts'
import {
  backtestsOf,
  insertBacktest,
  resultOf,
  versionToTest,
  waitsForAnother,
  writeResult,
} from './backtest.queries.ts'
import { type MachineTime, machineTime, restAfter, shortestRestMs } from './pace.ts'
import { reasonsAgainst } from './saving.ts'
import { shown } from './trial.ts'
import { textsToTry } from './tried-set.ts'

const kind = 'rules.backtest'
const dayMs = 86_400_000
const longestMs = 92 * dayMs
/** A part of the job reads portions of events for this long, ms. */
const usualPartMs = 500
const vehiclesCounted = 1_000
const examplesKept = 100
/** Runs whose memory is kept between parts; the oldest is begun again when it continues. */
const runsHeld = 8
/** A backtest looks this often whether those of the organisation before it are done, ms. */
const waitingMs = 2_000

type Backtest = OutputOf<typeof startBacktest>['backtest']

/**
 * Adds a job that runs a version of a rule on stored events (rule RULE-51). What the text refers to is fixed now.
 *
 * @throws {Failure} NOT_FOUND; INVALID_INPUT when the span is too long; RULE_REFUSED when the text has faults
 */
export async function addBacktest(
  db: Database,
  jobs: Jobs,
  caller: Caller,
  input: z.output<typeof startBacktest.input>,
): Promise<Backtest> {
  const { org } = caller
  const asked = spanOf(new Date(input.from), new Date(input.to))
  const { from, to } = keptPart(asked, await retentionOf(db, org))
  if (to.getTime() - from.getTime() > longestMs)
    throw new Failure('INVALID_INPUT', { errors: { to: 'A backtest covers at most 92 days.' } })
  const version = await versionToTest(db, org, input.uuid, input.version)
  if (!version) throw new Failure('NOT_FOUND')
  const { text, title } = version
  const others = await textsToTry(db, org, text, checkText(text), input.uuid)
  const checked = checkText(text, others)
  if (checked.faults.length > 0) throw new Failure('RULE_REFUSED', { message: reasonsAgainst(checked)[0]! })
  const running = input.compare ? await otherVersion(db, caller, input) : undefined
  return db.transaction(async (tx) => {
    const job = await jobs.add(tx, caller, {
      kind,
      title: `Backtest version ${input.version} of ${title}`,
      total: Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000)),
      input: {
        text,
        kind: checked.kind,
        others,
        from: from.getTime() * 1000,
        to: to.getTime() * 1000,
        ...(running && { running }),
      } satisfies BacktestInput,
    })
    const fields = {
      ruleUuid: input.uuid,
      version: input.version,
      jobUuid: job.uuid,
      from,
      to,
      compared: running && noComparison(running.version),
    }
    const uuid = await insertBacktest(tx, org, fields)
    return (await backtestsOf(tx, org, input.uuid, uuid))[0]!
  })
}

/** The version that runs, unless it is the one to test. */
async function otherVersion(
  db: Database,
  { org }: Caller,
  { uuid, version }: z.output<typeof startBacktest.input>,
): Promise<RunningVersion> {
  const running = await runningVersion(db, org, uuid)
  if (running.version !== version) return running
  throw new Failure('RULE_REFUSED', { message: `Version ${version} is the one that runs.` })
}

/** A run between two parts. */
interface HeldRun {
  readonly run: BacktestRun
  /** The machine's time at the end of the part. */
  readonly restedFrom: MachineTime
}

interface Checkpoint {
  /** Epoch µs: hits before it are counted. */
  readonly at: number
}

/**
 * Runs rules on stored events part by part. The memory of the rules stays in this process; where another process or a
 * later one continues, it is made again (rule RULE-52).
 */
export function backtests({ partMs } = { partMs: usualPartMs }) {
  const held = new Map<string, HeldRun>()

  /** The run of a job as its last part left it; undefined if that part was done elsewhere, or undone. */
  function heldRun(jobUuid: string, at: number): HeldRun | undefined {
    const found = held.get(jobUuid)
    held.delete(jobUuid)
    return found?.run.at === at ? found : undefined
  }

  return jobKind<BacktestInput, Checkpoint>({
    kind,
    licence: 'MSOC',
    async doPart({ tx, org, jobUuid, input, checkpoint }): Promise<Progress<Checkpoint>> {
      const from = checkpoint?.at ?? input.from
      const result = await resultOf(tx, org, jobUuid)
      if (!result) throw new Failure('RULE_REFUSED', { message: 'The rule was deleted.' })
      if (await waitsForAnother(tx, org, jobUuid))
        return { checkpoint: { at: from }, finished: false, done: 0, outcome: {}, restMs: waitingMs }
      const before = heldRun(jobUuid, from)
      const rested = before && ([before.restedFrom, machineTime()] as const)
      const run = before?.run ?? (await beginRun(tx, org, input, from))
      const began = performance.now()
      const portions = await portionsOf(run, tx, input, began + partMs)
      await writeResult(tx, org, jobUuid, added(result, portions))
      const finished = run.at >= input.to
      if (!finished) held.set(jobUuid, { run, restedFrom: machineTime() })
      if (held.size > runsHeld) held.delete(held.keys().next().value!)
      const restMs = checkpoint === null ? shortestRestMs : restAfter(performance.now() - began, rested)
      return {
        checkpoint: { at: run.at },
        finished,
        done: secondsOf(input, run.at) - secondsOf(input, from),
        outcome: { events: eventsOf(portions), hits: hitsOf(portions).length },
        ...(!finished && { restMs }),
      }
    },
  })
}

/** Reads portions until the end of the input, or until a time of the process's clock. */
async function portionsOf(run: BacktestRun, tx: Tx, { to }: BacktestInput, until: number): Promise<BacktestPortion[]> {
  const portions: BacktestPortion[] = []
  do portions.push(await run.next(tx))
  while (run.at < to && performance.now() < until)
  return portions
}

const secondsOf = ({ from, to }: BacktestInput, at: number) =>
  at >= to ? Math.max(1, Math.ceil((to - from) / 1e6)) : Math.floor((at - from) / 1e6)

type Result = NonNullable<Awaited<ReturnType<typeof resultOf>>>

/** The result with more hits, counted by day and by vehicle (rule RULE-53). */
function added({ byDay, byVehicle, examples, ...before }: Result, portions: readonly BacktestPortion[]) {
  const hits = hitsOf(portions)
  const days = new Map(Object.entries(byDay))
  const vehicles = new Map(Object.entries(byVehicle))
  for (const { ts, vin } of hits) {
    count(days, new Date(ts).toISOString().slice(0, 10))
    if (vehicles.has(vin) || vehicles.size < vehiclesCounted) count(vehicles, vin)
  }
  const more = hits.slice(0, Math.max(0, examplesKept - examples.length)).map((hit) => ({ ...shown(hit) }))
  return {
    events: before.events + eventsOf(portions),
    hits: before.hits + hits.length,
    byDay: Object.fromEntries(days),
    byVehicle: Object.fromEntries(vehicles),
    examples: [...examples, ...more],
    compared:
      before.compared &&
      compared(
        before.compared,
        portions.map((portion) => ({ tried: portion.hits, running: portion.runningHits })),
      ),
  }
}

const hitsOf = (portions: readonly BacktestPortion[]) => portions.flatMap(({ hits }) => hits)

const eventsOf = (portions: readonly BacktestPortion[]) => portions.reduce((sum, { events }) => sum + events, 0)

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
