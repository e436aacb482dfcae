import { DialogBody } from '@blueprintjs/core'
import { keepWindow } from '@carapace/shared/msoc/can/captures.contract'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useBench } from './bench.ts'
import { type Span, spanIn } from './search.ts'
import { exactClock } from './times.ts'

/**
 * Saves the span, or otherwise all shown frames, as a capture: the record itself is deleted after its retention time.
 */
export function KeepDialog({ onClose }: { readonly onClose: () => void }) {
  const window = useKeptWindow()
  const { subject, look } = useBench()
  const [name, setName] = useState(`${subject.name}, ${exactClock(window.from).replace(/\.\d+/, '')}`)
  const { keep, busy, problem } = useKeeping(window, onClose)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void keep(name.trim())
  }
  return (
    <Dialog className="c-small-dialog" isOpen title="Keep as capture" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <p className="c-say">
            Frames {look.bus === undefined ? 'of all buses' : `of ${look.bus}`} from {exactClock(window.from)} to{' '}
            {exactClock(window.to)}.
          </p>
          <label className="c-field an-keep-name">
            Name
            <input
              className="bp6-input"
              maxLength={200}
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Keep" isReady={name.trim() !== ''} isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** The window at the time when the dialog opened: live frames continue in the meantime. */
function useKeptWindow(): Span {
  const { source, look, analyzer } = useBench()
  const [window] = useState((): Span => {
    const { summary } = analyzer.state.getState()
    const shown =
      source.kind === 'record' ? source : { from: summary?.from ?? Date.now() - 1_000, to: summary?.to ?? Date.now() }
    const { from, to } = spanIn(look) ?? shown
    return { from: Math.floor(from), to: Math.ceil(to) }
  })
  return window
}

function useKeeping({ from, to }: Span, onDone: () => void) {
  const { subject, look } = useBench()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const keep = async (name: string) => {
    setBusy(true)
    try {
      const { capture } = await call(keepWindow, {
        vehicle: subject.vehicle ?? subject.name,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        name,
        ...(look.bus !== undefined && { bus: look.bus }),
      })
      toast.success(`Kept as ${capture.name}`, {
        action: {
          text: 'Open',
          run: () =>
            void navigate({ to: '/org/msoc/dashboard/analyzers/default-view', search: { capture: capture.uuid } }),
        },
      })
      onDone()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  return { keep, busy, problem }
}
