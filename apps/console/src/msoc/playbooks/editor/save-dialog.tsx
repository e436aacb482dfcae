import { DialogBody } from '@blueprintjs/core'
import { type Playbook, savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { useEditorContext } from './editor-context.ts'

interface SaveDialogProps {
  readonly onSaved: (playbook: Playbook, version: number) => void
  /** Somebody else saved a version first: the draft stays. */
  readonly onConflict: () => void
  readonly onClose: () => void
}

/** Saves the draft as a new playbook or as the next version, with a note (rules PLAYBOOK-UI-16, PLAYBOOK-UI-17). */
export function SaveDialog({ onSaved, onConflict, onClose }: SaveDialogProps) {
  const { store, uuid } = useEditorContext()
  const { basis, shown } = store.getState()
  const [name, setName] = useState(shown.name)
  const [note, setNote] = useState('')
  const action = useAction()
  const save = () =>
    action.run(
      async () => {
        store.run('Name', (draft) => ({ ...draft, name: name.trim() }), 'name')
        const now = store.getState().shown
        const { playbook, version } = await call(savePlaybook, {
          ...(uuid !== undefined && basis !== undefined && { uuid, revision: basis.revision }),
          ...now,
          tags: [...now.tags],
          note: note.trim(),
        })
        store.saved({ revision: playbook.revision, version, draft: now })
        toast.success(`Version ${version} of ${playbook.name} is saved.`)
        onSaved(playbook, version)
      },
      async () => onConflict(),
    )
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={uuid === undefined ? 'Save the playbook' : `Save version ${(basis?.version ?? 0) + 1}`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <LineField
            label="Name"
            required
            maxLength={100}
            autoComplete="off"
            autoFocus={uuid === undefined}
            value={name}
            onChange={setName}
          />
          <LineField
            label="Note"
            hint="What this version changes, for its history."
            maxLength={500}
            autoComplete="off"
            autoFocus={uuid !== undefined}
            value={note}
            onChange={setNote}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
