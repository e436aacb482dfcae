import type { Org } from '@carapace/shared/core/owned'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import type { Tx } from '../../core/db.ts'
import { refuseActionsOf } from '../vehicle-actions/actions.queries.ts'
import {
  childrenOf,
  earliestLease,
  expiredAttempts,
  lockRun,
  type RunRow,
  skipOpenSteps,
  type StepRow,
  wakeRun,
  writeRun,
  writeStep,
} from './engine.queries.ts'

export interface RunEnd {
  readonly state: 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly error: string | null
}

/**
 * Ends a run, and with it those that it waits for and the actions that no vehicle has got; what has been done stays
 * done. Attempts outside go on, and their
 * outcome is still recorded (rule PLAYBOOK-17): the run stays due for the ends of their leases. The open steps of a
 * failed run stay open, because a person may let it go on. Returns the runs that ended.
 */
export async function endRun(tx: Tx, org: Org, run: RunRow, end: RunEnd, more?: Partial<RunRow>): Promise<string[]> {
  const ended = [run.uuid]
  for (const uuid of await childrenOf(tx, org, run.uuid)) {
    const child = await lockRun(tx, org, uuid)
    if (!child || !isUnfinished(child.state)) continue
    ended.push(...(await endRun(tx, org, child, { state: 'CANCELLED', error: 'The run that started it has ended.' })))
  }
  if (end.state !== 'FAILED') await skipOpenSteps(tx, org, run.uuid)
  await refuseActionsOf(tx, org, run.uuid, end.state === 'CANCELLED' ? end.error! : 'The run has ended.')
  const dueAt = await earliestLease(tx, org, run.uuid)
  await writeRun(tx, org, run.uuid, { ...more, ...end, dueAt, needsPeople: 0, finishedAt: new Date() })
  if (run.parentUuid !== null) await wakeRun(tx, org, run.parentUuid)
  return ended
}

/** In a run that has ended, attempts are never made again: what is lost is unknown. */
export async function settleEnded(tx: Tx, org: Org, run: RunRow): Promise<void> {
  for (const step of await expiredAttempts(tx, org, run.uuid)) await loseStep(tx, org, step)
  await writeRun(tx, org, run.uuid, { dueAt: await earliestLease(tx, org, run.uuid) })
}

/** Marks a step whose attempt is lost: whether it was done, nobody knows (rule PLAYBOOK-17). */
export async function loseStep(tx: Tx, org: Org, step: StepRow): Promise<StepRow> {
  const set = {
    state: 'UNKNOWN',
    waiting: { kind: 'unknown' },
    dueAt: null,
    error: 'The process ended while this was being done. Nobody knows whether it was done.',
  } as const
  await writeStep(tx, org, step.uuid, set)
  return { ...step, ...set }
}
