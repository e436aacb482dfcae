import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type CheckedText, checkText } from '@carapace/shared/msoc/rules/check-rule'
import { mostRules, type RuleOrigin, severityOfLevel } from '@carapace/shared/msoc/rules/rules'
import type { RuleFault } from '@carapace/shared/msoc/rules/rules.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { relatedTexts } from './related.ts'
import { ruleCalled } from './texts.queries.ts'
import { insertRule, insertVersion, type StoredRule, updateRule } from './writes.queries.ts'

/** A text without faults, with all its tests passed. */
export type GoodText = CheckedText & { readonly kind: NonNullable<CheckedText['kind']> }

/** At most this many faults are named in a refusal. */
const mostNamed = 10

/** Checks a text together with the organisation's rules to which it refers (rule RULE-36). */
export async function checkWithRelated(db: Database | Tx, org: Org, text: string, uuid?: string): Promise<CheckedText> {
  const related = await relatedTexts(db, org, [text], 'newest', uuid === undefined ? [] : [uuid])
  return checkText(text, related)
}

/** Why a text cannot be stored: its faults, then its failed tests; empty if it can (rule RULE-32). */
export function reasonsAgainst({ kind, faults, tests }: CheckedText): string[] {
  const failed = tests.filter(({ passed }) => !passed)
  const reasons = [
    ...faults.map(atPlace),
    ...failed.map(({ name, message, line }) => `Line ${line}: the test "${name}" failed: ${message}`),
  ]
  return kind === undefined && reasons.length === 0 ? ['This text has no rule.'] : reasons
}

export const atPlace = ({ line, column, message }: RuleFault) => `Line ${line}, column ${column}: ${message}`

/**
 * Refuses a text that cannot be stored.
 *
 * @throws {Failure} INVALID_INPUT with the faults and failed tests
 */
export function storable(checked: CheckedText): GoodText {
  const reasons = reasonsAgainst(checked)
  if (reasons.length > 0)
    throw new Failure('INVALID_INPUT', {
      message: reasons[0]!,
      errors: { text: reasons.slice(0, mostNamed).join('\n') },
    })
  return checked as GoodText
}

/** Refuses an id or a name that another rule of the organisation has (rule RULE-34). */
export async function refuseTaken(tx: Tx, org: Org, { id, name }: CheckedText, uuid?: string): Promise<void> {
  const reason = await takenBy(tx, org, { id, name }, uuid)
  if (reason !== undefined) throw new Failure('INVALID_INPUT', { message: reason, errors: { text: reason } })
}

export async function takenBy(
  tx: Tx,
  org: Org,
  { id, name }: Pick<CheckedText, 'id' | 'name'>,
  uuid?: string,
): Promise<string | undefined> {
  const names = [id, name].filter((one) => one !== undefined)
  const title = await ruleCalled(tx, org, names, uuid)
  return title === undefined ? undefined : `The rule "${title}" has this id or name already.`
}

interface Origin {
  readonly origin: RuleOrigin
  readonly note: string
  readonly pack?: string | undefined
  readonly packVersion?: string | undefined
}

const headingOf = (checked: GoodText) => ({
  kind: checked.kind,
  title: checked.title,
  severity: severityOfLevel(checked.level),
  service: checked.service,
  tags: [...checked.tags],
  sigmaId: checked.id ?? null,
  sigmaName: checked.name ?? null,
})

const packOf = ({ pack, packVersion }: Origin) => ({ pack: pack ?? null, packVersion: packVersion ?? null })

/** Stores a new rule as a draft; returns its uuid. Call `lockRules` before. */
export async function addRule(tx: Tx, caller: Caller, text: string, checked: GoodText, from: Origin): Promise<string> {
  const fields = { ...headingOf(checked), origin: from.origin, ...packOf(from) }
  const uuid = await insertRule(tx, caller.org, fields, { version: 1, text, note: from.note, ...authorOf(caller) })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'create rule',
    subject: 'rule',
    subjectUuid: uuid,
    after: { title: checked.title, version: 1, text },
  })
  return uuid
}

/**
 * Stores the next version of a rule; what runs stays (rule RULE-35). A rule of a pack that a person changes is no
 * longer updated with its pack (rule RULE-54).
 */
export async function addVersion(
  tx: Tx,
  caller: Caller,
  rule: StoredRule,
  text: string,
  checked: GoodText,
  from: Origin,
): Promise<void> {
  const version = rule.version + 1
  await insertVersion(tx, caller.org, rule, { version, text, note: from.note, ...authorOf(caller) })
  await updateRule(tx, caller.org, rule.uuid, {
    ...headingOf(checked),
    version,
    origin: from.origin,
    ...(from.pack !== undefined && packOf(from)),
  })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'save rule',
    subject: 'rule',
    subjectUuid: rule.uuid,
    before: { title: rule.title, version: rule.version },
    after: { title: checked.title, version, text },
  })
}

const authorOf = ({ user }: Caller) => ({ authorUuid: user.uuid, author: user.name })

/** Refuses more rules than an organisation may have (rule RULE-41). */
export function refuseMore(rules: number): void {
  if (rules >= mostRules)
    throw new Failure('RULE_REFUSED', { message: `There are ${mostRules.toLocaleString('en')} rules already.` })
}
