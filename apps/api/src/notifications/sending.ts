import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { topics } from '@carapace/shared/notifications/topics'
import type { Database } from '../core/db.ts'
import type { AddNotification } from './adding.ts'
import { noteUnsentMails, orgsDue } from './deliveries.queries.ts'
import { escalateDue } from './escalating.ts'
import type { Kinds } from './kinds.ts'
import { forgetNotifications, orgsEscalating } from './notifications.queries.ts'
import type { Post } from './posting.ts'
import { sendMails } from './sending-mails.ts'
import { sendRequests } from './sending-requests.ts'

/** The interval of checks for what became due, and for what the bus did not report, ms. */
const usualPollMs = 2_000
/** How long notifications are kept, ms, and how often older ones are deleted and ended mails are noted. */
const keptMs = 90 * 86_400_000
const forgetMs = 3_600_000
/** How many organisations' deliveries a process sends at the same time. */
const orgsAtOnce = 20

interface SenderDeps {
  readonly db: Database
  readonly bus: Subscriber
  readonly post: Post
  readonly kinds: Kinds
  readonly add: AddNotification
  readonly publicUrl: string
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/**
 * Delivers what is due, and notifies the next people of what nobody acknowledged. Any number of processes may run it;
 * one at a time takes deliveries of an organisation (rules NOTIFICATION-11, NOTIFICATION-12).
 */
export function createSender(deps: SenderDeps, pollMs = usualPollMs): Pick<Rounds, 'start' | 'stop'> {
  const { db, bus, onGap, onError } = deps
  let forgottenAt = 0

  /** The organisations whose deliveries are being sent: a slow receiver delays those of its own organisation only. */
  const running = new Map<OrgUuid, Promise<void>>()

  async function work(stopping: AbortSignal): Promise<void> {
    for (const org of await orgsEscalating(db, new Date())) while (await escalateDue(deps, org)) continue
    for (const org of await orgsDue(db, new Date())) {
      if (stopping.aborted || running.size >= orgsAtOnce) break
      if (!running.has(org.uuid)) running.set(org.uuid, drain(org, stopping))
    }
    if (Date.now() - forgottenAt > forgetMs) {
      forgottenAt = Date.now()
      await noteUnsentMails(db)
      await forgetNotifications(db, new Date(Date.now() - keptMs))
    }
  }

  async function drain(org: Org, stopping: AbortSignal): Promise<void> {
    try {
      let isMore = true
      while (isMore && !stopping.aborted) {
        const mails = await sendMails(deps, org)
        isMore = (await sendRequests(deps, org)) || mails
      }
    } catch (error) {
      onError(error)
    } finally {
      running.delete(org.uuid)
    }
  }

  const rounds = inRounds(pollMs, work, onError)
  const stopListening = [bus.subscribe(topics.allNotifications, rounds.wake), onGap(rounds.wake)]
  return {
    start: rounds.start,
    async stop() {
      for (const stop of stopListening) stop()
      await rounds.stop()
      await Promise.all(running.values())
    },
  }
}
