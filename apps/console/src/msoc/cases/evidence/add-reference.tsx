import { DialogBody } from '@blueprintjs/core'
import { addEvidence } from '@carapace/shared/msoc/cases/case-evidence.contract'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { useCasePage } from '../page-context.tsx'
import { SelectField } from '../settings/select-field.tsx'
import { localTime, utcTime } from '../tasks/due-time.ts'

interface AddReferenceProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const kinds = [
  ['alert', 'The events around an alert'],
  ['capture', 'A capture'],
  ['window', 'Recorded CAN frames of a vehicle'],
] as const
type Kind = (typeof kinds)[number][0]

const capturesOffered = 100

/** Adds the events of an alert, a capture or a window of recorded frames to the evidence. */
export function AddReference({ isOpen, onClose }: AddReferenceProps) {
  return (
    <Dialog className="c-small-dialog" isOpen={isOpen} title="Add frames to the evidence" onClose={onClose}>
      <ReferenceForm onClose={onClose} />
    </Dialog>
  )
}

function ReferenceForm({ onClose }: Pick<AddReferenceProps, 'onClose'>) {
  const { detail, again } = useCasePage()
  const [kind, setKind] = useState<Kind>(detail.alerts.length > 0 ? 'alert' : 'window')
  const [alert, setAlert] = useState(detail.alerts[0]?.uuid ?? '')
  const [capture, setCapture] = useState('')
  const [vehicle, setVehicle] = useState(detail.alerts.find((each) => each.vehicle !== null)?.vehicle?.vin ?? '')
  const [bus, setBus] = useState('')
  const [from, setFrom] = useState(() => localTime(detail.alerts[0]?.first_seen ?? new Date().toISOString()))
  const [to, setTo] = useState(() => localTime(new Date().toISOString()))
  const [note, setNote] = useState('')
  const { busy, problem, run } = useAction()
  const { data: captures } = useEndpoint(listCaptures, { limit: capturesOffered }, { enabled: kind === 'capture' })
  const shown = detail.alerts.find(({ uuid }) => uuid === alert)
  const times = { from: utcTime(from), to: utcTime(to) }
  const chosen = captures?.captures.find(({ uuid }) => uuid === capture)

  const request = () => {
    if (kind === 'alert')
      return shown && { name: `Events around ALR-${shown.number}`, source: { kind, alert_uuid: shown.uuid } }
    if (kind === 'capture') return chosen && { name: chosen.name, source: { kind, capture_uuid: chosen.uuid } }
    if (vehicle.trim() === '' || times.from === null || times.to === null) return undefined
    const source = { kind, vehicle: vehicle.trim(), bus: bus.trim() || null, from: times.from, to: times.to }
    return { name: `Frames of ${vehicle.trim()}`, source }
  }
  const asked = request()
  const add = () =>
    run(async () => {
      if (asked === undefined) return
      await call(addEvidence, { case_uuid: detail.case.uuid, note, ...asked, name: asked.name.slice(0, 200) })
      again()
      onClose()
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (asked !== undefined && !busy) void add()
      }}
    >
      <DialogBody>
        <SelectField label="What" value={kind} options={kinds} onChange={setKind} />
        {kind === 'alert' && (
          <SelectField
            label="Alert"
            value={alert}
            options={detail.alerts.map(({ uuid, number, title }) => [uuid, `ALR-${number} ${title}`] as const)}
            onChange={setAlert}
          />
        )}
        {kind === 'capture' && (
          <SelectField
            label="Capture"
            value={capture}
            options={[['', 'Choose one'], ...(captures?.captures ?? []).map(({ uuid, name }) => [uuid, name] as const)]}
            onChange={setCapture}
          />
        )}
        {kind === 'window' && (
          <>
            <LineField label="Vehicle" hint="Its VIN." value={vehicle} maxLength={64} onChange={setVehicle} />
            <LineField label="Bus" hint="Empty: all of them." value={bus} maxLength={32} onChange={setBus} />
            <TimeField label="From" value={from} onChange={setFrom} />
            <TimeField label="To" value={to} onChange={setTo} />
          </>
        )}
        <LineField label="Note" value={note} maxLength={2_000} onChange={setNote} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Add" isReady={asked !== undefined} isBusy={busy} onCancel={onClose} />
    </form>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="datetime-local"
          className="bp6-input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
