import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  type CaseInput,
  type CaseChangeKind,
  isOpen,
  planCase,
  planUnlink,
  whyNotLinked,
} from '@carapace/shared/msoc/cases/cases'
import type { commentCase, createCase, linkAlerts, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { recordCaseChange } from '@carapace/shared/msoc/alerts/changes.queries'
import { worse } from '@carapace/shared/msoc/severity'
import type { HealthNews } from '@carapace/shared/msoc/topics'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { planUpdates } from '../alerts/plans.ts'
import {
  applyPlans,
  lockAlerts,
  type LockedAlert,
  memberNamed,
  type Planned,
  updatedAtOnce,
} from '../alerts/alerts.queries.ts'
import { insertCase, lockCase, numberCase, openCasesAmong, saveCase } from './cases.queries.ts'

/** Maximum alerts of one linking change that are named in the record. */
const numbersRecorded = 20

/**
 * The result of a write: its case, the vehicles whose health it changed, and the number of its last change; undefined
 * if nothing changed.
 */
export interface CaseWrite {
  readonly uuid: string
  readonly health: readonly HealthNews[]
  readonly seq: number | undefined
}

/** Opens a case for alerts. Its number is that of the change that opened it. */
export async function openCase(
  tx: Tx,
  caller: Caller,
  { title, alert_uuids: uuids }: z.output<typeof createCase.input>,
): Promise<CaseWrite> {
  const { org, user } = caller
  const locked = await lockAlerts(tx, org, user.uuid, { uuids })
  await refuseUnlinkable(tx, org, uuids, locked)
  const uuid = await insertCase(tx, org, {
    title,
    severity: locked.map(({ severity }) => severity).reduce(worse),
    userUuid: user.uuid,
  })
  const { health } = await applyPlans(
    tx,
    org,
    actorOf(caller),
    locked.map((alert) => linked(alert, uuid, title, user.uuid)),
  )
  const seq = await recordCaseChange(tx, org, {
    caseUuid: uuid,
    kind: 'open',
    actor: actorOf(caller),
    detail: { title, ...counted(locked) },
  })
  await numberCase(tx, org, uuid, seq)
  await audit(tx, org, byCaller(caller), {
    action: 'open case',
    subject: 'case',
    subjectUuid: uuid,
    after: { title, alerts: uuids },
  })
  return { uuid, health, seq }
}

/** Changes a case; if it is closed with a resolution, its open alerts are closed too. */
export async function changeCase(
  tx: Tx,
  caller: Caller,
  { uuid, revision, owner, close_alerts: resolution, ...changes }: z.output<typeof updateCase.input>,
): Promise<CaseWrite> {
  const { org, user } = caller
  const open = resolution === undefined ? [] : await lockOpenAlerts(tx, caller, uuid)
  const before = await lockKnownCase(tx, org, uuid)
  if (before.revision !== revision) throw new Failure('ROW_CHANGED')
  const plan = planCase(before, { ...changes, owner: await ownerOf(tx, caller, owner) }, new Date())
  const closing =
    resolution === undefined ? [] : await planUpdates(tx, org, user.uuid, open, { status: 'CLOSED', resolution })

  if (plan.changes.length > 0) await saveCase(tx, org, uuid, plan.set)
  const { health, seq: alertSeq } = await applyPlans(tx, org, actorOf(caller), closing)
  const seq =
    (await recordEach(
      tx,
      caller,
      uuid,
      plan.changes.map((change) => withClosed(change, closing.length)),
    )) ?? alertSeq
  if (seq !== undefined)
    await audit(tx, org, byCaller(caller), {
      action: 'change case',
      subject: 'case',
      subjectUuid: uuid,
      before,
      after: { ...plan.set, alerts_closed: closing.length },
    })
  return { uuid, health, seq }
}

/** Adds alerts to a case that is not closed, and removes others from it. */
export async function relinkAlerts(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof linkAlerts.input>,
): Promise<CaseWrite> {
  const { org } = caller
  const { uuid } = input
  const { title, added, removed } = await lockToRelink(tx, caller, input)
  if (added.length + removed.length === 0) return { uuid, health: [], seq: undefined }

  await saveCase(tx, org, uuid, {})
  const plans = [
    ...added.map((alert) => linked(alert, uuid, title, caller.user.uuid)),
    ...removed.map((alert) => ({ alert, ...planUnlink(alert) })),
  ]
  const { health } = await applyPlans(tx, org, actorOf(caller), plans)
  const moves = [
    { kind: 'link', alerts: added },
    { kind: 'unlink', alerts: removed },
  ] as const
  const seq = await recordEach(
    tx,
    caller,
    uuid,
    moves.filter(({ alerts }) => alerts.length > 0).map(({ kind, alerts }) => ({ kind, detail: counted(alerts) })),
  )
  await audit(tx, org, byCaller(caller), {
    action: 'link alerts',
    subject: 'case',
    subjectUuid: uuid,
    after: { added: uuidsOf(added), removed: uuidsOf(removed) },
  })
  return { uuid, health, seq }
}

/** Adds a comment to a case, whether it is closed or not. */
export async function commentOnCase(
  tx: Tx,
  caller: Caller,
  { uuid, text }: z.output<typeof commentCase.input>,
): Promise<CaseWrite> {
  await lockKnownCase(tx, caller.org, uuid)
  await audit(tx, caller.org, byCaller(caller), {
    action: 'comment case',
    subject: 'case',
    subjectUuid: uuid,
    after: { text },
  })
  return { uuid, health: [], seq: await recordEach(tx, caller, uuid, [{ kind: 'comment', detail: { text } }]) }
}

async function lockKnownCase(tx: Tx, org: Org, uuid: string) {
  const found = await lockCase(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

/** Locks all of the case's alerts, and returns the open ones. */
async function lockOpenAlerts(tx: Tx, { org, user }: Caller, uuid: string): Promise<LockedAlert[]> {
  const locked = await lockAlerts(tx, org, user.uuid, { case: uuid })
  if (locked.length > updatedAtOnce)
    throw new Failure('RULE_REFUSED', {
      message: `At most ${updatedAtOnce.toLocaleString('en')} alerts can be closed at once; close some of them first.`,
    })
  return locked.filter(({ status }) => isOpen(status))
}

/** Locks the alerts and then their case, and returns the alerts that really move. */
async function lockToRelink(tx: Tx, { org, user }: Caller, { uuid, add, remove }: z.output<typeof linkAlerts.input>) {
  if (add.some((one) => remove.includes(one)))
    throw new Failure('INVALID_INPUT', { errors: { remove: 'The same alert cannot be added and taken out at once.' } })
  const locked = await lockAlerts(tx, org, user.uuid, { uuids: [...add, ...remove] })
  const { stage, title } = await lockKnownCase(tx, org, uuid)
  if (stage === 'CLOSED') throw new Failure('RULE_REFUSED', { message: 'This case is closed. Reopen it first.' })
  refuseMissing([...add, ...remove], locked)
  const added = locked.filter((alert) => add.includes(alert.uuid) && alert.caseUuid !== uuid)
  const removed = locked.filter((alert) => remove.includes(alert.uuid) && alert.caseUuid === uuid)
  await refuseUnlinkable(tx, org, uuidsOf(added), added)
  return { title, added, removed }
}

async function refuseUnlinkable(
  tx: Tx,
  org: Org,
  uuids: readonly string[],
  locked: readonly LockedAlert[],
): Promise<void> {
  refuseMissing(uuids, locked)
  const openCases = await openCasesAmong(
    tx,
    org,
    locked.flatMap(({ caseUuid }) => caseUuid ?? []),
  )
  const refused = locked.map((alert) => whyNotLinked(alert, openCases)).find((why) => why !== undefined)
  if (refused !== undefined) throw new Failure('RULE_REFUSED', { message: refused })
}

function refuseMissing(uuids: readonly string[], locked: readonly LockedAlert[]): void {
  if (locked.length < new Set(uuids).size)
    throw new Failure('NOT_FOUND', { message: 'Some of these alerts are not there.' })
}

interface Recorded {
  readonly kind: CaseChangeKind
  readonly detail: Record<string, unknown>
}

/** Records changes in order; returns the number of the last one. */
async function recordEach(
  tx: Tx,
  caller: Caller,
  caseUuid: string,
  changes: readonly Recorded[],
): Promise<number | undefined> {
  let seq: number | undefined
  for (const { kind, detail } of changes)
    seq = await recordCaseChange(tx, caller.org, { caseUuid, kind, actor: actorOf(caller), detail })
  return seq
}

/** Adds to the record of a stage change how many alerts were closed with it. */
function withClosed({ kind, detail }: Recorded, alertsClosed: number): Recorded {
  return kind === 'stage' && alertsClosed > 0
    ? { kind, detail: { ...detail, alerts_closed: alertsClosed } }
    : { kind, detail }
}

/** Escalating an alert acknowledges it (rule ALERT-10). */
function linked(alert: LockedAlert, caseUuid: string, title: string, userUuid: string): Planned {
  const escalation = { kind: 'escalate', detail: { case: title } } as const
  const set = { status: 'ESCALATED', caseUuid } as const
  if (alert.acknowledgedAt !== null) return { alert, set, changes: [escalation] }
  return {
    alert,
    set: { ...set, acknowledgedBy: userUuid, acknowledgedAt: new Date() },
    changes: [escalation, { kind: 'acknowledge', detail: { acknowledged: true } }],
  }
}

function counted(alerts: readonly LockedAlert[]) {
  return { alerts: alerts.length, numbers: alerts.slice(0, numbersRecorded).map(({ number }) => number) }
}

const uuidsOf = (alerts: readonly LockedAlert[]): string[] => alerts.map(({ uuid }) => uuid)

async function ownerOf(tx: Tx, caller: Caller, owner: string | null | undefined): Promise<CaseInput['owner']> {
  if (owner === null || owner === undefined) return owner
  const uuid = owner === 'me' ? caller.user.uuid : owner
  const name = await memberNamed(tx, caller.org, uuid)
  if (name === undefined)
    throw new Failure('INVALID_INPUT', { errors: { owner: 'This is not a member of your organisation.' } })
  return { uuid, name }
}
