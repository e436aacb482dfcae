import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  approveRule,
  checkRule,
  deleteRule,
  getRule,
  listRules,
  saveRule,
  setRuleSettings,
  setRuleState,
} from '@carapace/shared/msoc/rules/rules.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { ruleRows, rulesPage, settingsOf, versionsOf } from './rules.queries.ts'
import { addRule, addVersion, checkWithRelated, refuseMore, refuseTaken, storable } from './saving.ts'
import { disableRules, enableRules } from './states.ts'
import {
  lockRules,
  markApproved,
  removeRule,
  storedRules,
  type StoredRule,
  updateRule,
  versionAt,
  writeFourEyes,
} from './writes.queries.ts'

/** Detection rules over HTTP: written, checked, approved, enabled. Rules RULE-30 to RULE-42 of the module's SPEC.md. */
export async function ruleRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, listRules).with(async ({ input, caller: { org } }) => rulesPage(db, org, input))

  serve(app, getRule).with(async ({ input: { uuid }, caller: { org } }) => {
    const [rows, versions, settings] = await Promise.all([
      ruleRows(db, org, [uuid]),
      versionsOf(db, org, uuid),
      settingsOf(db, org),
    ])
    const [rule] = rows
    if (!rule) throw new Failure('NOT_FOUND')
    return { rule, versions, four_eyes: settings.fourEyes }
  })

  serve(app, checkRule).with(async ({ input: { text }, caller: { org } }) => {
    const { kind, title, faults, warnings, tests } = await checkWithRelated(db, org, text)
    return { kind: kind ?? null, title, faults: [...faults], warnings: [...warnings], tests: [...tests] }
  })

  serve(app, saveRule).with(async ({ input: { uuid, revision, text, note }, caller }) => {
    const { org } = caller
    const checked = storable(await checkWithRelated(db, org, text, uuid))
    const rule = await db.transaction(async (tx) => {
      const rules = await lockRules(tx, org)
      const from = { origin: 'own', note } as const
      if (uuid === undefined) refuseMore(rules)
      const before = uuid === undefined ? undefined : await storedAt(tx, org, uuid, revision ?? 0)
      await refuseTaken(tx, org, checked, uuid)
      if (before) await addVersion(tx, caller, before, text, checked, from)
      return rowOf(tx, org, before?.uuid ?? (await addRule(tx, caller, text, checked, from)))
    })
    return { success: true, rule, warnings: [...checked.warnings] }
  })

  serve(app, setRuleState).with(async ({ input: { uuids, enabled, version }, caller }) => {
    const { org } = caller
    return db.transaction(async (tx) => {
      await lockRules(tx, org)
      const rules = await storedRules(tx, org, uuids)
      if (rules.length < new Set(uuids).size) throw new Failure('NOT_FOUND')
      const refused = enabled ? await enableRules(tx, caller, rules, version) : await disableRules(tx, caller, rules)
      return { success: true, rules: await ruleRows(tx, org, uuids), refused }
    })
  })

  serve(app, approveRule).with(async ({ input: { uuid, version }, caller }) => {
    const { org } = caller
    const rule = await db.transaction(async (tx) => {
      await lockRules(tx, org)
      const before = await storedAt(tx, org, uuid)
      const stored = await versionAt(tx, org, uuid, version)
      if (!stored) throw new Failure('NOT_FOUND')
      if (stored.authorUuid === caller.user.uuid)
        throw new Failure('RULE_REFUSED', { message: 'You wrote this version: another member must approve it.' })
      if (stored.approvedAt !== null)
        throw new Failure('RULE_REFUSED', { message: `${stored.approvedBy} has approved this version already.` })
      await markApproved(tx, org, stored, caller.user.name)
      await updateRule(tx, org, uuid, {})
      await audit(tx, org, byCaller(caller), {
        action: 'approve rule',
        subject: 'rule',
        subjectUuid: uuid,
        after: { title: before.title, version, author: stored.author },
      })
      return rowOf(tx, org, uuid)
    })
    return { success: true, rule }
  })

  serve(app, deleteRule).with(async ({ input: { uuid }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      await lockRules(tx, org)
      const before = await storedAt(tx, org, uuid)
      if (before.state === 'ENABLED') throw new Failure('RULE_REFUSED', { message: 'It runs: disable it first.' })
      await removeRule(tx, org, uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'delete rule',
        subject: 'rule',
        subjectUuid: uuid,
        before: { title: before.title, version: before.version, state: before.state },
      })
    })
    return { success: true }
  })

  serve(app, setRuleSettings).with(async ({ input: { four_eyes: fourEyes }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      await lockRules(tx, org)
      const before = await settingsOf(tx, org)
      await writeFourEyes(tx, org, fourEyes)
      await audit(tx, org, byCaller(caller), {
        action: 'set rule settings',
        subject: 'rule',
        before: { four_eyes: before.fourEyes },
        after: { four_eyes: fourEyes },
      })
    })
    return { success: true }
  })
}

/** A rule that is still at this revision; without one, at any. */
async function storedAt(tx: Tx, org: Org, uuid: string, revision?: number): Promise<StoredRule> {
  const [rule] = await storedRules(tx, org, [uuid])
  if (!rule) throw new Failure('NOT_FOUND')
  if (revision !== undefined && rule.revision !== revision) throw new Failure('ROW_CHANGED')
  return rule
}

const rowOf = async (tx: Tx, org: Org, uuid: string) => (await ruleRows(tx, org, [uuid]))[0]!
