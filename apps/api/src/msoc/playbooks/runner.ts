import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { topics } from '@carapace/shared/msoc/topics'
import { actionTopics } from '@carapace/shared/msoc/vehicle-actions/action-topics'
import { expireOverdue } from '../vehicle-actions/expiring.ts'
import { type PlaybookDeps, runTopics } from './deps.ts'
import { takeTurn, type TurnResult } from './engine.ts'
import { dueRuns } from './engine.queries.ts'
import { attemptOutside } from './outside-attempt.ts'
import { outsidePlaces } from './outside-places.ts'
import { startDue } from './scheduling.ts'
import type { OutsideWork } from './turn.ts'
import { followChanges } from './triggers.ts'

/** The interval of checks for what is due, and for what the bus did not report, ms. */
const usualPollMs = 2_000
/** Transactions of one process at once: calls of people need the other connections. */
const atOnce = 3
/** Runs that are looked up at once. */
const lookedUp = 100
/** Turns of a run before others have theirs. */
const turnsInRow = 20

export interface RunnerDeps extends PlaybookDeps {
  readonly bus: Subscriber
  readonly onGap: (listen: () => void) => () => void
}

/**
 * Starts runs by their triggers and works on them. Any number of processes may do so: a run belongs to one of them for
 * a transaction at a time, and what one has begun outside, only that one records (rules PLAYBOOK-17, PLAYBOOK-21).
 */
export function createPlaybookRunner(deps: RunnerDeps, pollMs = usualPollMs): Pick<Rounds, 'start' | 'stop'> {
  const { db, bus, onGap, onError } = deps
  /** Attempts outside: while they wait for other servers, they need no connection. */
  const attempts = new Set<Promise<void>>()
  const places = outsidePlaces()

  async function work(stopping: AbortSignal): Promise<void> {
    for (let isFurther = true; isFurther && !stopping.aborted;) {
      // between the runs of a long queue, too: what begins now does not wait for all of them
      await followChanges(deps, stopping)
      await startDue(deps)
      await expireOverdue(deps)
      isFurther = await workOnAll(await dueRuns(db, lookedUp), stopping)
    }
  }

  /** Returns whether some run went on. */
  async function workOnAll(due: readonly { uuid: string; org: Org }[], stopping: AbortSignal): Promise<boolean> {
    const rest = [...due]
    let isFurther = false
    async function lane(): Promise<void> {
      for (let one = rest.shift(); one && !stopping.aborted; one = rest.shift())
        if (await workOn(one.org, one.uuid, stopping)) isFurther = true
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return isFurther
  }

  async function workOn(org: Org, uuid: string, stopping: AbortSignal): Promise<boolean> {
    try {
      for (let turns = 0; turns < turnsInRow && !stopping.aborted; turns += 1) {
        const kind = await oneTurn(org, uuid)
        if (kind === 'busy') return false
        if (kind !== 'more') return true
      }
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }

  /** An attempt outside has its place before it is marked, so that it is made at once and within its lease. */
  async function oneTurn(org: Org, uuid: string): Promise<TurnResult['kind']> {
    const leave = places.take(org.uuid)
    let outside: OutsideWork | undefined
    try {
      const result = await takeTurn(deps, org, uuid, leave !== undefined)
      outside = result.outside
      return result.kind
    } finally {
      if (outside && leave) goOutside(org, uuid, outside, leave)
      else leave?.()
    }
  }

  /** Makes an attempt beside the other work; its end wakes the runner. */
  function goOutside(org: Org, uuid: string, outside: OutsideWork, leave: () => void): void {
    const attempt = attemptOutside(deps, org, uuid, outside)
      .catch(onError)
      .finally(() => {
        leave()
        attempts.delete(attempt)
      })
    attempts.add(attempt)
  }

  const rounds = inRounds(pollMs, work, onError)
  const stopListening = [
    bus.subscribe(runTopics.due, rounds.wake),
    bus.subscribe(topics.allChanges, rounds.wake),
    bus.subscribe(actionTopics.ended, rounds.wake),
    onGap(rounds.wake),
  ]
  return {
    start: rounds.start,
    async stop() {
      for (const stop of stopListening) stop()
      await rounds.stop()
      await Promise.all(attempts)
    },
  }
}
