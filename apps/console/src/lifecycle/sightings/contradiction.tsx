import { Button } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  answerProposal,
  type Contradiction,
  type getSightings,
} from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { RiskChip } from '../rating/risk-chip.tsx'
import './sightings.css'

export type Contradicted = z.output<typeof Contradiction>
type Answer = NonNullable<z.output<typeof getSightings.output>['answer']>

/** The sign of a rating that the field contradicts, in lists: the proposed feasibility (rule SIGHTING-15). */
export function ContradictionBadge({ contradiction }: { readonly contradiction: Contradicted }) {
  return (
    <span title={`The field contradicts the rating. ${contradiction.reason}`}>
      <Badge tone="yellow">{`Field: ${contradiction.feasibility}`}</Badge>
    </span>
  )
}

/** A rating that the field contradicts, with a preview, and the two answers (rule SIGHTING-9). */
export function ContradictionAnswer({
  artefact,
  contradiction,
}: {
  readonly artefact: Artefact
  readonly contradiction: Contradicted
}) {
  return (
    <div className="gr-proposal">
      <p>
        <b>The field contradicts the rating.</b> {contradiction.reason}
      </p>
      <Preview contradiction={contradiction} />
      <AnswerForm artefact={artefact} answers={['reassess', 'stands']} />
    </div>
  )
}

/** The last answer to a proposal; a rating that it raised can be taken back. */
export function Answered({ artefact, answer }: { readonly artefact: Artefact; readonly answer: Answer | null }) {
  if (answer === null) return null
  const applied = answer.answer === 'reassess' ? answer.feasibility : undefined
  return (
    <div className="sg-answer">
      <p>
        <b>{answer.answer === 'stands' ? 'The rating stands' : 'Re-assessed'}</b>
        {applied && `, at least ${words(applied)}`}, {answer.at.slice(0, 10)}: {answer.reason}
      </p>
      {applied && <AnswerForm artefact={artefact} answers={['stands']} />}
    </div>
  )
}

const words = (feasibility: string) => feasibility.replaceAll('-', ' ')

/** Feasibility and risk of today, before and after. */
function Preview({ contradiction: { before, feasibility, risk } }: { readonly contradiction: Contradicted }) {
  return (
    <p className="sg-preview">
      <span>Today</span>
      <span>{sentenceCase(words(before.feasibility))}</span>
      <RiskChip risk={before.risk} label="Risk now" />
      <span aria-label="becomes">→</span>
      <span>{sentenceCase(words(feasibility))}</span>
      <RiskChip risk={risk} label="Risk after re-assessment" />
    </p>
  )
}

const answerLabels = { reassess: 'Re-assess', stands: 'The rating stands' } as const

function AnswerForm({
  artefact,
  answers,
}: {
  readonly artefact: Artefact
  readonly answers: readonly (keyof typeof answerLabels)[]
}) {
  const { refusal, program } = usePageContext()
  const [why, setWhy] = useState('')
  const action = useAction()
  const send = (answer: keyof typeof answerLabels) =>
    action.run(async () => {
      const { uuid, revision } = artefact
      await call(answerProposal, { threat_uuid: uuid, revision, answer, reason: why.trim() })
      setWhy('')
      program.reload()
    })
  if (refusal !== undefined) return null
  return (
    <>
      <input
        className="bp6-input"
        aria-label="Reason"
        placeholder="Reason"
        maxLength={2_000}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <span className="gr-conflict-ways">
        {answers.map((answer) => (
          <Button
            key={answer}
            size="small"
            variant="outlined"
            text={answerLabels[answer]}
            loading={action.busy}
            disabled={why.trim() === ''}
            onClick={() => void send(answer)}
          />
        ))}
      </span>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </>
  )
}
