import { Button, DialogBody } from '@blueprintjs/core'
import { type CanNote, deleteCanNote, saveCanNote } from '@carapace/shared/msoc/can/notes.contract'
import { idOfKey, idText } from '@carapace/shared/msoc/can/frame'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { useBench, useAnalyzerState } from '../bench.ts'
import { selectedIn } from '../search.ts'
import { exactClock } from '../times.ts'

interface NoteDialogProps {
  /** The note to change; absent for a new note at the focused time. */
  readonly note: CanNote | undefined
  readonly onClose: () => void
}

/** The dialog for a note on what is visible at a time of the bus, for other analysts (rule ANALYZER-UI-8). */
export function NoteDialog({ note, onClose }: NoteDialogProps) {
  const place = useNotePlace(note)
  const [text, setText] = useState(note?.text ?? '')
  const { save, busy, problem } = useSaving(note, place, onClose)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !busy) void save(text)
  }
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={note === undefined ? 'Add a note' : 'Change the note'}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <label className="c-field">
            At {exactClock(place.at_ms)}
            {place.id !== null && `, ${idText(place.id, place.ext)}`}
            {place.bus !== null && ` on ${place.bus}`}
            <textarea
              className="bp6-input"
              rows={4}
              maxLength={2_000}
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={submitOnEnter}
            />
            <span className="c-note">Enter saves, Shift-Enter begins a new line.</span>
          </label>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={note === undefined ? 'Add' : 'Save'}
          isReady={text.trim() !== ''}
          isBusy={busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Enter and Ctrl-Enter save; Shift-Enter begins a new line, and Enter that ends a composition is the editor's. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

type Place = Pick<CanNote, 'at_ms' | 'bus' | 'id' | 'ext'>

/** The position of a new note: at the focused time, otherwise at the latest frame; on the selected id. */
function useNotePlace(note: CanNote | undefined): Place {
  const { focusTime, look } = useBench()
  const latest = useAnalyzerState(({ summary }) => summary?.to)
  const [place] = useState((): Place => {
    if (note !== undefined) return note
    const selected = selectedIn(look)
    const at = { at_ms: focusTime ?? latest ?? Date.now(), bus: selected?.bus ?? look.bus ?? null }
    return selected === undefined ? { ...at, id: null, ext: false } : { ...at, ...idOfKey(selected.key) }
  })
  return place
}

function useSaving(note: CanNote | undefined, { at_ms, bus, id, ext }: Place, onDone: () => void) {
  const { subject, notes } = useBench()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (text: string) => {
    if (subject.uuid === undefined) return
    setBusy(true)
    try {
      const known = note && { uuid: note.uuid, revision: note.revision }
      await call(saveCanNote, {
        ...known,
        subject: subject.kind,
        subject_uuid: subject.uuid,
        at_ms,
        bus,
        id,
        ext,
        text: text.trim(),
      })
      notes.again()
      onDone()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  return { save, busy, problem }
}

/** Deletes the user's own note. */
export function DeleteNote({ note }: { readonly note: CanNote }) {
  const { notes } = useBench()
  const remove = () =>
    void call(deleteCanNote, { uuid: note.uuid, revision: note.revision }).then(notes.again, (thrown: unknown) =>
      toast.error(messageOf(thrown)),
    )
  return <Button size="small" variant="minimal" text="Delete" onClick={remove} />
}
