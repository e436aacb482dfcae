import {
  answerForm,
  decideApproval,
  type PlaybookStep,
  resolveUnknown,
  type Waiting,
} from '@carapace/shared/msoc/playbooks/runs.contract'
import { type SubmitEvent, useId, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { age, dateTime, useNow } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { InputValues, isAnswered } from '../fields/inputs-field.tsx'

interface WaitingFormProps {
  readonly step: PlaybookStep
  readonly onDone: () => void
}

/** What a step asks a person, with the answers that this user may give (rules PLAYBOOK-UI-22 to PLAYBOOK-UI-24). */
export function WaitingForm({ step, onDone }: WaitingFormProps) {
  const { waiting } = step
  if (waiting?.kind === 'approval') return <ApprovalForm step={step} waiting={waiting} onDone={onDone} />
  if (waiting?.kind === 'form') return <AnswerForm step={step} waiting={waiting} onDone={onDone} />
  if (step.state === 'UNKNOWN') return <UnknownForm step={step} onDone={onDone} />
  return null
}

type Of<Kind extends Waiting['kind']> = Extract<Waiting, { readonly kind: Kind }>

function Expiry({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  const left = Date.parse(at) - now
  return (
    <span className="c-note num" title={dateTime(at)}>
      {left > 0 ? `expires in ${age(left)}` : 'expired'}
    </span>
  )
}

interface ApprovalFormProps extends WaitingFormProps {
  readonly waiting: Of<'approval'>
}

function ApprovalForm({ step, waiting, onDone }: ApprovalFormProps) {
  const { question, needed, approvals, may_decide: may, why_not: why, expires_at: expires } = waiting
  const [comment, setComment] = useState('')
  const action = useAction()
  const refusal = useRefusal(decideApproval) ?? (may ? undefined : (why ?? 'You may not decide this.'))
  const decide = (decision: 'approve' | 'reject') =>
    action.run(async () => {
      await call(decideApproval, { step_uuid: step.uuid, decision, comment: comment.trim() })
      toast.success(decision === 'approve' ? 'Your approval is recorded.' : 'It is rejected.')
      onDone()
    })
  return (
    <div className="pb-ask">
      <p className="pb-question">{question}</p>
      <p className="pb-ask-facts">
        <span className="num">
          {approvals.length} of {needed} {needed === 1 ? 'approval' : 'approvals'}
        </span>
        <Expiry at={expires} />
      </p>
      {approvals.map(({ by, comment: words, at }) => (
        <p key={`${by} ${at}`} className="c-note">
          Approved by {by}, <span className="num">{dateTime(at)}</span>
          {words !== '' && `: ${words}`}
        </p>
      ))}
      {refusal === undefined && <CommentField value={comment} onChange={setComment} />}
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <div className="pb-actions">
        <ActButton
          intent="primary"
          variant="solid"
          text="Approve"
          refusal={refusal}
          loading={action.busy}
          onClick={() => void decide('approve')}
        />
        <ActButton text="Reject" refusal={refusal} disabled={action.busy} onClick={() => void decide('reject')} />
        {refusal !== undefined && <span className="c-note">{refusal}</span>}
      </div>
    </div>
  )
}

interface CommentFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function CommentField({ value, onChange }: CommentFieldProps) {
  return (
    <input
      className="bp6-input pb-comment"
      aria-label="Comment"
      placeholder="Comment"
      maxLength={1_000}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface AnswerFormProps extends WaitingFormProps {
  readonly waiting: Of<'form'>
}

function AnswerForm({ step, waiting, onDone }: AnswerFormProps) {
  const { question, fields, may_answer: may, why_not: why, expires_at: expires } = waiting
  const [values, setValues] = useState<Readonly<Record<string, string | number | boolean>>>({})
  const action = useAction()
  const refusal = useRefusal(answerForm) ?? (may ? undefined : (why ?? 'You may not answer this.'))
  const answer = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isAnswered(fields, values) || refusal !== undefined) return
    void action.run(async () => {
      await call(answerForm, { step_uuid: step.uuid, values: { ...values } })
      toast.success('The answer is recorded.')
      onDone()
    })
  }
  const put = (name: string, value: string | number | boolean | undefined) =>
    setValues(({ [name]: _old, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }))
  return (
    <form className="pb-ask" onSubmit={answer}>
      <p className="pb-question">{question}</p>
      <p className="pb-ask-facts">
        <Expiry at={expires} />
      </p>
      {refusal === undefined && (
        <div className="pb-values">
          <InputValues fields={fields} values={values} onChange={put} />
        </div>
      )}
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <div className="pb-actions">
        <ActButton
          type="submit"
          intent="primary"
          variant="solid"
          text="Answer"
          refusal={refusal}
          disabled={!isAnswered(fields, values)}
          loading={action.busy}
        />
        {refusal !== undefined && <span className="c-note">{refusal}</span>}
      </div>
    </form>
  )
}

const outcomes = [
  { outcome: 'done', text: 'It was done', hint: 'The run goes on as if the action had succeeded.' },
  { outcome: 'failed', text: 'It failed', hint: 'The run goes on through the error exit, or fails.' },
  { outcome: 'again', text: 'Do it again', hint: 'The action is attempted once more.' },
] as const

/** The process stopped during an action outside: nobody knows whether it happened, until a person states it. */
function UnknownForm({ step, onDone }: WaitingFormProps) {
  const [chosen, setChosen] = useState<(typeof outcomes)[number]['outcome']>()
  const [comment, setComment] = useState('')
  const action = useAction()
  const refusal = useRefusal(resolveUnknown)
  const name = useId()
  const state = () =>
    action.run(async () => {
      if (chosen === undefined) return
      await call(resolveUnknown, { step_uuid: step.uuid, outcome: chosen, comment: comment.trim() })
      toast.success('The outcome is recorded.')
      onDone()
    })
  return (
    <div className="pb-ask">
      <p className="pb-question">
        The process stopped during this action. Was it done? Look at the other system first.
      </p>
      <div role="radiogroup" aria-label="Outcome" className="pb-outcomes">
        {outcomes.map(({ outcome, text, hint }) => (
          <label key={outcome} className="pb-box" title={hint}>
            <input
              type="radio"
              name={name}
              disabled={refusal !== undefined}
              checked={chosen === outcome}
              onChange={() => setChosen(outcome)}
            />
            {text}
          </label>
        ))}
      </div>
      <CommentField value={comment} onChange={setComment} />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <div className="pb-actions">
        <ActButton
          intent="primary"
          variant="solid"
          text="Record the outcome"
          refusal={refusal}
          disabled={chosen === undefined}
          loading={action.busy}
          onClick={() => void state()}
        />
      </div>
    </div>
  )
}
