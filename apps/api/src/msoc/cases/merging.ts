import { Failure } from '@carapace/shared/core/failure'
import { countItems, returning, whyNotMerged, whyNotUnmerged } from '@carapace/shared/msoc/cases/case-merge'
import { planClock } from '@carapace/shared/msoc/cases/case-timers'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { applyPlans, lockAlerts, type LockedAlert, type Planned } from '../alerts/alerts.queries.ts'
import { insertMerge, itemsOf, markUndone, mergeOf, moveItems } from './items.queries.ts'
import { escalationTo } from './linking.ts'
import { type CaseWrite, recordEach } from './locking.ts'
import { type Notify, withdrawFromOthers } from './people.ts'
import {
  addMembers,
  type CaseRow,
  hideTitle,
  lockSeenCases,
  membersOf,
  saveCase,
  stampDetected,
} from './writes.queries.ts'

/**
 * Merges a case into another one (rule CASE-13): all its items move, its record stays and is shown there too.
 *
 * @throws {Failure} NOT_FOUND if the caller may not see one of them, RULE_REFUSED with the reason
 */
export async function mergeCase(
  tx: Tx,
  caller: Caller,
  from: string,
  into: string,
  notify: Notify,
): Promise<CaseWrite> {
  const { org, user } = caller
  const locked = await lockAlerts(tx, org, user.uuid, { case: from })
  const { source, target } = await lockBoth(tx, caller, from, into)
  const items = { source: await itemsOf(tx, org, from), target: await itemsOf(tx, org, into) }
  const message = whyNotMerged(source, target, items)
  if (message !== undefined) throw new Failure('RULE_REFUSED', { message })
  // an alert that was added after the others were locked would stay behind
  if (items.source.alerts.length !== locked.length) throw new Failure('ROW_CHANGED')

  const isHidden = source.needToKnow || target.needToKnow
  const now = new Date()
  await moveItems(tx, org, items.source, into, actorOf(caller))
  await addMembers(tx, org, into, await membersOf(tx, org, from))
  await saveCase(tx, org, into, { needToKnow: isHidden })
  await saveCase(tx, org, from, {
    mergedInto: into,
    mergedStage: source.stage,
    stage: 'CLOSED',
    closedAt: source.closedAt ?? now,
    ...planClock(source, { stage: 'CLOSED' }, now),
  })
  await insertMerge(tx, org, { sourceUuid: from, targetUuid: into, moved: items.source, actor: actorOf(caller) })
  const { health } = await applyPlans(
    tx,
    org,
    actorOf(caller),
    locked.map(movedTo({ ...target, needToKnow: isHidden })),
  )
  if (isHidden) {
    await hideTitle(tx, org, into)
    await withdrawFromOthers(tx, org, notify, into)
  }
  await stampDetected(tx, org, [from, into])
  const counts = countItems(items.source)
  await recordEach(tx, caller, from, [{ kind: 'merge', detail: { into: target.number } }])
  const seq = await recordEach(tx, caller, into, [
    { kind: 'merge', detail: { from: source.number, ...counts } },
    ...(isHidden === target.needToKnow ? [] : [{ kind: 'access' as const, detail: { need_to_know: true } }]),
  ])
  await audit(tx, org, byCaller(caller), {
    action: 'merge case',
    subject: 'case',
    subjectUuid: into,
    after: { merged: from, ...counts },
  })
  return { uuid: into, health, seq }
}

/** Takes a merged case out again with what it brought along and what is still there (rule CASE-14). */
export async function unmergeOne(tx: Tx, caller: Caller, uuid: string): Promise<CaseWrite> {
  const { org, user } = caller
  const merge = await mergeOf(tx, org, uuid)
  const locked = merge ? await lockAlerts(tx, org, user.uuid, { uuids: merge.moved.alerts }) : []
  const rows = await lockSeenCases(tx, org, user, merge ? [uuid, merge.targetUuid] : [uuid])
  const source = rows.find((row) => row.uuid === uuid)
  if (!source) throw new Failure('NOT_FOUND')
  // it may have been taken out, and merged again, before it was locked
  if (merge?.uuid !== (await mergeOf(tx, org, uuid))?.uuid || source.mergedInto !== (merge?.targetUuid ?? null))
    throw new Failure('ROW_CHANGED')
  const target = rows.find((row) => row.uuid === merge?.targetUuid)
  const message = whyNotUnmerged(source, target)
  if (message !== undefined || !target || !merge) throw new Failure('RULE_REFUSED', { message: message! })

  const items = returning(merge.moved, await itemsOf(tx, org, target.uuid))
  const back = locked.filter((alert) => alert.caseUuid === target.uuid)
  await moveItems(tx, org, items, uuid, actorOf(caller))
  await saveCase(tx, org, uuid, {
    mergedInto: null,
    mergedStage: null,
    stage: source.mergedStage ?? 'IN_PROGRESS',
    ...(source.mergedStage !== 'CLOSED' && { closedAt: null }),
    ...planClock(source, { stage: source.mergedStage ?? 'IN_PROGRESS' }, new Date()),
  })
  await saveCase(tx, org, target.uuid, {})
  await markUndone(tx, org, merge.uuid)
  const { health } = await applyPlans(tx, org, actorOf(caller), back.map(movedTo(source)))
  await stampDetected(tx, org, [uuid, target.uuid])
  const counts = countItems({ ...items, alerts: back.map((alert) => alert.uuid) })
  await recordEach(tx, caller, target.uuid, [{ kind: 'unmerge', detail: { out: source.number, ...counts } }])
  const seq = await recordEach(tx, caller, uuid, [{ kind: 'unmerge', detail: { from: target.number, ...counts } }])
  await audit(tx, org, byCaller(caller), {
    action: 'unmerge case',
    subject: 'case',
    subjectUuid: uuid,
    after: { from: target.uuid, ...counts },
  })
  return { uuid, health, seq }
}

/** Locks the case that is merged and the one that remains, in the order of their uuids. */
async function lockBoth(tx: Tx, { org, user }: Caller, from: string, into: string) {
  const rows = await lockSeenCases(tx, org, user, [from, into])
  const named = (uuid: string): CaseRow => {
    const found = rows.find((row) => row.uuid === uuid)
    if (!found) throw new Failure('NOT_FOUND')
    return found
  }
  return { source: named(from), target: named(into) }
}

/** An alert that belongs to another case from now on; its status stays. */
export const movedTo =
  (to: Parameters<typeof escalationTo>[0]) =>
  (alert: LockedAlert): Planned => ({ alert, set: { caseUuid: to.uuid }, changes: [escalationTo(to)] })
