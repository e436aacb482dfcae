import { DialogBody } from '@blueprintjs/core'
import { type Capture, saveCapture } from '@carapace/shared/msoc/can/captures.contract'
import { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { type SubmitEvent, useId, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { caseId } from '../cases/list.ts'
import '../../core/ui/form.css'

interface EditDialogProps {
  readonly capture: Capture
  readonly onSaved: () => void
  readonly onClose: () => void
}

const casesOffered = 100

/** Edits a capture's name, its vehicle, and its case. */
export function EditDialog({ capture, onSaved, onClose }: EditDialogProps) {
  const [name, setName] = useState(capture.name)
  const [vehicle, setVehicle] = useState(capture.vehicle?.vin ?? '')
  const [caseUuid, setCase] = useState(capture.case?.uuid ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { data: open } = useEndpoint(listCases, { stage: 'NEW,IN_PROGRESS', limit: casesOffered })
  const refusal = useRefusal({ needs: 'cases.work' })
  const id = useId()
  const cases = [
    ...(open?.cases ?? []).filter(({ uuid }) => uuid !== capture.case?.uuid),
    ...(capture.case ? [capture.case] : []),
  ]

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call(saveCapture, {
        uuid: capture.uuid,
        revision: capture.revision,
        name,
        vehicle: vehicle.trim() || null,
        case_uuid: caseUuid || null,
      })
      onSaved()
      onClose()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog className="c-small-dialog" isOpen title="Edit the capture" onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <label className="c-field" htmlFor={`${id}name`}>
            Name
            <input
              id={`${id}name`}
              className="bp6-input"
              value={name}
              maxLength={200}
              autoFocus
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <label className="c-field" htmlFor={`${id}vehicle`}>
            Vehicle (VIN or device id; empty: unknown)
            <input
              id={`${id}vehicle`}
              className="bp6-input mono"
              value={vehicle}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setVehicle(event.target.value)}
            />
          </label>
          <label className="c-field" htmlFor={`${id}case`}>
            Case
            <select
              id={`${id}case`}
              className="bp6-input"
              value={caseUuid}
              disabled={refusal !== undefined}
              title={refusal}
              onChange={(event) => setCase(event.target.value)}
            >
              <option value="">None</option>
              {cases.map((each) => (
                <option key={each.uuid} value={each.uuid}>
                  {caseId(each)} {each.title}
                </option>
              ))}
            </select>
          </label>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isReady={name.trim() !== ''} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
