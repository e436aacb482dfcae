import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { useState } from 'react'
import { Dialog } from '../../core/ui/dialog.tsx'
import { type MethodVersion, titleOf } from '../../graph/methods/versions.ts'
import { ProgramSelect } from '../item/program-select.tsx'
import { PreviewTable, usePreview } from './preview.tsx'

interface PreviewDialogProps {
  readonly version: MethodVersion<Method>
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
