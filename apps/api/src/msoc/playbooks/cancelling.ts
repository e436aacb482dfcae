import { Failure } from '@carapace/shared/core/failure'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { endRun } from './ending.ts'
import { childrenOf, lockRun, retryFailedSteps, stepNamed, writeRun } from './engine.queries.ts'

/** Ends a run and those that it waits for; what has been done stays done. */
export async function cancelRun(tx: Tx, caller: Caller, uuid: string): Promise<void> {
  const { org, user } = caller
  const run = await lockRun(tx, org, uuid)
  if (!run) throw new Failure('NOT_FOUND')
  if (!isUnfinished(run.state)) throw new Failure('RULE_REFUSED', { message: 'This run has ended already.' })
  for (const child of await childrenOf(tx, org, uuid)) await cancelRun(tx, caller, child)
  await endRun(tx, org, run, { state: 'CANCELLED', error: `Cancelled by ${user.name}.` })
  await audit(tx, org, byCaller(caller), {
    action: 'cancel playbook run',
    subject: 'playbook run',
    subjectUuid: uuid,
    after: { playbook: run.playbook, run: run.number },
  })
}

/** Goes on with a failed run from the step that failed. */
export async function retryRun(tx: Tx, caller: Caller, uuid: string, stepUuid: string): Promise<void> {
  const { org } = caller
  const run = await lockRun(tx, org, uuid)
  const step = await stepNamed(tx, org, stepUuid)
  if (!run || step?.runUuid !== uuid) throw new Failure('NOT_FOUND')
  if (run.state !== 'FAILED' || step.state !== 'FAILED' || step.port !== null)
    throw new Failure('RULE_REFUSED', { message: 'Only a step that failed its run can be tried again.' })
  if (run.playbookUuid === null) throw new Failure('RULE_REFUSED', { message: 'The playbook was deleted.' })
  await retryFailedSteps(tx, org, uuid)
  await writeRun(tx, org, uuid, { state: 'RUNNING', error: null, finishedAt: null, dueAt: new Date() })
  await audit(tx, org, byCaller(caller), {
    action: 'retry playbook run',
    subject: 'playbook run',
    subjectUuid: uuid,
    after: { playbook: run.playbook, run: run.number, node: step.node },
  })
}
