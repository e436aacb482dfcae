import { DialogBody } from '@blueprintjs/core'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { usePageContext } from './page-context.tsx'
import '../../core/ui/form.css'

interface NewArtefactProps {
  readonly kind: string
  readonly onMade: (row: Artefact) => void
  readonly onClose: () => void
}

/** Creates an artefact with a title; the other fields are filled in in the drawer. */
export function NewArtefact({ kind, onMade, onClose }: NewArtefactProps) {
  const { program, search } = usePageContext()
  const [title, setTitle] = useState('')
  const action = useAction()
  const named = artefactKindNamed(kind)!
  return (
    <Dialog className="c-small-dialog" isOpen title={`New ${named.title.toLowerCase()}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => {
            const [made] = await program.save({
              artefacts: [
                {
                  kind,
                  title: title.trim(),
                  ...(search.projectId !== undefined && { project_uuid: search.projectId }),
                },
              ],
            })
            if (made) onMade(made)
          })
        }}
      >
        <DialogBody>
          <LineField
            label="Title"
            value={title}
            maxLength={300}
            required
            autoFocus
            autoComplete="off"
            onChange={setTitle}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Create" isReady={title.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
