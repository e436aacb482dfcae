import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { type CaseInput, isOpen, planCase } from '@carapace/shared/msoc/cases/cases'
import { withFields } from '@carapace/shared/msoc/cases/case-fields'
import { dueTimes, planClock } from '@carapace/shared/msoc/cases/case-timers'
import type { commentCase, createCase, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { mentionedIn, withoutMentionMarks } from '@carapace/shared/msoc/cases/mentions'
import { nextCaseNumber, recordCaseChange } from '@carapace/shared/msoc/alerts/changes.queries'
import { worse } from '@carapace/shared/msoc/severity'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { planUpdates } from '../alerts/plans.ts'
import { applyPlans, lockAlerts, type LockedAlert, updatedAtOnce } from '../alerts/alerts.queries.ts'
import { hiddenMergedInto } from './details.queries.ts'
import { counted, linked, refuseUnlinkable } from './linking.ts'
import { type CaseWrite, lockKnownCase, lockToWork, type Recorded, recordEach } from './locking.ts'
import { knownMembers } from './members.ts'
import { type Notify, notifyOfCase, ownerOf, withdrawFromOthers } from './people.ts'
import { fieldDefinitions, statusNamed } from './settings.queries.ts'
import { templateFor, templateTasks } from './templates.ts'
import {
  addMembers,
  type CaseRow,
  hideTitle,
  insertCase,
  lockCase,
  numberCase,
  saveCase,
  stampDetected,
} from './writes.queries.ts'

/** Opens a case, usually for alerts; what is not given is taken from the template (rule CASE-12). */
export async function openCase(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof createCase.input>,
  notify?: Notify,
): Promise<CaseWrite> {
  const { org, user } = caller
  const { title, alert_uuids: uuids, need_to_know: needToKnow = false } = input
  const locked = uuids.length === 0 ? [] : await lockAlerts(tx, org, user.uuid, { uuids })
  await refuseUnlinkable(tx, org, uuids, locked)
  const template = await templateFor(tx, org, input.template_uuid)
  const worst = locked.map(({ severity }) => severity).reduce(worse, 'info')
  const severity = input.severity ?? template?.severity ?? (locked.length > 0 ? worst : 'medium')
  const members = await knownMembers(tx, org, [...(input.members ?? []), user.uuid])
  const createdAt = new Date()
  const clock = { ...freshClock, severity, sla: template?.sla ?? {}, createdAt }
  const uuid = await insertCase(tx, org, {
    title,
    severity,
    ownerUuid: user.uuid,
    createdBy: user.uuid,
    createdAt,
    description: input.description ?? template?.description ?? '',
    tlp: input.tlp ?? template?.tlp ?? 'AMBER',
    pap: input.pap ?? template?.pap ?? 'AMBER',
    tags: [...new Set(input.tags ?? template?.tags ?? [])],
    needToKnow,
    templateUuid: template?.uuid ?? null,
    fields: template?.fields ?? {},
    sla: clock.sla,
    ...dueTimes(clock),
  })
  await addMembers(tx, org, uuid, members)
  await templateTasks(tx, org, uuid, template, createdAt)
  const { health } = await applyPlans(
    tx,
    org,
    actorOf(caller),
    locked.map((alert) => linked(alert, { uuid, title, needToKnow }, user.uuid)),
  )
  await stampDetected(tx, org, [uuid])
  await notifyMembers(tx, caller, notify, uuid, members)
  const seq = await recordCaseChange(tx, org, {
    caseUuid: uuid,
    kind: 'open',
    actor: actorOf(caller),
    detail: { title, ...counted(locked), ...(template && { template: template.name }) },
  })
  await numberCase(tx, org, uuid, await nextCaseNumber(tx, org))
  await audit(tx, org, byCaller(caller), {
    action: 'open case',
    subject: 'case',
    subjectUuid: uuid,
    after: { title, alerts: uuids, template: template?.uuid ?? null },
  })
  return { uuid, health, seq }
}

const freshClock = {
  stage: 'NEW',
  detectedAt: null,
  acknowledgedAt: null,
  closedAt: null,
  pausedMs: 0,
  pausedSince: null,
} as const

async function notifyMembers(tx: Tx, caller: Caller, notify: Notify, uuid: string, members: readonly string[]) {
  const one = notify && (await lockCase(tx, caller.org, uuid))
  if (one)
    await notifyOfCase(tx, caller, notify, one, members, {
      kind: 'case-member',
      title: `${caller.user.name} added you to the case "${one.title}"`,
    })
}

/** Changes a case; if it is closed with a resolution, its open alerts are closed too. */
export async function changeCase(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof updateCase.input>,
  notify?: Notify,
): Promise<CaseWrite> {
  const { org, user } = caller
  const { uuid, close_alerts: resolution } = input
  const open = resolution === undefined ? [] : await lockOpenAlerts(tx, caller, uuid)
  const status = await requestedStatus(tx, caller, input.status, input.stage)
  const before = await lockToWork(tx, caller, uuid)
  if (before.revision !== input.revision) throw new Failure('ROW_CHANGED')
  const { set, changes } = await plannedChange(tx, caller, before, { ...input, status })
  if (set.needToKnow === false) await refuseShowing(tx, caller, uuid)
  const closing =
    resolution === undefined ? [] : await planUpdates(tx, org, user.uuid, open, { status: 'CLOSED', resolution })

  if (changes.length > 0) await saveCase(tx, org, uuid, set)
  if (typeof set.ownerUuid === 'string') await addMembers(tx, org, uuid, [set.ownerUuid])
  if (set.needToKnow === true) {
    // otherwise a caller who is not a member would not see their own change
    await addMembers(tx, org, uuid, [user.uuid])
    await hideTitle(tx, org, uuid)
    await withdrawFromOthers(tx, org, notify, uuid)
  }
  const { health, seq: alertSeq } = await applyPlans(tx, org, actorOf(caller), closing)
  if (typeof set.ownerUuid === 'string')
    await notifyOfCase(tx, caller, notify, { ...before, ...set }, [set.ownerUuid], {
      kind: 'case-assigned',
      title: `CAS-${before.number} "${before.title}" is assigned to you`,
    })
  const seq =
    (await recordEach(
      tx,
      caller,
      uuid,
      changes.map((change) => withClosed(change, closing.length)),
    )) ?? alertSeq
  if (seq !== undefined)
    await audit(tx, org, byCaller(caller), {
      action: 'change case',
      subject: 'case',
      subjectUuid: uuid,
      before,
      after: { ...set, alerts_closed: closing.length },
    })
  return { uuid, health, seq }
}

/** Refuses to show a case to everybody that has what a need-to-know case brought along (rule CASE-9). */
async function refuseShowing(tx: Tx, { org }: Caller, uuid: string): Promise<void> {
  const number = await hiddenMergedInto(tx, org, uuid)
  if (number !== undefined)
    throw new Failure('RULE_REFUSED', {
      message: `CAS-${number}, which is merged into this case, is need-to-know. Take it out first.`,
    })
}

/** The columns that a change sets and what is recorded of it: of the case, of its own fields, of its clock. */
async function plannedChange(
  tx: Tx,
  caller: Caller,
  before: CaseRow,
  input: Omit<z.output<typeof updateCase.input>, 'uuid' | 'revision' | 'status'> & Pick<CaseInput, 'status'>,
) {
  const { owner, need_to_know: needToKnow, fields, close_alerts: closeAlerts, ...rest } = input
  const now = new Date()
  const plan = planCase(
    before,
    {
      ...rest,
      // a case that closes its alerts with a resolution has that resolution, unless it gets another
      resolution: rest.resolution ?? (rest.resolution === null ? null : closeAlerts),
      owner: await ownerOf(tx, caller, owner),
      needToKnow,
    },
    now,
  )
  const own = await plannedFields(tx, caller, before, fields)
  const clock = planClock(before, { ...plan.set, paused: input.paused }, now)
  const changes: Recorded[] = [...plan.changes, ...own.changes, ...pauseChange(before, clock, input.pause_reason)]
  return { set: { ...plan.set, ...own.set, ...clock }, changes }
}

function pauseChange(before: CaseRow, clock: { pausedSince: Date | null }, reason: string | undefined): Recorded[] {
  const paused = clock.pausedSince !== null
  if (paused === (before.pausedSince !== null)) return []
  return [{ kind: 'pause', detail: { paused, ...(reason && { reason }) } }]
}

/** The status to set; it is locked, before any case. */
export async function requestedStatus(tx: Tx, { org }: Caller, uuid: string | null | undefined, stage?: string) {
  if (uuid === undefined || uuid === null) return uuid
  const status = await statusNamed(tx, org, uuid)
  if (!status) throw new Failure('INVALID_INPUT', { errors: { status: 'This status is not there any more.' } })
  if (stage !== undefined && stage !== status.stage)
    throw new Failure('INVALID_INPUT', { errors: { status: `"${status.name}" belongs to another stage.` } })
  return status
}

async function plannedFields(
  tx: Tx,
  { org }: Caller,
  before: CaseRow,
  fields: z.output<typeof updateCase.input>['fields'],
): Promise<{ set: { fields?: CaseRow['fields'] }; changes: Recorded[] }> {
  if (fields === undefined) return { set: {}, changes: [] }
  const { values, changed, errors } = withFields(before.fields, fields, await fieldDefinitions(tx, org))
  if (errors.length > 0) throw new Failure('INVALID_INPUT', { errors: { fields: errors[0]! } })
  if (changed.length === 0) return { set: {}, changes: [] }
  return { set: { fields: values }, changes: [{ kind: 'fields', detail: { fields: [...changed] } }] }
}

/** Adds a comment to a case, whether it is closed or not, and notifies the members whom it mentions. */
export async function commentOnCase(
  tx: Tx,
  caller: Caller,
  { uuid, text }: z.output<typeof commentCase.input>,
  notify?: Notify,
): Promise<CaseWrite> {
  const one = await lockKnownCase(tx, caller, uuid)
  await notifyOfCase(tx, caller, notify, one, mentionedIn(text), {
    kind: 'case-mention',
    title: `${caller.user.name} mentioned you in CAS-${one.number} "${one.title}"`,
    text: withoutMentionMarks(text).slice(0, 500),
  })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'comment case',
    subject: 'case',
    subjectUuid: uuid,
    after: { text },
  })
  const seq = await recordEach(tx, caller, uuid, [{ kind: 'comment', detail: { text } }])
  return { uuid, health: [], seq }
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

/** Adds to the record of a stage change how many alerts were closed with it. */
function withClosed({ kind, detail }: Recorded, alertsClosed: number): Recorded {
  return kind === 'stage' && alertsClosed > 0
    ? { kind, detail: { ...detail, alerts_closed: alertsClosed } }
    : { kind, detail }
}
