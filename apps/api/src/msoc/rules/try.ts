import type { OutputOf } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import type { tryRule } from '@carapace/shared/msoc/rules/rules.contract'
import type { z } from 'zod'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { compared, type HitsOfBoth, noComparison, type RunningVersion, runningVersion } from './comparison.ts'
import { allDatabases, readContexts } from './contexts.ts'
import { createHits } from './trial.ts'
import { bothNeeds, createTriedRules, textsToTry, type TriedText } from './tried-set.ts'
import { lastHour, ofCapture, pasted, type TriedPortion } from './try-sources.ts'

/** A run ends after this many events or this long, ms: somebody waits for it (rule RULE-47). */
export const tryLimits = { events: 200_000, ms: 10_000 }
/** Runs of an organisation at a time. */
const runsAtOnce = 2
const examplesShown = 100
const rejectedShown = 10

type TryInput = z.output<typeof tryRule.input>
type TryAnswer = OutputOf<typeof tryRule>

/**
 * Runs texts without storing them (rules RULE-46 to RULE-49).
 *
 * @throws {Failure} TOO_MANY while the organisation has two runs already
 */
export function createTrials(db: Database, limits = tryLimits) {
  const running = new Map<string, number>()

  return async function tried(caller: Caller, input: TryInput): Promise<TryAnswer> {
    const { uuid } = caller.org
    const runs = running.get(uuid) ?? 0
    if (runs >= runsAtOnce)
      throw new Failure('TOO_MANY', { message: 'Your organisation is trying two rules already.', retryAfter: 10 })
    running.set(uuid, runs + 1)
    try {
      return await tryOut(db, caller, input, limits)
    } finally {
      const left = running.get(uuid)! - 1
      if (left > 0) running.set(uuid, left)
      else running.delete(uuid)
    }
  }
}

async function tryOut(
  db: Database,
  { org }: Caller,
  { text, on, compare_with: rule }: TryInput,
  limits: typeof tryLimits,
): Promise<TryAnswer> {
  // what the text refers to is found by its own id and name, which checking returns
  const others = await textsToTry(db, org, text, checkText(text), undefined)
  const checked = checkText(text, others)
  const seen = { faults: [...checked.faults], warnings: [...checked.warnings], tests: [...checked.tests] }
  const nothing = { events: 0, hits: 0, examples: [], complete: false, rejected: [], compared: null }
  if (checked.faults.length > 0) return { ...seen, ...nothing }

  const running = rule === undefined ? undefined : await runningVersion(db, org, rule)
  const run = createRun({ text, kind: checked.kind, others }, running, limits)
  const contexts = await readContexts(() => db, org)
  if (on.kind === 'events') {
    const { portion, rejected } = await pasted(db, org, contexts, on.events)
    return { ...seen, ...(await run.on([portion])), rejected: rejected.slice(0, rejectedShown) }
  }
  const portions =
    on.kind === 'capture'
      ? ofCapture(db, org, contexts, on.capture_uuid)
      : lastHour(db, org, contexts, run.needs(await allDatabases(db, org)))
  return { ...seen, ...(await run.on(portions)), rejected: [] }
}

type Outcome = Pick<TryAnswer, 'events' | 'hits' | 'examples' | 'complete' | 'compared'>

/** A run of a text, beside the version that runs if there is one to compare with. */
function createRun(text: TriedText, running: RunningVersion | undefined, limits: typeof tryLimits) {
  const tried = createTriedRules(text)
  const other = running && createTriedRules(running)

  async function hitsOfBoth({ events, end }: TriedPortion): Promise<HitsOfBoth> {
    return { tried: await tried.run(events, end), running: other ? await other.run(events, end) : [] }
  }

  return {
    needs(databases: readonly CompiledDbc[]) {
      const own = tried.needs(databases)
      return other ? bothNeeds(own, other.needs(databases)) : own
    },
    async on(portions: AsyncIterable<TriedPortion> | Iterable<TriedPortion>): Promise<Outcome> {
      const hits = createHits(examplesShown)
      const last = performance.now() + limits.ms
      let comparison = running ? noComparison(running.version) : null
      let events = 0
      for await (const portion of portions) {
        if (events >= limits.events || performance.now() >= last)
          return { events, complete: false, compared: comparison, ...hits.answer() }
        const both = await hitsOfBoth(portion)
        hits.add(both.tried)
        comparison &&= compared(comparison, [both])
        events += portion.weight
      }
      return { events, complete: true, compared: comparison, ...hits.answer() }
    },
  }
}
