import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { splitCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { type CaseItems, countItems, missingItems } from '@carapace/shared/msoc/cases/case-merge'
import { dueTimes } from '@carapace/shared/msoc/cases/case-timers'
import { nextCaseNumber } from '@carapace/shared/msoc/alerts/changes.queries'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { applyPlans, lockAlerts } from '../alerts/alerts.queries.ts'
import { itemsOf, moveItems } from './items.queries.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'
import { movedTo } from './merging.ts'
import { keepTemplateOf } from './settings.queries.ts'
import {
  addMembers,
  type CaseRow,
  insertCase,
  membersOf,
  numberCase,
  saveCase,
  stampDetected,
} from './writes.queries.ts'

/**
 * Moves chosen items of a case to a new one, which has its marks, its members and its limits (rule CASE-15); the caller
 * is its owner.
 */
export async function splitOff(
  tx: Tx,
  caller: Caller,
  { uuid, revision, title, ...chosen }: z.output<typeof splitCase.input>,
): Promise<CaseWrite> {
  const { org, user } = caller
  const items: CaseItems = { ...chosen, captures: [] }
  const locked = chosen.alerts.length === 0 ? [] : await lockAlerts(tx, org, user.uuid, { uuids: chosen.alerts })
  await keepTemplateOf(tx, org, uuid)
  const one = await lockToWork(tx, caller, uuid)
  if (one.revision !== revision) throw new Failure('ROW_CHANGED')
  if (one.stage === 'CLOSED') throw new Failure('RULE_REFUSED', { message: 'This case is closed. Reopen it first.' })
  if (missingItems(items, await itemsOf(tx, org, uuid)).length > 0)
    throw new Failure('NOT_FOUND', { message: 'Some of what was chosen is not in this case any more.' })

  const made = await insertSplit(tx, caller, one, title)
  await moveItems(tx, org, items, made, actorOf(caller))
  await saveCase(tx, org, uuid, {})
  const { health } = await applyPlans(
    tx,
    org,
    actorOf(caller),
    locked.map(movedTo({ uuid: made, title, needToKnow: one.needToKnow })),
  )
  await stampDetected(tx, org, [uuid, made])
  const counts = countItems(items)
  const seq = await recordEach(tx, caller, made, [
    { kind: 'open', detail: { title, split_from: one.number, ...counts } },
  ])
  const number = await nextCaseNumber(tx, org)
  await numberCase(tx, org, made, number)
  const last = await recordEach(tx, caller, uuid, [{ kind: 'split', detail: { into: number, ...counts } }])
  await audit(tx, org, byCaller(caller), {
    action: 'split case',
    subject: 'case',
    subjectUuid: uuid,
    after: { into: made, ...counts },
  })
  return { uuid: made, health, seq: last ?? seq }
}

async function insertSplit(tx: Tx, caller: Caller, one: CaseRow, title: string): Promise<string> {
  const { org, user } = caller
  const clock = { ...one, createdAt: new Date(), pausedMs: 0, pausedSince: null }
  const made = await insertCase(tx, org, {
    title,
    severity: one.severity,
    ownerUuid: user.uuid,
    createdBy: user.uuid,
    createdAt: clock.createdAt,
    tlp: one.tlp,
    pap: one.pap,
    tags: one.tags,
    needToKnow: one.needToKnow,
    templateUuid: one.templateUuid,
    fields: one.fields,
    sla: one.sla,
    ...dueTimes(clock),
  })
  await addMembers(tx, org, made, [...new Set([user.uuid, ...(await membersOf(tx, org, one.uuid))])])
  return made
}
