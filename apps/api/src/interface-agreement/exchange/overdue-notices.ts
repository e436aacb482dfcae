import { takesPart } from '@carapace/shared/interface-agreement/access'
import { artefactKinds } from '@carapace/shared/artefact-kinds'
import { dayOf, responsibleFor } from '@carapace/shared/interface-agreement/compliance'
import { isOverdue } from '@carapace/shared/interface-agreement/due-dates'
import { isNegotiated, restored, stateOf } from '@carapace/shared/interface-agreement/negotiation'
import type { WorkProductRow } from '@carapace/shared/interface-agreement/row'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import type { Database, Tx } from '../../core/db.ts'
import type { Notifications } from '../../core/notifications.ts'
import type { Deps } from '../../module.ts'
import { type Happened, duesOf } from './compliance.ts'
import { placeOf } from './exchange.ts'
import { agreementHref } from '../notices.ts'
import {
  addOverdue,
  agreementsAfter,
  happenedIn,
  lockSent,
  overdueKnown,
  type ResponsibleSide,
  type SentAgreement,
  sidesOf,
} from './overdue.queries.ts'

const dayMs = 86_400_000

type NoticeDeps = Pick<Deps, 'db' | 'services' | 'onError'>

/**
 * Looks once a day for exchanges that are overdue, and notifies the team of the responsible side of each once (rule
 * AGREEMENT-36). Any number of processes may run it: notice and notification are one transaction under the agreement's
 * lock.
 */
export function createOverdueNotices(deps: NoticeDeps, pauseMs = dayMs): Pick<Rounds, 'start' | 'stop'> {
  return inRounds(pauseMs, (stopping) => notifyOfOverdue(deps, stopping), deps.onError)
}

/** One look at all agreements. */
export async function notifyOfOverdue(
  { db, services, onError }: NoticeDeps,
  stopping: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { notifications } = services
  if (!notifications) return
  for await (const uuid of allAgreements(db)) {
    if (stopping.aborted) return
    try {
      const notified = await db.transaction((tx) => notify(tx, notifications, uuid, dayOf(now.toISOString())))
      for (const { org } of notified) notifications.wake(org)
    } catch (error) {
      onError(error)
    }
  }
}

async function* allAgreements(db: Database): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const uuids = await agreementsAfter(db, after)
    yield* uuids
    after = uuids.at(-1)
    if (after === undefined) return
  }
}

/** Notifies the sides of an agreement; returns those that were. */
async function notify(tx: Tx, notifications: Notifications, uuid: string, today: string): Promise<ResponsibleSide[]> {
  const agreement = await lockSent(tx, uuid)
  if (!agreement || isOver(agreement, today)) return []
  const rows = bindingRows(agreement)
  const happened = { ...(await happenedIn(tx, uuid)), cover: agreement.cover }
  const notified: ResponsibleSide[] = []
  for (const side of await sidesOf(tx, uuid)) {
    const due = await overdueOf(tx, rows, side, happened, today)
    const fresh = due.length === 0 ? [] : await unknownOf(tx, uuid, side, due)
    for (const one of fresh) await notifyOf(tx, notifications, agreement, side, one)
    if (fresh.length > 0) notified.push(side)
  }
  return notified
}

const isOver = ({ cover: { valid_until: end } }: SentAgreement, today: string) => end !== '' && end < today

/** The rows that bind: those that both sides accepted, and all of an agreement that was signed. */
function bindingRows({ negotiation, isSigned }: SentAgreement): WorkProductRow[] {
  return [...restored(negotiation).rows.values()].flatMap((row) =>
    isNegotiated(row) && (isSigned || stateOf(row) === 'accepted') ? [row.row] : [],
  )
}

interface Overdue {
  readonly row: WorkProductRow
  readonly due: string
}

async function overdueOf(
  tx: Tx,
  rows: readonly WorkProductRow[],
  { side, org, programUuid }: ResponsibleSide,
  happened: Happened,
  today: string,
): Promise<Overdue[]> {
  const responsible = rows.filter((row) => responsibleFor(row).includes(side))
  const kinds = artefactKinds.map(({ kind }) => kind)
  const source = programUuid === null ? undefined : { side, org, programUuid, kinds, countsIn: () => true }
  const dues = await duesOf(tx, responsible, happened, source)
  return responsible.flatMap((row) => {
    const { due } = dues.get(row.id)!
    return due !== undefined && isOverdue(due, today) ? [{ row, due }] : []
  })
}

async function unknownOf(tx: Tx, uuid: string, { side }: ResponsibleSide, overdue: readonly Overdue[]) {
  const known = await overdueKnown(tx, uuid, side)
  return overdue.filter(({ row, due }) => !known.has(`${row.id} ${due}`))
}

async function notifyOf(
  tx: Tx,
  notifications: Notifications,
  agreement: SentAgreement,
  { side, org, team }: ResponsibleSide,
  { row, due }: Overdue,
): Promise<void> {
  const { uuid } = agreement
  await addOverdue(tx, org, { agreementUuid: uuid, side, row: row.id, due })
  await notifications.add(tx, org, {
    kind: 'agreement-overdue',
    urgency: 'high',
    title: `${placeOf(agreement, row.id)}: the exchange was due on ${due}`,
    href: agreementHref(uuid, 'compliance', row.id),
    to: { users: team.filter((reader) => takesPart(reader, row.id)).map(({ userUuid }) => userUuid) },
    dedupKey: `agreement-overdue ${uuid} ${row.id} ${due}`,
  })
}
