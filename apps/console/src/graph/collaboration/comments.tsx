import { Button, Checkbox } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { deleteComment, getComments, saveComment } from '@carapace/shared/graph/collaboration/collaboration.contract'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { tried, usePageContext } from '../page/page-context.tsx'
import { useAgain } from '../drawer/use-detail.ts'

type Comment = z.output<typeof getComments.output>['comments'][number]

/** The comments on an artefact, and the field to add one. */
export function Comments({ artefact: { uuid } }: { readonly artefact: Artefact }) {
  const { data, problem, refetch } = useEndpoint(getComments, { artefact_uuid: uuid })
  const { refusal } = usePageContext()
  useAgain(refetch)
  if (data === undefined && problem !== undefined)
    return (
      <ErrorState title="The comments did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={4} columns={['24px', '1fr']} />
  return (
    <div className="gr-talk">
      {data.comments.length === 0 && <p className="c-note">No comments yet.</p>}
      <ol aria-label="Comments">
        {data.comments.map((comment) => (
          <OneComment key={comment.uuid} artefactUuid={uuid} comment={comment} onDone={refetch} />
        ))}
      </ol>
      {refusal === undefined ? <Composer artefactUuid={uuid} onDone={refetch} /> : <p className="c-note">{refusal}</p>}
    </div>
  )
}

interface OneCommentProps {
  readonly artefactUuid: string
  readonly comment: Comment
  readonly onDone: () => void
}

function OneComment({ artefactUuid, comment, onDone }: OneCommentProps) {
  const { refusal } = usePageContext()
  const [isChanging, setChanging] = useState(false)
  const { uuid, text, by, created_at: at, is_mine: isMine, is_resolved: isResolved, revision } = comment
  const settle = (resolved: boolean) =>
    void tried(() => call(saveComment, { artefact_uuid: artefactUuid, uuid, revision, is_resolved: resolved })).then(
      onDone,
    )
  return (
    <li className={isResolved ? 'gr-settled' : undefined}>
      <Avatar name={by?.name ?? '?'} />
      <div>
        <span className="gr-talk-head">
          <b>{by?.name ?? 'Former user'}</b> <span className="num">{dateTime(at)}</span>
        </span>
        {isChanging ? (
          <Composer artefactUuid={artefactUuid} comment={comment} onDone={() => (setChanging(false), onDone())} />
        ) : (
          <p>{text}</p>
        )}
        {refusal === undefined && !isChanging && (
          <span className="gr-talk-acts">
            <Checkbox label="Settled" checked={isResolved} onChange={(event) => settle(event.currentTarget.checked)} />
            {isMine && <Button size="small" variant="minimal" text="Change" onClick={() => setChanging(true)} />}
            {isMine && (
              <Button
                size="small"
                variant="minimal"
                text="Take back"
                onClick={() => void tried(() => call(deleteComment, { uuid, revision })).then(onDone)}
              />
            )}
          </span>
        )}
      </div>
    </li>
  )
}

/** The input for a comment; Ctrl-Enter sends it. */
function Composer({
  artefactUuid,
  comment,
  onDone,
}: {
  readonly artefactUuid: string
  readonly comment?: Comment
  readonly onDone: () => void
}) {
  const [text, setText] = useState(comment?.text ?? '')
  const action = useAction()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '') return
    void action.run(async () => {
      await call(saveComment, {
        artefact_uuid: artefactUuid,
        text: text.trim(),
        ...(comment && { uuid: comment.uuid, revision: comment.revision }),
      })
      setText('')
      onDone()
    })
  }
  return (
    <form className="gr-composer" onSubmit={send}>
      <textarea
        className="bp6-input"
        aria-label="Comment"
        placeholder="Comment"
        rows={3}
        maxLength={5_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
      />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <Button
        type="submit"
        size="small"
        variant="outlined"
        loading={action.busy}
        disabled={text.trim() === ''}
        text={comment ? 'Save' : 'Comment'}
      />
    </form>
  )
}
