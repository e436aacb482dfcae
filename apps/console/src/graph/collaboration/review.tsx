import { Button, HTMLSelect } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { requestReview, decideReview } from '@carapace/shared/graph/collaboration/collaboration.contract'
import { getProgramMembers } from '@carapace/shared/graph/programs/programs.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { useSession } from '../../core/session/session.ts'
import { Field } from '../../core/ui/field.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { usePageContext } from '../page/page-context.tsx'
import type { Detail } from '../store/program-api.ts'
import '../../core/ui/form.css'

/**
 * The last decision on an artefact. Requests its approval in the current revision, or decides on the request of
 * somebody else (four-eyes principle, rules GRAPH-9, GRAPH-10, GRAPH-20).
 */
export function Review({ detail: { artefact, review, decided } }: { readonly detail: Detail }) {
  const { refusal } = usePageContext()
  return (
    <div className="gr-review">
      <p className="c-say">
        Status: <StatusBadge status={artefact.status} />, revision {artefact.revision}.
      </p>
      {decided !== null && <Decided artefact={artefact} decided={decided} />}
      {review === null &&
        (refusal === undefined ? <ReviewRequest artefact={artefact} /> : <p className="c-note">{refusal}</p>)}
      {review !== null && <Decide review={review} />}
    </div>
  )
}

const words = { approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn' } as const

/** The result of the last review (rule GRAPH-UI-23). */
function Decided({
  artefact: { revision: now },
  decided: { decision, by, at, reason, revision, changed_since: isChanged },
}: {
  readonly artefact: Artefact
  readonly decided: NonNullable<Detail['decided']>
}) {
  return (
    <section aria-label="Last review">
      <p className="c-say">
        <b>{words[decision]}</b> by {by?.name ?? 'a former user'} on {dateTime(at)}, as it was in revision {revision}
        {isChanged === null
          ? ''
          : isChanged
            ? `. It was changed since then: now revision ${now}`
            : ', which is still current'}
        .
      </p>
      {reason !== '' && <blockquote className="gr-quote">{reason}</blockquote>}
    </section>
  )
}

function ReviewRequest({ artefact: { uuid, revision } }: { readonly artefact: Artefact }) {
  const { program } = usePageContext()
  const me = useSession()
  const { data } = useEndpoint(getProgramMembers, { program_uuid: program.programUuid })
  const [reviewer, setReviewer] = useState('')
  const [note, setNote] = useState('')
  const action = useAction()
  const others = (data?.members ?? []).filter((each) => each.uuid !== me?.uuid && each.role !== 'READER')
  const submit = () =>
    action.run(async () => {
      await call(requestReview, {
        artefact_uuid: uuid,
        revision,
        reviewer_uuid: reviewer === '' ? null : reviewer,
        note: note.trim(),
      })
      program.reload()
    })
  return (
    <form className="gr-review-form" onSubmit={(event) => (event.preventDefault(), void submit())}>
      <Field label="Reviewer" hint="Not the requester, and nobody who changed it since it was last approved.">
        {(id, describedBy) => (
          <HTMLSelect
            id={id}
            aria-describedby={describedBy}
            value={reviewer}
            options={[
              { value: '', label: 'Anybody who may review' },
              ...others.map((each) => ({ value: each.uuid, label: each.name })),
            ]}
            onChange={(event) => setReviewer(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Note">
        {(id) => (
          <textarea
            id={id}
            className="bp6-input"
            rows={3}
            maxLength={2_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <Button type="submit" variant="outlined" loading={action.busy} text="Ask for review" />
    </form>
  )
}

function Decide({ review }: { readonly review: NonNullable<Detail['review']> }) {
  const { program, refusal } = usePageContext()
  const [reason, setReason] = useState('')
  const action = useAction()
  const why = refusal ?? review.why_not ?? undefined
  const decide = (decision: 'approved' | 'rejected' | 'withdrawn') =>
    void action.run(async () => {
      await call(decideReview, { review_uuid: review.uuid, decision, reason: reason.trim() })
      program.reload()
    })
  return (
    <div className="gr-review-form">
      <p className="c-say">
        <b>{review.requested_by?.name ?? 'Somebody'}</b> asked {review.reviewer?.name ?? 'any reviewer'} on{' '}
        {dateTime(review.requested_at)}, of revision {review.revision}.
      </p>
      {review.note !== '' && <blockquote className="gr-quote">{review.note}</blockquote>}
      {why === undefined && (
        <Field label="Reason">
          {(id) => (
            <textarea
              id={id}
              className="bp6-input"
              rows={3}
              maxLength={2_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      {why !== undefined && <p className="c-note">{why}</p>}
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <span className="gr-conflict-ways">
        {why === undefined && (
          <Button intent="primary" loading={action.busy} text="Approve" onClick={() => decide('approved')} />
        )}
        {why === undefined && (
          <Button
            intent="danger"
            variant="outlined"
            loading={action.busy}
            disabled={reason.trim() === ''}
            text="Reject"
            onClick={() => decide('rejected')}
          />
        )}
        {refusal === undefined && review.may_withdraw && (
          <Button variant="outlined" loading={action.busy} text="Withdraw" onClick={() => decide('withdrawn')} />
        )}
      </span>
    </div>
  )
}
