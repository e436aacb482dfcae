import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { resolutions, type Resolution } from '@carapace/shared/msoc/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { type KeyboardEvent, useState } from 'react'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { useDesk } from './desk.tsx'
import { alertId, resolutionTexts } from './sentences.ts'

/** Asks how alerts are resolved: a number and Enter, or two clicks. */
export function CloseDialog() {
  const { closing, askToClose } = useDesk()
  return (
    <Dialog
      className="am-close"
      isOpen={closing !== null}
      title={closing === null ? '' : titleOf(closing)}
      onClose={() => askToClose(null)}
      transitionDuration={120}
    >
      {closing !== null && <Question targets={closing} />}
    </Dialog>
  )
}

function titleOf(targets: readonly Alert[]): string {
  const [only] = targets
  return targets.length === 1 && only !== undefined ? `Close ${alertId(only)}` : `Close ${number(targets.length)} alerts`
}

function Question({ targets }: { readonly targets: readonly Alert[] }) {
  const { triage, askToClose } = useDesk()
  const [resolution, setResolution] = useState<Resolution>()
  const finish = () => {
    if (resolution === undefined) return
    askToClose(null)
    void triage.close(targets, resolution)
  }

  return (
    <form
      onKeyDown={(event) => onKey(event, setResolution, finish)}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      <DialogBody>
        <fieldset className="am-resolutions">
          <legend>{targets.length === 1 ? targets[0]?.title : 'The same resolution for all of them'}</legend>
          {resolutions.map((each, index) => (
            <label key={each} className="am-resolution" data-chosen={each === resolution || undefined}>
              <input type="radio" name="resolution" value={each} checked={each === resolution} autoFocus={index === 0} onChange={() => setResolution(each)} />
              {resolutionTexts[each]}
              <Kbd keys={String(index + 1)} />
            </label>
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={() => askToClose(null)} endIcon={<Kbd keys="Escape" />}>
              Cancel
            </Button>
            <Button type="submit" intent="primary" disabled={resolution === undefined} endIcon={<Kbd keys="Enter" />}>
              Close
            </Button>
          </>
        }
      />
    </form>
  )
}

function onKey(event: KeyboardEvent, choose: (resolution: Resolution) => void, finish: () => void): void {
  const chosen = resolutions[Number(event.key) - 1]
  if (chosen !== undefined) choose(chosen)
  else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) finish()
  else return
  event.preventDefault()
}
