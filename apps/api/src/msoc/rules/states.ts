import type { Org } from '@carapace/shared/core/owned'
import { compileRules, type RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { referencesOf, relatedTexts } from './related.ts'
import { settingsOf } from './rules.queries.ts'
import { runningReferrers } from './texts.queries.ts'
import { announceRunning, type StoredRule, updateRule, versionAt } from './writes.queries.ts'

const named = ({ title }: StoredRule, reason: string) => `${title}: ${reason}`

interface Candidate {
  readonly rule: StoredRule
  readonly text: RuleText
}

/**
 * Enables a version of each rule, or the newest; returns why some were refused (rules RULE-37 to RULE-39). Call
 * `lockRules` before.
 */
export async function enableRules(
  tx: Tx,
  caller: Caller,
  rules: readonly StoredRule[],
  version: number | undefined,
): Promise<string[]> {
  const { org } = caller
  const { fourEyes } = await settingsOf(tx, org)
  const refused: string[] = []
  const candidates: Candidate[] = []
  for (const rule of rules) {
    const wanted = version ?? rule.version
    if (rule.enabledVersion === wanted) continue
    const stored = await versionAt(tx, org, rule.uuid, wanted)
    if (!stored) refused.push(named(rule, `there is no version ${wanted}.`))
    else if (fourEyes && stored.approvedAt === null)
      refused.push(named(rule, `another member must approve version ${wanted} first.`))
    else candidates.push({ rule, text: { uuid: rule.uuid, version: wanted, text: stored.text } })
  }
  const { good, faults } = await readTogether(tx, org, candidates)
  for (const { rule, text } of good) await enable(tx, caller, rule, text.version)
  if (good.length > 0) await announceRunning(tx, org)
  return [...refused, ...faults]
}

/** The candidates that can run with the rules that run already; a refused one may be what another refers to. */
async function readTogether(tx: Tx, org: Org, candidates: readonly Candidate[]) {
  const faults: string[] = []
  let good = candidates
  while (good.length > 0) {
    const uuids = good.map(({ rule }) => rule.uuid)
    const texts = good.map(({ text }) => text)
    const related = await relatedTexts(
      tx,
      org,
      texts.map(({ text }) => text),
      'enabled',
      uuids,
    )
    const { faults: found } = compileRules([...related, ...texts])
    const bad = good.filter(({ rule }) => found.has(rule.uuid))
    if (bad.length === 0) break
    faults.push(...bad.map(({ rule }) => named(rule, `${found.get(rule.uuid)!} Only rules that run count.`)))
    good = good.filter((candidate) => !bad.includes(candidate))
  }
  return { good, faults }
}

async function enable(tx: Tx, caller: Caller, rule: StoredRule, version: number): Promise<void> {
  await updateRule(tx, caller.org, rule.uuid, { state: 'ENABLED', enabledVersion: version })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'enable rule',
    subject: 'rule',
    subjectUuid: rule.uuid,
    before: { state: rule.state, enabled_version: rule.enabledVersion },
    after: { title: rule.title, state: 'ENABLED', enabled_version: version },
  })
}

/**
 * Disables rules, except those to which a rule refers that goes on running; returns why some were refused (rule
 * RULE-37). Call `lockRules` before.
 */
export async function disableRules(tx: Tx, caller: Caller, rules: readonly StoredRule[]): Promise<string[]> {
  const { org } = caller
  const uuids = new Set(rules.map(({ uuid }) => uuid))
  const needed = new Map<string, string>()
  for (const { uuid, title, text } of await runningReferrers(tx, org))
    if (!uuids.has(uuid)) for (const name of referencesOf(text)) needed.set(name, title)
  const refused: string[] = []
  let disabled = 0
  for (const rule of rules) {
    if (rule.state !== 'ENABLED') continue
    const by = needed.get(rule.sigmaId ?? '') ?? needed.get(rule.sigmaName ?? '')
    if (by !== undefined) {
      refused.push(named(rule, `the rule "${by}", which runs, refers to it.`))
      continue
    }
    await updateRule(tx, org, rule.uuid, { state: 'DISABLED', enabledVersion: null })
    await audit(tx, org, byCaller(caller), {
      action: 'disable rule',
      subject: 'rule',
      subjectUuid: rule.uuid,
      before: { title: rule.title, state: rule.state, enabled_version: rule.enabledVersion },
      after: { state: 'DISABLED' },
    })
    disabled += 1
  }
  if (disabled > 0) await announceRunning(tx, org)
  return refused
}
