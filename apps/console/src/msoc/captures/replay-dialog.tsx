import { DialogBody } from '@blueprintjs/core'
import { type Capture, replayCapture } from '@carapace/shared/msoc/can/captures.contract'
import { type SubmitEvent, useId, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { spanText } from './words.ts'
import '../../core/ui/form.css'

interface ReplayDialogProps {
  readonly capture: Capture
  readonly onBegun: () => void
  readonly onClose: () => void
}

const speeds = [
  [1, 'As recorded'],
  [2, 'Twice as fast'],
  [10, '10 times as fast'],
  [100, '100 times as fast'],
  [0, 'As fast as it can be stored'],
] as const

/** Selects the test vehicle and the speed of a replay. */
export function ReplayDialog({ capture, onBegun, onClose }: ReplayDialogProps) {
  const [vehicle, setVehicle] = useState(`TEST-${capture.uuid.slice(0, 8).toUpperCase()}`)
  const [model, setModel] = useState(capture.vehicle?.model ?? '')
  const [speed, setSpeed] = useState(1)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()

  const begin = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call(replayCapture, { uuid: capture.uuid, vehicle: vehicle.trim(), model, speed })
      toast.success(`${capture.name} is being replayed into ${vehicle.trim()}`)
      onBegun()
      onClose()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog className="c-small-dialog" isOpen title="Replay into a test vehicle" onClose={onClose}>
      <form noValidate onSubmit={(event) => void begin(event)}>
        <DialogBody>
          <p className="c-say">
            Its {number(capture.frames)} frames ({spanText(capture)}) go through detection and storage like traffic of
            the vehicle&apos;s own.
          </p>
          <label className="c-field" htmlFor={`${id}vehicle`}>
            Test vehicle
            <input
              id={`${id}vehicle`}
              className="bp6-input mono"
              value={vehicle}
              maxLength={64}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setVehicle(event.target.value)}
            />
          </label>
          <label className="c-field" htmlFor={`${id}model`}>
            Model, where the vehicle is new: its profiles and databases hold
            <input
              id={`${id}model`}
              className="bp6-input"
              value={model}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setModel(event.target.value)}
            />
          </label>
          <label className="c-field" htmlFor={`${id}speed`}>
            Speed
            <select
              id={`${id}speed`}
              className="bp6-input"
              value={speed}
              onChange={(event) => setSpeed(Number(event.target.value))}
            >
              {speeds.map(([times, text]) => (
                <option key={times} value={times}>
                  {text}
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
        <DialogActions
          action="Replay"
          isReady={/^[\w.:-]{1,64}$/.test(vehicle.trim())}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
