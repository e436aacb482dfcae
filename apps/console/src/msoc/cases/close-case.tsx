import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { resolutions, type Resolution } from '@carapace/shared/msoc/alerts'
import { type KeyboardEvent, useState } from 'react'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { resolutionTexts } from '../alert-management/sentences.ts'
import { useCaseDesk } from './case-desk.tsx'
import { isOpen } from './facts.ts'
import { caseId } from './list.ts'

interface CloseCaseProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks what becomes of the case's open alerts before it closes. */
export function CloseCase({ isOpen: isShown, onClose }: CloseCaseProps) {
  const { detail } = useCaseDesk()
  return (
    <Dialog className="cs-close" isOpen={isShown} title={`Close ${caseId(detail.case)}`} onClose={onClose} transitionDuration={120}>
      <Question onClose={onClose} />
    </Dialog>
  )
}

function Question({ onClose }: Pick<CloseCaseProps, 'onClose'>) {
  const { detail, change, busy } = useCaseDesk()
  const open = detail.alerts.filter(isOpen).length
  const [resolution, setResolution] = useState<Resolution | 'leave'>(open > 0 ? 'TRUE_POSITIVE_WITH_IMPACT' : 'leave')
  const finish = async () => {
    if (busy) return
    if (await change({ stage: 'CLOSED', ...(resolution !== 'leave' && { close_alerts: resolution }) })) onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    const chosen = event.key === '0' ? 'leave' : resolutions[Number(event.key) - 1]
    if (chosen !== undefined && open > 0) setResolution(chosen)
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) void finish()
    else return
    event.preventDefault()
  }

  return (
    <form
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      <DialogBody>
        {open === 0 ? <p className="cs-close-none">None of its alerts is open. It can be reopened later.</p> : (
          <fieldset className="cs-resolutions">
            <legend>{open === 1 ? 'One of its alerts is still open. It closes too, as' : `${number(open)} of its alerts are still open. They close too, as`}</legend>
            {resolutions.map((each, index) => <Choice key={each} value={each} text={resolutionTexts[each]} keys={String(index + 1)} chosen={resolution} choose={setResolution} />)}
            <Choice value="leave" text={open === 1 ? 'Leave it open' : 'Leave them open'} keys="0" chosen={resolution} choose={setResolution} />
          </fieldset>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose} endIcon={<Kbd keys="Escape" />}>Cancel</Button>
            <Button type="submit" intent="primary" loading={busy} autoFocus={open === 0} endIcon={<Kbd keys="Enter" />}>Close case</Button>
          </>
        }
      />
    </form>
  )
}

interface ChoiceProps<Value extends string> {
  readonly value: Value
  readonly text: string
  readonly keys: string
  readonly chosen: string
  readonly choose: (value: Value) => void
}

function Choice<Value extends string>({ value, text, keys, chosen, choose }: ChoiceProps<Value>) {
  return (
    <label className="cs-resolution" data-chosen={value === chosen || undefined}>
      <input type="radio" name="resolution" value={value} checked={value === chosen} autoFocus={value === chosen} onChange={() => choose(value)} />
      {text}
      <Kbd keys={keys} />
    </label>
  )
}
