import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { topics } from '@carapace/shared/msoc/topics'
import type { Database, Tx } from '../../../core/db.ts'
import type { AlertNews } from '../alerts.queries.ts'
import { announceAlerts } from '../announce.ts'
import { applyToChanged } from './assigning.ts'
import { escalateDue } from './escalating.ts'
import { orgsToFollow } from './follower.queries.ts'
import { orgsWithDueTimers } from './timers.queries.ts'

/** The interval of checks for timers that have run out, and for changes that the bus did not report, ms. */
const usualPollMs = 2_000

interface FollowerDeps {
  readonly db: Database
  readonly bus: Subscriber
  readonly publisher: Publisher
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** One transaction of work for an organisation; undefined: another process works on it. */
type Part = (tx: Tx, org: Org) => Promise<{ readonly news: AlertNews; readonly isDone: boolean } | undefined>

/**
 * Assigns new alerts and runs the timers of escalations. Any number of processes may run it; only one works on an
 * organisation at a time. The position, the timers and the alerts change in one transaction, so nothing is left out or
 * done twice (rules ALERT-PIPELINE-14, ALERT-PIPELINE-17).
 */
export function createStepFollower(
  { db, bus, publisher, onGap, onError }: FollowerDeps,
  pollMs = usualPollMs,
): Pick<Rounds, 'start' | 'stop'> {
  async function work(stopping: AbortSignal): Promise<void> {
    await forEach(await orgsToFollow(db), applyToChanged, stopping)
    await forEach(await orgsWithDueTimers(db), escalateDue, stopping)
  }

  /** One part for each organisation in turn, until nothing is left: none waits for all the work of another. */
  async function forEach(orgs: readonly Org[], part: Part, stopping: AbortSignal): Promise<void> {
    let rest = orgs
    while (rest.length > 0) {
      const unfinished: Org[] = []
      for (const org of rest) {
        if (stopping.aborted) return
        if (await doPart(org, part)) unfinished.push(org)
      }
      rest = unfinished
    }
  }

  /** Returns whether more is left to do. */
  async function doPart(org: Org, part: Part): Promise<boolean> {
    try {
      const done = await db.transaction((tx) => part(tx, org))
      if (done) announceAlerts(publisher, org, done.news)
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
