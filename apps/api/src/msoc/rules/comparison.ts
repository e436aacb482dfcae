import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import type { RuleComparison } from '@carapace/shared/msoc/rules/rules.contract'
import type { Database } from '../../core/db.ts'
import { runningText } from './texts.queries.ts'
import { shown } from './trial.ts'
import { textsToTry, type TriedText } from './tried-set.ts'

/** The version of a rule that runs, to compare a text with. */
export interface RunningVersion extends TriedText {
  readonly version: number
}

/**
 * Returns the version of a rule that runs, with what it runs with now.
 *
 * @throws {Failure} NOT_FOUND without such a rule; RULE_REFUSED if no version of it runs
 */
export async function runningVersion(db: Database, org: Org, uuid: string): Promise<RunningVersion> {
  const found = await runningText(db, org, uuid)
  if (found === undefined) throw new Failure('NOT_FOUND')
  const { version, text } = found
  if (version === null || text === null)
    throw new Failure('RULE_REFUSED', { message: 'No version of this rule runs: there is nothing to compare with.' })
  const checked = checkText(text)
  return { version, text, kind: checked.kind, others: await textsToTry(db, org, text, checked, uuid) }
}

const vehiclesCounted = 1_000
const examplesKept = 100

/** A comparison before the first event. */
export function noComparison(version: number): RuleComparison {
  return { version, hits: 0, gained: 0, lost: 0, by_vehicle: {}, gained_examples: [], lost_examples: [] }
}

/** Hits of both on the same events. */
export interface HitsOfBoth {
  readonly tried: readonly RuleHitFound[]
  readonly running: readonly RuleHitFound[]
}

/** Returns the comparison with more hits of both, each compared within the same portion of events (rule RULE-58). */
export function compared(before: RuleComparison, portions: readonly HitsOfBoth[]): RuleComparison {
  const gained = portions.flatMap(({ tried, running }) => without(tried, running))
  const lost = portions.flatMap(({ tried, running }) => without(running, tried))
  const vehicles = new Map(Object.entries(before.by_vehicle))
  for (const { vin } of gained) count(vehicles, vin, { gained: 1, lost: 0 })
  for (const { vin } of lost) count(vehicles, vin, { gained: 0, lost: 1 })
  return {
    version: before.version,
    hits: before.hits + portions.reduce((sum, { running }) => sum + running.length, 0),
    gained: before.gained + gained.length,
    lost: before.lost + lost.length,
    by_vehicle: Object.fromEntries(vehicles),
    gained_examples: examples(before.gained_examples, gained),
    lost_examples: examples(before.lost_examples, lost),
  }
}

/** Returns the hits that have no equal among the others; each of the others equals one at most. */
function without(hits: readonly RuleHitFound[], others: readonly RuleHitFound[]): RuleHitFound[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1)
  return hits.filter((hit) => {
    const equals = left.get(keyOf(hit)) ?? 0
    left.set(keyOf(hit), equals - 1)
    return equals <= 0
  })
}

const keyOf = ({ ruleUuid, vin, group, ts }: RuleHitFound): string => JSON.stringify([ruleUuid, vin, group, ts])

type Vehicles = Map<string, RuleComparison['by_vehicle'][string]>

function count(vehicles: Vehicles, vin: string, more: RuleComparison['by_vehicle'][string]): void {
  const known = vehicles.get(vin)
  if (known === undefined && vehicles.size >= vehiclesCounted) return
  vehicles.set(vin, { gained: (known?.gained ?? 0) + more.gained, lost: (known?.lost ?? 0) + more.lost })
}

function examples(before: RuleComparison['gained_examples'], hits: readonly RuleHitFound[]) {
  return [...before, ...hits.slice(0, Math.max(0, examplesKept - before.length)).map(shown)]
}
