import { Button, DialogBody } from '@blueprintjs/core'
import { Failure } from '@carapace/shared/core/failure'
import { getProgram, type Program, saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { type SubmitEvent, useId, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import './programs.css'

interface ProgramFormProps {
  /** The program to change; absent for a new one. */
  readonly program?: Program
  readonly onSaved: (program: Program) => void
  readonly onClose: () => void
}

/** The dialog that creates a program, or changes its name and description. */
export function ProgramForm({ program, onSaved, onClose }: ProgramFormProps) {
  const form = useProgramForm(program, onSaved)
  const id = useId()
  const { draft, theirs } = form
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Dialog className="pg-form" isOpen title={program ? 'Edit program' : 'New program'} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {theirs && <Conflict theirs={theirs} onTake={form.take} />}
          <label className="pg-field" htmlFor={`${id}name`}>
            <span>Name</span>
            <input
              id={`${id}name`}
              className="bp6-input"
              value={draft.name}
              maxLength={120}
              autoFocus
              autoComplete="off"
              required
              onChange={(event) => form.type({ name: event.target.value })}
            />
          </label>
          <label className="pg-field" htmlFor={`${id}description`}>
            <span>Description</span>
            <textarea
              id={`${id}description`}
              className="bp6-input"
              rows={4}
              value={draft.description}
              maxLength={2_000}
              onChange={(event) => form.type({ description: event.target.value })}
            />
          </label>
          {!program && <p className="pg-hint">You become its lead, and choose who else works on it.</p>}
          {form.problem !== undefined && (
            <p className="pg-problem" role="alert">
              {form.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={theirs ? 'Save mine over theirs' : program ? 'Save' : 'Create program'}
          isReady={draft.name.trim() !== ''}
          isBusy={form.saving}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** What somebody else saved in the meantime; their changes are never overwritten unseen (rule PROGRAM-PAGE-4). */
function Conflict({ theirs, onTake }: { readonly theirs: Program; readonly onTake: () => void }) {
  return (
    <div className="pg-conflict" role="alert">
      <p>Somebody else changed this program in the meantime. Its values are now:</p>
      <p>
        <strong>{theirs.name}</strong>
      </p>
      <p>{theirs.description || 'No description'}</p>
      <Button size="small" variant="outlined" text="Take theirs" onClick={onTake} />
    </div>
  )
}

interface Draft {
  readonly name: string
  readonly description: string
}

const draftOf = ({ name, description }: Draft): Draft => ({ name, description })

function useProgramForm(program: Program | undefined, onSaved: (program: Program) => void) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(program ?? { name: '', description: '' }))
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<Program>()
  const [saving, setSaving] = useState(false)
  const base = theirs ?? program

  async function save(): Promise<void> {
    setSaving(true)
    setProblem(undefined)
    try {
      onSaved(
        (await call(saveProgram, { ...draft, ...(base && { uuid: base.uuid, revision: base.revision }) })).program,
      )
    } catch (thrown) {
      await refused(thrown)
    }
    setSaving(false)
  }

  async function refused(thrown: unknown): Promise<void> {
    const isLate = thrown instanceof Failure && thrown.code === 'ROW_CHANGED' && base !== undefined
    if (!isLate) return setProblem(base ? messageOf(thrown) : `Failed to create program: ${messageOf(thrown)}`)
    try {
      setTheirs((await call(getProgram, { programUuid: base.uuid })).program)
    } catch (another) {
      setProblem(messageOf(another))
    }
  }

  return {
    draft,
    problem,
    theirs,
    saving,
    save,
    type: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    take: () => theirs && setDraft(draftOf(theirs)),
  }
}
