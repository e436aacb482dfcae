import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { caseLimits, planUnlink, whyNotLinked } from '@carapace/shared/msoc/cases/cases'
import type { linkAlerts } from '@carapace/shared/msoc/cases/cases.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { applyPlans, lockAlerts, type LockedAlert, type Planned } from '../alerts/alerts.queries.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'
import { countAlerts } from './items.queries.ts'
import { type CaseRow, openCasesAmong, saveCase, stampDetected } from './writes.queries.ts'

/** Maximum alerts of one linking change that are named in the record. */
const numbersRecorded = 20

/** Adds alerts to a case that is not closed, and removes others from it. */
export async function relinkAlerts(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof linkAlerts.input>,
): Promise<CaseWrite> {
  const { org } = caller
  const { uuid } = input
  const { one, added, removed } = await lockToRelink(tx, caller, input)
  if (added.length + removed.length === 0) return { uuid, health: [], seq: undefined }

  await saveCase(tx, org, uuid, {})
  const plans = [
    ...added.map((alert) => linked(alert, one, caller.user.uuid)),
    ...removed.map((alert) => ({ alert, ...planUnlink(alert) })),
  ]
  const { health } = await applyPlans(tx, org, actorOf(caller), plans)
  await stampDetected(tx, org, [uuid])
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

/** Locks the alerts and then their case, and returns the alerts that really move. */
async function lockToRelink(tx: Tx, caller: Caller, { uuid, add, remove }: z.output<typeof linkAlerts.input>) {
  const { org, user } = caller
  if (add.some((one) => remove.includes(one)))
    throw new Failure('INVALID_INPUT', { errors: { remove: 'The same alert cannot be added and taken out at once.' } })
  const locked = await lockAlerts(tx, org, user.uuid, { uuids: [...add, ...remove] })
  const before = await lockToWork(tx, caller, uuid)
  if (before.stage === 'CLOSED') throw new Failure('RULE_REFUSED', { message: 'This case is closed. Reopen it first.' })
  refuseMissing([...add, ...remove], locked)
  const added = locked.filter((alert) => add.includes(alert.uuid) && alert.caseUuid !== uuid)
  const removed = locked.filter((alert) => remove.includes(alert.uuid) && alert.caseUuid === uuid)
  await refuseUnlinkable(tx, org, uuidsOf(added), added)
  if (added.length > 0 && (await countAlerts(tx, org, uuid)) + added.length > caseLimits.alerts)
    throw new Failure('RULE_REFUSED', {
      message: `A case has at most ${caseLimits.alerts.toLocaleString('en')} alerts.`,
    })
  return { one: before, added, removed }
}

/** An entry of an alert's activity, which everybody reads: of a need-to-know case it has no title (rule CASE-9). */
export function escalationTo({ uuid, title, needToKnow }: Pick<CaseRow, 'uuid' | 'title' | 'needToKnow'>) {
  return { kind: 'escalate', detail: needToKnow ? {} : { case: title, case_uuid: uuid } } as const
}

export async function refuseUnlinkable(
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

/** Escalating an alert acknowledges it (rule ALERT-10). */
export function linked(alert: LockedAlert, to: Parameters<typeof escalationTo>[0], userUuid: string): Planned {
  const escalation = escalationTo(to)
  const set = { status: 'ESCALATED', caseUuid: to.uuid } as const
  if (alert.acknowledgedAt !== null) return { alert, set, changes: [escalation] }
  return {
    alert,
    set: { ...set, acknowledgedBy: userUuid, acknowledgedAt: new Date() },
    changes: [escalation, { kind: 'acknowledge', detail: { acknowledged: true } }],
  }
}

export function counted(alerts: readonly LockedAlert[]) {
  return { alerts: alerts.length, numbers: alerts.slice(0, numbersRecorded).map(({ number }) => number) }
}

export const uuidsOf = (some: readonly { readonly uuid: string }[]): string[] => some.map(({ uuid }) => uuid)
