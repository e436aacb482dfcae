import { isUnfinished, type RunState } from '@carapace/shared/msoc/playbooks/run-states'
import { hasEnded } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { actionNamed } from '../vehicle-actions/actions.queries.ts'
import { endStep, type Turn } from './turn.ts'
import { loseStep } from './ending.ts'
import { type StepRow, writeStep } from './engine.queries.ts'
import { attempt, failed } from './run-node.ts'
import { runStateOf } from './runs.queries.ts'

/** Looks whether a step that has not ended can go on: its time has come, or what it waited for has happened. */
export async function settle(turn: Turn, step: StepRow): Promise<void> {
  const isDue = step.dueAt !== null && step.dueAt <= turn.now
  switch (step.waiting?.kind) {
    case 'delay':
      if (isDue) await endStep(turn, step, { state: 'DONE', port: 'next' })
      return
    case 'retry':
      if (isDue) await attempt(turn, step)
      return
    case 'approval':
      if (isDue)
        await endStep(turn, step, {
          state: 'DONE',
          port: 'rejected',
          output: { decision: 'expired', by: [], comment: '', approvals: [] },
        })
      return
    case 'form':
      if (isDue) await endStep(turn, step, { state: 'DONE', port: 'expired', output: { answered_by: '' } })
      return
    case 'attempt':
      if (isDue) await settleLost(turn, step, step.waiting.repeatable)
      return
    case 'stated_failed':
      await failed(turn, step, step.error || 'A person stated that it failed.', false)
      return
    case 'run':
      return settleRun(turn, step, step.waiting.run_uuid)
    case 'vehicle_action':
      return settleAction(turn, step, step.waiting.action_uuid)
    case 'items':
    case 'unknown':
    case undefined:
      // a person decided that it is to be done again, or it waits for a person, or for its iterations
      if (step.state === 'PENDING') await attempt(turn, step)
  }
}

/** Attempts of a step of which one may be lost and made again: what is lost each time would be so for ever. */
const lostAtMost = 20

/** The process that made the attempt is gone: it makes it again if it may (rule PLAYBOOK-17). */
async function settleLost(turn: Turn, step: StepRow, repeatable: boolean): Promise<void> {
  if (repeatable && step.attempt >= lostAtMost) {
    await failed(turn, step, `What came of it was lost; it was attempt ${step.attempt}.`, false)
    return
  }
  if (repeatable) {
    const next = { ...step, attempt: step.attempt + 1 }
    await writeStep(turn.tx, turn.org, step.uuid, { attempt: next.attempt })
    await attempt(turn, next)
    return
  }
  turn.open.set(step.uuid, await loseStep(turn.tx, turn.org, step))
}

async function settleRun(turn: Turn, step: StepRow, uuid: string): Promise<void> {
  const child = await runStateOf(turn.tx, turn.org, uuid)
  if (child && isUnfinished(child.state)) return
  const state: RunState = child?.state ?? 'FAILED'
  if (state === 'SUCCEEDED')
    await endStep(turn, step, { state: 'DONE', port: 'next', output: { run_uuid: uuid, state } })
  else
    await failed(turn, step, child?.error ?? 'The run of the other playbook did not succeed.', false, {
      run_uuid: uuid,
      state,
    })
}

async function settleAction(turn: Turn, step: StepRow, uuid: string): Promise<void> {
  const action = await actionNamed(turn.tx, turn.org, uuid)
  if (action && !hasEnded(action.state)) return
  const output = { action_uuid: uuid, state: action?.state ?? 'FAILED', detail: action?.detail ?? '' }
  const port = output.state === 'CONFIRMED' ? 'confirmed' : 'not_confirmed'
  await endStep(turn, step, { state: 'DONE', port, output })
}
