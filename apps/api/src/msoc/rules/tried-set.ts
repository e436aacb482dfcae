import type { Org } from '@carapace/shared/core/owned'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { type CheckedText, triedUuid } from '@carapace/shared/msoc/rules/check-rule'
import { compileRules, needsWith, type RuleSet, type RuleText } from '@carapace/shared/msoc/rules/rule-set'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import { runRules } from '@carapace/shared/msoc/rules/running'
import type { Database, Tx } from '../../core/db.ts'
import { referencesOf, relatedTexts } from './related.ts'
import { runningFilters } from './texts.queries.ts'
import { type KnownEvent, runOn } from './trial.ts'

/** What a text runs with: the rules that it refers to, and the running filters that name it (rule RULE-46). */
export async function textsToTry(
  db: Database | Tx,
  org: Org,
  text: string,
  { id, name }: Pick<CheckedText, 'id' | 'name'>,
  uuid: string | undefined,
): Promise<RuleText[]> {
  const except = uuid === undefined ? [] : [uuid]
  const related = await relatedTexts(db, org, [text], 'newest', except)
  const known = new Set(related.map((one) => one.uuid))
  const filters = (await runningFilters(db, org)).filter(
    (filter) =>
      filter.uuid !== uuid &&
      !known.has(filter.uuid) &&
      referencesOf(filter.text).some((reference) => reference === id || reference === name),
  )
  return [...related, ...filters.map(({ uuid, version, text }) => ({ uuid, version, text }))]
}

/** A text with what it runs with. */
export interface TriedText {
  readonly text: string
  readonly kind: CheckedText['kind']
  readonly others: readonly RuleText[]
}

/** A text at work with what it runs with. */
interface TriedRules {
  /** What it reads of an organisation with these databases. */
  needs(databases: readonly CompiledDbc[]): RuleSet['needs']
  /**
   * Returns the text's own hits on events: of a filter, those that it leaves. No event earlier than `end`, epoch ms,
   * follows.
   */
  run(events: readonly KnownEvent[], end: number): Promise<RuleHitFound[]>
}

export function createTriedRules({ text, kind, others }: TriedText): TriedRules {
  const set = compileRules([...others, { uuid: triedUuid, version: 1, text }])
  const rules = runRules(set)
  const isOwn = ({ ruleUuid }: RuleHitFound) => kind === 'filter' || ruleUuid === triedUuid
  return {
    needs: (databases) => needsWith(set, databases),
    async run(events, end) {
      const hits: RuleHitFound[] = []
      for await (const found of runOn(rules, events)) hits.push(...found.filter(isOwn))
      hits.push(...rules.advance(end, end).filter(isOwn))
      return hits
    },
  }
}

/** Returns what either of two sets of rules needs. */
export function bothNeeds(a: RuleSet['needs'], b: RuleSet['needs']): RuleSet['needs'] {
  return {
    services: new Set([...a.services, ...b.services]),
    canIds: a.canIds === 'all' || b.canIds === 'all' ? 'all' : new Set([...a.canIds, ...b.canIds]),
    databases: a.databases || b.databases,
    correlated: new Set([...a.correlated, ...b.correlated]),
    longestTimespanMs: Math.max(a.longestTimespanMs, b.longestTimespanMs),
  }
}
