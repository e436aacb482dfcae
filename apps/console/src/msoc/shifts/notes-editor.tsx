import { Button } from '@blueprintjs/core'
import { type Notes, saveNotes } from '@carapace/shared/msoc/shifts/handovers.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { clock } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Markdown } from '../../core/ui/markdown.tsx'
import { Panel } from '../../core/ui/panel.tsx'

interface NotesEditorProps {
  readonly turn: { readonly shift_uuid: string; readonly date: string }
  readonly notes: Notes
  /** The hand-over is signed: they stay as they are. */
  readonly isSigned: boolean
  readonly onSaved: () => void
}

/** The notes of a shift; what another member wrote meanwhile is shown beside one's own text (rule SHIFT-UI-3). */
export function NotesEditor({ turn, notes, isSigned, onSaved }: NotesEditorProps) {
  /** The text being written, and the revision that it was begun from. */
  const [draft, setDraft] = useState<{ text: string; revision: number }>()
  const { busy, problem, run } = useAction()
  const refusal = useRefusal(saveNotes)
  const isStale = draft !== undefined && draft.revision !== notes.revision
  const save = (text: string, revision: number) =>
    run(
      async () => {
        await call(saveNotes, { ...turn, text, revision })
        setDraft(undefined)
        onSaved()
      },
      // the other text is requested, and shown beside this one
      async () => onSaved(),
    )

  const edit = (
    <ActButton
      text={notes.text === '' ? 'Write notes' : 'Edit'}
      refusal={refusal}
      onClick={() => setDraft({ text: notes.text, revision: notes.revision })}
    />
  )
  return (
    <Panel title="Notes of the shift" extra={isSigned || draft ? undefined : edit} className="sh-notes">
      {draft === undefined ? (
        <Read notes={notes} />
      ) : (
        <div className="sh-write">
          {isStale && (
            <div className="sh-theirs" role="status">
              <p>
                {notes.author} has written other notes meanwhile. Take over what you need, then save yours in their
                place.
              </p>
              <Markdown text={notes.text} />
            </div>
          )}
          <textarea
            className="bp6-input"
            aria-label="Notes of the shift"
            rows={10}
            maxLength={20_000}
            autoFocus
            value={draft.text}
            onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          />
          <p className="sh-faint">Markdown: **bold**, - list, &gt; quote.</p>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
          <div className="sh-buttons">
            <Button size="small" variant="outlined" onClick={() => setDraft(undefined)}>
              Cancel
            </Button>
            <Button
              size="small"
              intent="primary"
              loading={busy}
              onClick={() => void save(draft.text, isStale ? notes.revision : draft.revision)}
            >
              {isStale ? 'Save in place of theirs' : 'Save the notes'}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}

function Read({ notes }: { readonly notes: Notes }) {
  if (notes.text.trim() === '') return <p className="sh-none">Nobody has written notes.</p>
  return (
    <div className="sh-read">
      <Markdown text={notes.text} />
      {notes.author !== null && notes.changed_at !== null && (
        <p className="sh-faint">
          {notes.author}, {clock(notes.changed_at)}
        </p>
      )}
    </div>
  )
}
