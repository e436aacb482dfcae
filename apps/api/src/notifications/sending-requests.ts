import type { Org } from '@carapace/shared/core/owned'
import { nextAttempt } from '@carapace/shared/notifications/plan'
import type { Database, Tx } from '../core/db.ts'
import {
  countRequestsSince,
  type DueRequest,
  dueRequests,
  lockDeliveries,
  writeAttempt,
  writeDeliveries,
} from './deliveries.queries.ts'
import { beyondLimit, deactivated } from './not-sent.ts'
import type { Message } from './payloads.ts'
import type { Post, Posted } from './posting.ts'
import { noteResult } from './targets.queries.ts'

/**
 * The most requests that an organisation's notifications cause within an hour, and of these to one target: a dead one
 * must not use up what the others need. As many critical ones are sent besides (rule NOTIFICATION-16).
 */
const requestsAnHour = 2_000
const requestsToOne = 500
const requestsAtOnce = 20
const hourMs = 3_600_000
/** A process that has not reported the result after this long, ms, has died: longer than a request may take. */
const reportMs = 60_000

const lostResult = 'It is unknown whether it was delivered: the server stopped while it was sending.'

interface Deps {
  readonly db: Database
  readonly post: Post
  readonly publicUrl: string
}

/** A request that this process has taken, with the number of its attempt. */
type Taken = DueRequest & { readonly attempt: number }

/**
 * Sends due requests. That one is being sent is committed first: after a crash a chat does not get it again, since it
 * might have arrived; a webhook does, under the same delivery id (rule NOTIFICATION-11). Returns whether more is left
 * to do.
 */
export async function sendRequests(deps: Deps, org: Org): Promise<boolean> {
  const { taken, isMore } = await deps.db.transaction((tx) => takeRequests(tx, org))
  await Promise.all(taken.map((one) => sendOne(deps, org, one)))
  return isMore
}

async function takeRequests(tx: Tx, org: Org): Promise<{ taken: Taken[]; isMore: boolean }> {
  if (!(await lockDeliveries(tx, org))) return { taken: [], isMore: false }
  const now = new Date()
  const due = await dueRequests(tx, org, now, requestsAtOnce)
  if (due.length === 0) return { taken: [], isMore: false }
  const [lost, sendable] = partition(
    due,
    ({ delivery: { state, channel } }) => state === 'SENDING' && channel !== 'webhook',
  )
  await writeDeliveries(tx, org, uuidsOf(lost), { state: 'FAILED', error: lostResult })
  const [gone, others] = partition(sendable, ({ delivery, active }) => delivery.userUuid !== null && active !== true)
  await writeDeliveries(tx, org, uuidsOf(gone), { state: 'SKIPPED', error: deactivated })
  const [ready, off] = partition(others, ({ target }) => target.active && target.verifiedAt !== null)
  await writeDeliveries(tx, org, uuidsOf(off), { state: 'SKIPPED', error: 'The target is switched off or not tested.' })
  const whyBeyond = createLimits(await countRequestsSince(tx, org, new Date(now.getTime() - hourMs)))
  const taken: Taken[] = []
  for (const one of ready) {
    const why = whyBeyond(one)
    if (why === undefined) taken.push({ ...one, attempt: one.delivery.attempts + 1 })
    else await writeDeliveries(tx, org, [one.delivery.uuid], beyondLimit(isCritical(one), why, now))
  }
  for (const { delivery, attempt } of taken)
    await writeDeliveries(tx, org, [delivery.uuid], {
      state: 'SENDING',
      attempts: attempt,
      triedAt: now,
      nextAt: new Date(now.getTime() + reportMs),
    })
  return { taken, isMore: true }
}

const isCritical = ({ notification }: DueRequest) => notification.urgency === 'critical'

/** Returns why a request is beyond a limit; one that is not counts as sent from then on. */
function createLimits(sent: Awaited<ReturnType<typeof countRequestsSince>>) {
  const counts = new Map<string, number>()
  const sentTo = (key: string) => counts.get(key) ?? 0
  const note = (critical: boolean, target: string | null, requests: number) => {
    for (const key of [`${critical}`, `${critical} ${target}`]) counts.set(key, sentTo(key) + requests)
  }
  for (const { critical, targetUuid, requests } of sent) note(critical, targetUuid, requests)
  return (one: DueRequest): string | undefined => {
    const critical = isCritical(one)
    if (sentTo(`${critical}`) >= requestsAnHour)
      return `The organisation had sent ${requestsAnHour} messages within an hour, which is the most.`
    if (sentTo(`${critical} ${one.target.uuid}`) >= requestsToOne)
      return `The target had been sent ${requestsToOne} messages within an hour, which is the most.`
    note(critical, one.target.uuid, 1)
    return undefined
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const uuidsOf = (some: readonly DueRequest[]) => some.map(({ delivery }) => delivery.uuid)

async function sendOne({ db, post, publicUrl }: Deps, org: Org, taken: Taken): Promise<void> {
  const { delivery, notification, target, attempt } = taken
  const posted = await post.send(target, messageOf(notification, publicUrl), delivery.uuid)
  await db.transaction(async (tx) => {
    await writeAttempt(tx, org, { uuid: delivery.uuid, attempts: attempt }, resultOf(posted, taken, new Date()))
    await noteResult(tx, org, target, { lastError: posted.ok ? null : posted.why })
  })
}

function messageOf(notification: DueRequest['notification'], publicUrl: string): Message {
  const { uuid, kind, category, urgency, title, text, count, lastAt, href } = notification
  return { uuid, kind, category, urgency, title, text, count, at: lastAt, url: `${publicUrl}${href}` }
}

/** What is recorded of an attempt (rule NOTIFICATION-12). */
function resultOf(posted: Posted, { delivery: { channel }, attempt }: Taken, now: Date) {
  if (posted.ok) return { state: 'SENT' as const, sentAt: now, error: null }
  const { why, next } = posted
  const mayRepeat = next === 'again' || (next === 'unknown' && channel === 'webhook')
  const nextAt = mayRepeat ? nextAttempt(attempt, now) : undefined
  if (nextAt) return { state: 'QUEUED' as const, nextAt, error: why }
  const isUnknown = next === 'unknown' && channel !== 'webhook'
  return { state: 'FAILED' as const, error: isUnknown ? `It is unknown whether it was delivered: ${why}` : why }
}
