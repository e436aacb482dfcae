import { Failure } from '@carapace/shared/core/failure'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import {
  type Approval,
  answerMistakes,
  stillValid,
  whyNotAnswer,
  whyNotApprove,
} from '@carapace/shared/msoc/playbooks/waiting'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { lockRun, type RunRow, stepNamed, type StepRow, writeRun, writeStep } from './engine.queries.ts'
import { approversAmong } from './people.queries.ts'
import { runNamed, runOfStep } from './runs.queries.ts'

interface Locked {
  readonly run: RunRow
  readonly step: StepRow
}

/** Locks the run of a step, and the step with it. */
export async function lockStepOf(tx: Tx, { org }: Caller, uuid: string): Promise<Locked> {
  const runUuid = await runOfStep(tx, org, uuid)
  const run = runUuid === undefined ? undefined : await lockRun(tx, org, runUuid)
  const step = run && (await stepNamed(tx, org, uuid))
  if (!run || !step) throw new Failure('NOT_FOUND')
  return { run, step }
}

function refuseOver({ run, step }: Locked, isWaiting: boolean): void {
  if (!isUnfinished(run.state)) throw new Failure('RULE_REFUSED', { message: 'This run has ended.' })
  if (!isWaiting || (step.dueAt !== null && step.dueAt <= new Date() && step.state === 'WAITING'))
    throw new Failure('RULE_REFUSED', { message: 'This step does not wait for you any more.' })
}

/** Approves or rejects; the last approval that is needed lets the run go on (rule PLAYBOOK-15). */
export async function decide(
  tx: Tx,
  caller: Caller,
  input: { step_uuid: string; decision: 'approve' | 'reject'; comment: string },
): Promise<RunRow> {
  const locked = await lockStepOf(tx, caller, input.step_uuid)
  const { run, step } = locked
  const { waiting } = step
  refuseOver(locked, waiting?.kind === 'approval')
  if (waiting?.kind !== 'approval') throw new Failure('RULE_REFUSED')
  const why = whyNotApprove(waiting, caller.user, run)
  if (why !== undefined) throw new Failure('RULE_REFUSED', { message: why })
  const { uuid, name } = caller.user
  const approval: Approval = { uuid, by: name, comment: input.comment, at: new Date().toISOString() }
  const members = await approversAmong(
    tx,
    caller.org,
    waiting.approvals.map((one) => one.uuid),
  )
  const approvals = [...stillValid(waiting, members), approval]
  await record(tx, caller, run, step, input.decision === 'approve' ? 'approve playbook step' : 'reject playbook step', {
    question: waiting.question,
    comment: input.comment,
  })
  if (input.decision === 'approve' && approvals.length < waiting.needed) {
    await writeStep(tx, caller.org, step.uuid, { waiting: { ...waiting, approvals } })
    await writeRun(tx, caller.org, run.uuid, {})
    return run
  }
  const isApproved = input.decision === 'approve'
  const by = isApproved ? approvals : [approval]
  return goOn(tx, caller, locked, isApproved ? 'approved' : 'rejected', {
    decision: isApproved ? 'approved' : 'rejected',
    by: by.map((one) => one.by),
    comment: by.flatMap((one) => one.comment || []).join(' '),
    approvals: by,
  })
}

/** Answers a form (rule PLAYBOOK-16). */
export async function answer(
  tx: Tx,
  caller: Caller,
  { step_uuid: uuid, values }: { step_uuid: string; values: Record<string, string | number | boolean> },
): Promise<RunRow> {
  const locked = await lockStepOf(tx, caller, uuid)
  const { run, step } = locked
  const { waiting } = step
  refuseOver(locked, waiting?.kind === 'form')
  if (waiting?.kind !== 'form') throw new Failure('RULE_REFUSED')
  const why = whyNotAnswer(waiting, caller.user)
  if (why !== undefined) throw new Failure('RULE_REFUSED', { message: why })
  const errors = answerMistakes(waiting.fields, values)
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_INPUT', { errors })
  await record(tx, caller, run, step, 'answer playbook form', { values })
  return goOn(tx, caller, locked, 'next', { ...values, answered_by: caller.user.name })
}

/** States the outcome of what nobody knew (rule PLAYBOOK-17). */
export async function resolve(
  tx: Tx,
  caller: Caller,
  { step_uuid: uuid, outcome, comment }: { step_uuid: string; outcome: 'done' | 'failed' | 'again'; comment: string },
): Promise<RunRow> {
  const locked = await lockStepOf(tx, caller, uuid)
  const { run, step } = locked
  if (!(await runNamed(tx, caller.org, caller.user, run.uuid))) throw new Failure('NOT_FOUND')
  refuseOver(locked, step.state === 'UNKNOWN')
  await record(tx, caller, run, step, 'resolve playbook step', { outcome, comment })
  if (outcome === 'done') return goOn(tx, caller, locked, 'next', { stated_by: caller.user.name, comment })
  const { org } = caller
  // it is due at once: `again` as an attempt, `failed` as a failure without another one
  const again = { state: 'PENDING', waiting: null, dueAt: null, attempt: step.attempt + 1, error: null } as const
  const failed = { state: 'PENDING', waiting: { kind: 'stated_failed' }, dueAt: new Date(), error: comment } as const
  await writeStep(tx, org, step.uuid, outcome === 'again' ? again : failed)
  await writeRun(tx, org, run.uuid, { dueAt: new Date(), needsPeople: Math.max(0, run.needsPeople - 1) })
  return run
}

/** Ends a step and has its run go on. */
async function goOn(tx: Tx, { org }: Caller, { run, step }: Locked, port: string, output: unknown): Promise<RunRow> {
  const now = new Date()
  const end = { state: 'DONE', port, output, error: null, waiting: null, dueAt: null, finishedAt: now } as const
  await writeStep(tx, org, step.uuid, end)
  await writeRun(tx, org, run.uuid, { dueAt: now, steps: run.steps + 1, needsPeople: Math.max(0, run.needsPeople - 1) })
  return run
}

async function record(
  tx: Tx,
  caller: Caller,
  run: RunRow,
  step: StepRow,
  action: string,
  after: object,
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'playbook run',
    subjectUuid: run.uuid,
    after: { playbook: run.playbook, run: run.number, node: step.node, ...after },
  })
}
