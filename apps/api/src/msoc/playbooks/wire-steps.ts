import { may } from '@carapace/shared/permissions'
import type { PlaybookStep, Waiting } from '@carapace/shared/msoc/playbooks/runs.contract'
import { whyNotAnswer, whyNotApprove } from '@carapace/shared/msoc/playbooks/waiting'
import type { Caller } from '../../core/http/caller.ts'
import type { RunRow, StepRow } from './engine.queries.ts'

/** A step as a viewer sees it: of what waits for people, whether it waits for this one. */
export function wireStep(step: StepRow, run: RunRow, caller: Caller): PlaybookStep {
  return {
    uuid: step.uuid,
    node: step.node,
    path: step.path,
    attempt: step.attempt,
    state: step.state,
    port: step.port,
    input: step.input ?? null,
    output: step.output ?? null,
    error: step.error,
    waiting: wireWaiting(step, run, caller),
    started_at: step.startedAt.toISOString(),
    finished_at: step.finishedAt?.toISOString() ?? null,
  }
}

function wireWaiting({ waiting, dueAt }: StepRow, run: RunRow, { user }: Caller): Waiting | null {
  const until = (dueAt ?? new Date()).toISOString()
  switch (waiting?.kind) {
    case 'approval': {
      const why = may(user.role, 'playbooks.approve')
        ? whyNotApprove(waiting, user, run)
        : 'Your role does not allow this.'
      return {
        kind: 'approval',
        question: waiting.question,
        needed: waiting.needed,
        approvals: waiting.approvals.map(({ by, comment, at }) => ({ by, comment, at })),
        may_decide: why === undefined,
        why_not: why ?? null,
        expires_at: until,
      }
    }
    case 'form': {
      const why = may(user.role, 'playbooks.run') ? whyNotAnswer(waiting, user) : 'Your role does not allow this.'
      return {
        kind: 'form',
        question: waiting.question,
        fields: [...waiting.fields],
        may_answer: why === undefined,
        why_not: why ?? null,
        expires_at: until,
      }
    }
    case 'delay':
    case 'retry':
      return { kind: waiting.kind, until }
    case 'run':
    case 'vehicle_action':
    case 'items':
    case 'unknown':
      return waiting
    case 'attempt':
    case 'stated_failed':
    case undefined:
      return null
  }
}

/** Whether a step waits for this person. */
export function isFor({ waiting }: PlaybookStep, { user }: Caller): boolean {
  if (waiting?.kind === 'approval') return waiting.may_decide
  if (waiting?.kind === 'form') return waiting.may_answer
  return waiting?.kind === 'unknown' && may(user.role, 'playbooks.run')
}
