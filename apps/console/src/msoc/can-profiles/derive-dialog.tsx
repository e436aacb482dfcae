import { DialogBody } from '@blueprintjs/core'
import { deriveProfile, type ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { DbcField, type Target, TargetFields, useLibrary } from './choices.tsx'

interface DeriveDialogProps {
  readonly onDerived: (row: ProfileRow) => void
  readonly onClose: () => void
}

/** Creates a draft profile of a bus from a CAN database alone. */
export function DeriveDialog({ onDerived, onClose }: DeriveDialogProps) {
  const { dbcs, models, buses, problem } = useLibrary()
  const [target, setTarget] = useState<Target>({ model: '', bus: 'can0', note: '' })
  const [dbc, setDbc] = useState('')
  const action = useAction()
  return (
    <Dialog className="cpr-dialog" isOpen title="Derive a profile from a DBC" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => onDerived((await call(deriveProfile, { ...target, dbc_version_uuid: dbc })).row))
        }}
      >
        <DialogBody>
          <DbcField dbcs={dbcs} value={dbc} onChange={setDbc} />
          <TargetFields
            target={target}
            models={models}
            buses={buses}
            onChange={(change) => setTarget({ ...target, ...change })}
          />
          {(action.problem ?? problem) !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem ?? problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Derive"
          isReady={dbc !== '' && target.bus.trim() !== ''}
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
