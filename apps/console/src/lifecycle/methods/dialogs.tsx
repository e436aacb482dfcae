import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type SubmitEvent, useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { ProgramSelect } from '../item/program-select.tsx'
import { PreviewTable, usePreview } from './preview.tsx'
import { titleOf, type Version } from './versions.ts'

interface PreviewDialogProps {
  readonly version: Version
  readonly onClose: () => void
}

/** What a version (or a draft) would change in a program that the user selects; nothing is stored. */
export function PreviewDialog({ version, onClose }: PreviewDialogProps) {
  const [programId, setProgramId] = useState<string>()
  return (
    <Dialog className="pg-preview" isOpen title={`${titleOf(version)}: what would change`} onClose={onClose}>
      <DialogBody>
        <p className="mt-preview-program">
          <span>In the program</span> <ProgramSelect programId={programId} onChoose={setProgramId} />
        </p>
        {programId !== undefined && <Previewed key={programId} programUuid={programId} methodUuid={version.uuid} />}
      </DialogBody>
      <DialogFooter
        actions={
          <Button variant="outlined" onClick={onClose}>
            Close
          </Button>
        }
      />
    </Dialog>
  )
}

function Previewed({ programUuid, methodUuid }: { readonly programUuid: string; readonly methodUuid: string | null }) {
  return <PreviewTable {...usePreview(programUuid, methodUuid)} />
}

interface NewMethodProps {
  /** The version that it starts as a copy of. */
  readonly of: Version
  readonly onMake: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Creates a method with a new name, as a copy of a version. */
export function NewMethod({ of, onMake, onClose }: NewMethodProps) {
  const [name, setName] = useState('')
  const action = useAction()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(async () => onMake(name.trim()))
  }
  return (
    <Dialog className="c-small-dialog" isOpen title="New method" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <LineField
            label="Name"
            value={name}
            maxLength={80}
            required
            autoFocus
            autoComplete="off"
            hint={`It begins as ${titleOf(of)} is, as a draft.`}
            onChange={setName}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Make a draft" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
