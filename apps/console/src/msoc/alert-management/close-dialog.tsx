import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { resolutions, type Resolution } from '@carapace/shared/msoc/alerts'
import { type KeyboardEvent, useState } from 'react'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { type Targets, useDesk, useQueue } from './desk.tsx'
import { alertId, resolutionTexts } from './sentences.ts'

/** Asks how alerts are resolved: a number and Enter, or two clicks. */
export function CloseDialog() {
  const { question, ask } = useDesk()
  const closing = question?.about === 'close' ? question.targets : undefined
  const total = useQueue(({ queue }) => queue.total)
  return (
    <Dialog
      className="am-dialog"
      isOpen={closing !== undefined}
      title={closing === undefined ? '' : titleOf(closing, total)}
      onClose={() => ask(null)}
      transitionDuration={120}
    >
      {closing !== undefined && <Question targets={closing} />}
    </Dialog>
  )
}

function titleOf(targets: Targets, total: number): string {
  if (targets === 'everything') return `Close all ${number(total)} matching alerts`
  const [only] = targets
  return targets.length === 1 && only !== undefined ? `Close ${alertId(only)}` : `Close ${number(targets.length)} alerts`
}

/** What the resolution is asked for, above the answers. */
function legendOf(targets: Targets): string | undefined {
  if (targets === 'everything') return 'A job closes them, whether they are loaded or not. It cannot be undone.'
  return targets.length === 1 ? targets[0]?.title : 'The same resolution for all of them'
}

function Question({ targets }: { readonly targets: Targets }) {
  const { triage, bulk, ask } = useDesk()
  const [resolution, setResolution] = useState<Resolution>()
  const finish = () => {
    if (resolution === undefined) return
    ask(null)
    void (targets === 'everything' ? bulk.close(resolution) : triage.close(targets, resolution))
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
          <legend>{legendOf(targets)}</legend>
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
            <Button variant="outlined" onClick={() => ask(null)} endIcon={<Kbd keys="Escape" />}>
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
