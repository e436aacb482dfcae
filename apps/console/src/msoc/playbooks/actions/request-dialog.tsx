import { DialogBody } from '@blueprintjs/core'
import {
  parameterMistake,
  type VehicleActionKind,
  vehicleActionKinds,
  vehicleActionParameters,
  vehicleActionTitles,
} from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { requestVehicleAction } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { SelectField } from '../../cases/settings/select-field.tsx'

interface RequestDialogProps {
  readonly vin: string
  readonly onRequested: () => void
  readonly onClose: () => void
}

const expiries = [
  ['15', '15 minutes'],
  ['60', 'an hour'],
  ['480', '8 hours'],
  ['1440', 'a day'],
  ['10080', 'a week'],
] as const
const examples: Readonly<Record<string, string>> = {
  bus: 'can0',
  arbitration_id: '0x2C1',
  ecu: 'BCM',
  minutes: '10',
  source: 'syslog',
}

/** Requests an action of a vehicle by hand; another person approves it (rule PLAYBOOK-UI-31). */
export function RequestDialog({ vin, onRequested, onClose }: RequestDialogProps) {
  const [kind, setKind] = useState<VehicleActionKind>('block_arbitration_id')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [expiry, setExpiry] = useState<(typeof expiries)[number][0]>('60')
  const { run, busy, problem } = useAction()
  const { required, optional } = vehicleActionParameters[kind]
  const named = [...required, ...optional].map((name) => [name, (values[name] ?? '').trim()] as const)
  const parameters = Object.fromEntries(named.filter(([, value]) => value !== ''))
  const mistake = parameterMistake(kind, parameters)
  const isReady = mistake === undefined && reason.trim() !== ''
  const request = () =>
    run(async () => {
      await call(requestVehicleAction, {
        vehicle: vin,
        kind,
        parameters,
        reason: reason.trim(),
        expires_after_minutes: Number(expiry),
      })
      toast.success('The action is requested. It waits until another person approves it.')
      onRequested()
      onClose()
    })
  return (
    <Dialog className="c-small-dialog" isOpen title={`Request an action of ${vin}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !busy) void request()
        }}
      >
        <DialogBody>
          <SelectField
            label="Action"
            value={kind}
            options={vehicleActionKinds.map((each) => [each, vehicleActionTitles[each]] as const)}
            onChange={setKind}
          />
          {named.map(([name]) => (
            <LineField
              key={name}
              label={`${sentenceCase(name.replaceAll('_', ' '))}${optional.includes(name) ? ' (optional)' : ''}`}
              maxLength={500}
              autoComplete="off"
              value={values[name] ?? ''}
              {...(examples[name] !== undefined && { placeholder: examples[name] })}
              {...(mistake?.parameter === name && values[name] && { hint: mistake.message })}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <LineField label="Reason" maxLength={500} autoComplete="off" value={reason} onChange={setReason} />
          <SelectField
            label="Expires after"
            hint="What the vehicle has not confirmed by then, it no longer gets."
            value={expiry}
            options={expiries}
            onChange={setExpiry}
          />
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Request" isReady={isReady} isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
