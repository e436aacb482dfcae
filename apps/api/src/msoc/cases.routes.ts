import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type CaseAsk, isOpen, planCase, planUnlink, whyNotLinked } from '@carapace/shared/msoc/cases'
import { type Case, commentCase, createCase, getCase, linkAlerts, listCases, updateCase } from '@carapace/shared/msoc/cases.contract'
import { recordCaseChange } from '@carapace/shared/msoc/changes.queries'
import { worse } from '@carapace/shared/msoc/severity'
import { type HealthNews, topics } from '@carapace/shared/msoc/topics'
import { audit, byCaller } from '../account/sessions.queries.ts'
import { actorOf, type Caller } from '../core/caller.ts'
import type { Database, Tx } from '../core/db.ts'
import { serve } from '../core/serve.ts'
import { planUpdates } from './alert-plans.ts'
import { alertsOfCase, applyPlans, lockAlerts, type LockedAlert, memberNamed, type Planned, updatedAtOnce } from './alerts.queries.ts'
import { casesByUuid, casesPage, insertCase, lockCase, numberCase, openCasesAmong, saveCase, timelineOf } from './cases.queries.ts'

const alertsShown = 500
const changesShown = 1_000
/** So many of the alerts that one change linked are named in the record. */
const numbersRecorded = 20

/** Cases over HTTP. What a change does to one is decided in shared; alerts are locked before their case, and changes recorded last. */
export async function caseRoutes(app: FastifyInstance, { db, publisher }: { db: Database; publisher: Publisher }): Promise<void> {
  serve(app, listCases).with(async ({ input, caller }) => casesPage(db, caller.org, input, caller.user.uuid))

  serve(app, getCase).with(async ({ input: { uuid }, caller: { org } }) => {
    const found = (await casesByUuid(db, org, [uuid])).get(uuid)
    if (!found) throw new Failure('NOT_FOUND')
    const [alerts, timeline] = await Promise.all([alertsOfCase(db, org, uuid, alertsShown), timelineOf(db, org, uuid, changesShown)])
    return { case: found, alerts, timeline }
  })

  serve(app, createCase).with(async ({ input: { title, alert_uuids: uuids }, caller }) => change(caller, async (tx, org) => {
    const locked = await lockAlerts(tx, org, caller.user.uuid, { uuids })
    await refuseUnlinkable(tx, org, uuids, locked)
    const uuid = await insertCase(tx, org, { title, severity: locked.map(({ severity }) => severity).reduce(worse), userUuid: caller.user.uuid })
    const { health } = await applyPlans(tx, org, actorOf(caller), locked.map((alert) => linked(alert, uuid, title)))
    const seq = await recordCaseChange(tx, org, { caseUuid: uuid, kind: 'open', actor: actorOf(caller), detail: { title, ...recorded(locked) } })
    await numberCase(tx, org, uuid, seq)
    await audit(tx, org, byCaller(caller), { action: 'open case', subject: 'case', subjectUuid: uuid, after: { title, alerts: uuids } })
    return { uuid, health, seq }
  }))

  serve(app, updateCase).with(async ({ input: { uuid, revision, owner, close_alerts: resolution, ...asked }, caller }) => change(caller, async (tx, org) => {
    const locked = resolution === undefined ? [] : await lockAlerts(tx, org, caller.user.uuid, { case: uuid })
    if (locked.length > updatedAtOnce) throw new Failure('RULE_REFUSED', { message: `At most ${updatedAtOnce.toLocaleString('en')} alerts can be closed at once; close some of them first.` })
    const before = await lockCase(tx, org, uuid)
    if (!before) throw new Failure('NOT_FOUND')
    if (before.revision !== revision) throw new Failure('ROW_CHANGED')
    const plan = planCase(before, { ...asked, owner: await ownerOf(tx, caller, owner) }, new Date())
    const closing = resolution === undefined ? [] : await planUpdates(tx, org, caller.user.uuid, locked.filter(({ status }) => isOpen(status)), { status: 'CLOSED', resolution })
    if (plan.changes.length > 0) await saveCase(tx, org, uuid, plan.set)
    const { health, seq: alertSeq } = await applyPlans(tx, org, actorOf(caller), closing)
    let seq = alertSeq
    for (const { kind, detail } of plan.changes) {
      const more = kind === 'stage' && closing.length > 0 ? { alerts_closed: closing.length } : {}
      seq = await recordCaseChange(tx, org, { caseUuid: uuid, kind, actor: actorOf(caller), detail: { ...detail, ...more } })
    }
    if (seq !== undefined) await audit(tx, org, byCaller(caller), { action: 'change case', subject: 'case', subjectUuid: uuid, before, after: { ...plan.set, alerts_closed: closing.length } })
    return { uuid, health, seq }
  }))

  serve(app, linkAlerts).with(async ({ input: { uuid, add, remove }, caller }) => change(caller, async (tx, org) => {
    if (add.some((one) => remove.includes(one))) throw new Failure('INVALID_INPUT', { errors: { remove: 'The same alert cannot be added and taken out at once.' } })
    const locked = await lockAlerts(tx, org, caller.user.uuid, { uuids: [...add, ...remove] })
    const before = await lockCase(tx, org, uuid)
    if (!before) throw new Failure('NOT_FOUND')
    if (before.stage === 'CLOSED') throw new Failure('RULE_REFUSED', { message: 'This case is closed. Reopen it first.' })
    const added = locked.filter((alert) => add.includes(alert.uuid) && alert.caseUuid !== uuid)
    const removed = locked.filter((alert) => remove.includes(alert.uuid) && alert.caseUuid === uuid)
    if (locked.length < new Set([...add, ...remove]).size) throw new Failure('NOT_FOUND', { message: 'Some of these alerts are not there.' })
    await refuseUnlinkable(tx, org, added.map((alert) => alert.uuid), added)
    if (added.length + removed.length === 0) return { uuid, health: [], seq: undefined }
    await saveCase(tx, org, uuid, {})
    const { health } = await applyPlans(tx, org, actorOf(caller), [...added.map((alert) => linked(alert, uuid, before.title)), ...removed.map((alert) => ({ alert, ...planUnlink(alert) }))])
    let seq: number | undefined
    for (const [kind, some] of [['link', added], ['unlink', removed]] as const) {
      if (some.length > 0) seq = await recordCaseChange(tx, org, { caseUuid: uuid, kind, actor: actorOf(caller), detail: recorded(some) })
    }
    await audit(tx, org, byCaller(caller), { action: 'link alerts', subject: 'case', subjectUuid: uuid, after: { added: added.map((alert) => alert.uuid), removed: removed.map((alert) => alert.uuid) } })
    return { uuid, health, seq }
  }))

  serve(app, commentCase).with(async ({ input: { uuid, text }, caller }) => change(caller, async (tx, org) => {
    if (!(await lockCase(tx, org, uuid))) throw new Failure('NOT_FOUND')
    await audit(tx, org, byCaller(caller), { action: 'comment case', subject: 'case', subjectUuid: uuid, after: { text } })
    return { uuid, health: [], seq: await recordCaseChange(tx, org, { caseUuid: uuid, kind: 'comment', actor: actorOf(caller), detail: { text } }) }
  }))

  interface Done {
    readonly uuid: string
    readonly health: readonly HealthNews[]
    readonly seq: number | undefined
  }

  /** Does it in one transaction and announces it; answers the case as it then is. */
  async function change(caller: Caller, work: (tx: Tx, org: Org) => Promise<Done>): Promise<{ success: true; case: Case }> {
    const { org } = caller
    const done = await db.transaction(async (tx) => {
      const { uuid, ...news } = await work(tx, org)
      return { ...news, case: (await casesByUuid(tx, org, [uuid])).get(uuid)! }
    })
    publisher.publish(topics.health(org.uuid), done.health)
    if (done.seq !== undefined) publisher.publish(topics.changes(org.uuid), [done.seq])
    return { success: true, case: done.case }
  }
}

async function refuseUnlinkable(tx: Tx, org: Org, uuids: readonly string[], locked: readonly LockedAlert[]): Promise<void> {
  if (locked.length < new Set(uuids).size) throw new Failure('NOT_FOUND', { message: 'Some of these alerts are not there.' })
  const openCases = await openCasesAmong(tx, org, locked.flatMap(({ caseUuid }) => caseUuid ?? []))
  const refused = locked.map((alert) => whyNotLinked(alert, openCases)).find((why) => why !== undefined)
  if (refused !== undefined) throw new Failure('RULE_REFUSED', { message: refused })
}

function linked(alert: LockedAlert, caseUuid: string, title: string): Planned {
  return { alert, set: { status: 'ESCALATED', caseUuid }, changes: [{ kind: 'escalate', detail: { case: title } }] }
}

function recorded(alerts: readonly LockedAlert[]) {
  return { alerts: alerts.length, numbers: alerts.slice(0, numbersRecorded).map(({ number }) => number) }
}

async function ownerOf(tx: Tx, caller: Caller, owner: string | null | undefined): Promise<CaseAsk['owner']> {
  if (owner === null || owner === undefined) return owner
  const uuid = owner === 'me' ? caller.user.uuid : owner
  const name = await memberNamed(tx, caller.org, uuid)
  if (name === undefined) throw new Failure('INVALID_INPUT', { errors: { owner: 'This is not a member of your organisation.' } })
  return { uuid, name }
}
