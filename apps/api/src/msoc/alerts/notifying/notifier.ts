import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { criticalKey, newsMs, noticesOf } from '@carapace/shared/msoc/alerts/notifying/alert-notices'
import { topics } from '@carapace/shared/msoc/topics'
import type { Database, Tx } from '../../../core/db.ts'
import type { Notifications } from '../../../core/notifications.ts'
import type { Services } from '../../../module.ts'
import {
  noticedAlerts,
  noticedChanges,
  orgsToNotify,
  savePosition,
  takePosition,
  unattendedRules,
} from './notifying.queries.ts'

/** The interval of checks for changes that the bus did not report, ms. */
const usualPollMs = 2_000
/** Maximum changes per transaction: what is grouped into one notification. */
const changesAtOnce = 500

interface NotifierDeps {
  readonly db: Database
  readonly bus: Subscriber
  /** Complete only once all modules are installed. */
  readonly services: Partial<Pick<Services, 'notifications'>>
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/**
 * Notifies members of changes of alerts. Any number of processes may run it; only one works on an organisation at a
 * time. The position and the notifications are written in one transaction, so nobody is notified twice or left out
 * (rule ALERT-NOTICE-6).
 */
export function createAlertNotifier(
  { db, bus, services, onGap, onError }: NotifierDeps,
  pollMs = usualPollMs,
): Pick<Rounds, 'start' | 'stop'> {
  async function work(stopping: AbortSignal): Promise<void> {
    const service = services.notifications
    if (!service) return
    let rest: readonly Org[] = await orgsToNotify(db)
    while (rest.length > 0) {
      const unfinished: Org[] = []
      for (const org of rest) {
        if (stopping.aborted) return
        if (await doPart(service, org)) unfinished.push(org)
      }
      rest = unfinished
    }
  }

  /** Returns whether more is left to do. */
  async function doPart(service: Notifications, org: Org): Promise<boolean> {
    try {
      const done = await db.transaction((tx) => notify(tx, org, service))
      if (done?.isNews === true) service.wake(org)
      return done?.isDone === false
    } catch (error) {
      onError(error)
      return false
    }
  }

  const rounds = inRounds(pollMs, work, onError)
  const stopListening = [bus.subscribe(topics.allChanges, rounds.wake), onGap(rounds.wake)]
  return {
    start: rounds.start,
    async stop() {
      for (const stop of stopListening) stop()
      await rounds.stop()
    },
  }
}

async function notify(tx: Tx, org: Org, service: Notifications) {
  const position = await takePosition(tx, org)
  if (!position) return undefined
  const { changes, seq } = await noticedChanges(tx, org, position, changesAtOnce)
  const alerts = await noticedAlerts(tx, org, [...new Set(changes.map(({ alertUuid }) => alertUuid))])
  const now = new Date()
  const { notices, handledRules } = noticesOf(changes, alerts, now)
  const unattended = await unattendedRules(tx, org, handledRules, new Date(now.getTime() - newsMs))
  const ended = handledRules.filter((rule) => !unattended.has(rule)).map(criticalKey)
  // first, or it would end what is added now
  await service.acknowledge(tx, org, 'alert-critical', ended, null)
  for (const notice of notices) await service.add(tx, org, notice)
  await savePosition(tx, org, position.now.epoch, seq)
  return { isNews: notices.length + ended.length > 0, isDone: seq >= position.now.seq }
}
