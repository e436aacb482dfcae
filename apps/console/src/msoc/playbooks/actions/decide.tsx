import { DialogBody } from '@blueprintjs/core'
import { decideVehicleAction, type VehicleAction } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { vehicleActionTitles } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { queryClient } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'

/** The name of the list in the query cache. */
export const actionsKey = 'vehicle-actions'

/** Approves or refuses a requested action, or withdraws one that the vehicle has not got (rule PLAYBOOK-UI-26). */
export function Decide({ action }: { readonly action: VehicleAction }) {
  const refusal = useRefusal(decideVehicleAction)
  const [asked, setAsked] = useState<'approve' | 'refuse'>()
  if (action.state !== 'REQUESTED' && action.state !== 'APPROVED') return ''
  const why = refusal ?? (action.may_approve ? undefined : (action.why_not ?? 'You may not approve this.'))
  return (
    <span className="pb-actions">
      {action.state === 'REQUESTED' && <ActButton text="Approve" refusal={why} onClick={() => setAsked('approve')} />}
      <ActButton text="Refuse" refusal={refusal} onClick={() => setAsked('refuse')} />
      {asked !== undefined && <DecideDialog action={action} decision={asked} onClose={() => setAsked(undefined)} />}
    </span>
  )
}

interface DecideDialogProps {
  readonly action: VehicleAction
  readonly decision: 'approve' | 'refuse'
  readonly onClose: () => void
}

function DecideDialog({ action, decision, onClose }: DecideDialogProps) {
  const [comment, setComment] = useState('')
  const { run, busy, problem } = useAction()
  const isApproval = decision === 'approve'
  const decide = () =>
    run(async () => {
      await call(decideVehicleAction, { uuid: action.uuid, decision, comment: comment.trim() })
      toast.success(isApproval ? 'The action is approved.' : 'The action is refused.')
      await queryClient.invalidateQueries({ queryKey: [actionsKey] })
      onClose()
    })
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={`${isApproval ? 'Approve' : 'Refuse'}: ${vehicleActionTitles[action.kind]}`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        <DialogBody>
          <p className="c-say">
            <span className="mono">{action.vehicle.vin}</span>
            {Object.entries(action.parameters).map(([name, value]) => (
              <span key={name}>
                , {name.replaceAll('_', ' ')} <span className="mono">{value}</span>
              </span>
            ))}
            {action.reason !== '' && <>. Reason: {action.reason}</>}
          </p>
          <LineField
            label="Comment"
            maxLength={1_000}
            autoComplete="off"
            autoFocus
            value={comment}
            onChange={setComment}
          />
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action={isApproval ? 'Approve' : 'Refuse'} isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
