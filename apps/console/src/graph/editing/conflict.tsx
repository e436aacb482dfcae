import { Button } from '@blueprintjs/core'
import { usePageContext, useEdit } from '../page/page-context.tsx'
import type { Edit } from './edits.ts'
import { type Part, partText, partTitle } from './values.ts'

/** The user's value, the value that somebody else stored in the meantime, and the choice (rule GRAPH-UI-6). */
export function Conflict({ edit }: { readonly edit: Edit }) {
  const { edits } = usePageContext()
  const { uuid, kind, part, draft, theirs } = edit
  if (!theirs) return null
  const words = (value: unknown) => partText(kind, part, value) || 'nothing'
  return (
    <div className="gr-conflict" role="alert">
      <p>
        <b>{theirs.by ?? 'Somebody'}</b> changed {partTitle(kind, part).toLowerCase()} meanwhile.
      </p>
      <dl>
        <div>
          <dt>Theirs</dt>
          <dd>{words(theirs.value)}</dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd>{words(draft)}</dd>
        </div>
      </dl>
      <span className="gr-conflict-ways">
        <Button
          size="small"
          variant="outlined"
          text="Keep mine"
          onClick={() => void edits.settle(uuid, part, 'mine')}
        />
        <Button
          size="small"
          variant="outlined"
          text="Take theirs"
          onClick={() => void edits.settle(uuid, part, 'theirs')}
        />
      </span>
    </div>
  )
}

/** Why a value was not stored, and what the user can do. */
export function Refused({ edit }: { readonly edit: Edit }) {
  const { edits } = usePageContext()
  return (
    <div className="gr-conflict" role="alert">
      <p>{edit.problem}</p>
      <span className="gr-conflict-ways">
        <Button
          size="small"
          variant="outlined"
          text="Try again"
          onClick={() => void edits.commit(edit.uuid, edit.part)}
        />
        <Button size="small" variant="outlined" text="Give up" onClick={() => edits.cancel(edit.uuid, edit.part)} />
      </span>
    </div>
  )
}

/** What is wrong with the edit of one part, where its input does not show it. */
export function EditTrouble({ uuid, part }: { readonly uuid: string; readonly part: Part }) {
  const edit = useEdit(uuid, part)
  if (edit?.phase === 'conflict') return <Conflict edit={edit} />
  return edit?.phase === 'refused' ? <Refused edit={edit} /> : null
}
