import { DialogBody } from '@blueprintjs/core'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { type Answer, answerByKey, resolutionAnswers } from '../resolution/answers.ts'
import { ResolutionFieldset } from '../resolution/resolution-fieldset.tsx'
import { useCasePage } from './page-context.tsx'
import { isOpen } from './facts.ts'
import { caseId } from './list.ts'

interface CloseCaseProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog for closing a case: the user selects the resolution of its open alerts. */
export function CloseCase({ isOpen: isShown, onClose }: CloseCaseProps) {
  const { detail } = useCasePage()
  return (
    <Dialog className="cs-close" isOpen={isShown} title={`Close ${caseId(detail.case)}`} onClose={onClose}>
      <Question onClose={onClose} />
    </Dialog>
  )
}

function Question({ onClose }: Pick<CloseCaseProps, 'onClose'>) {
  const { detail, change, busy } = useCasePage()
  const open = detail.alerts.filter(isOpen).length
  const answers = answersFor(open)
  const [resolution, setResolution] = useState<Resolution | 'leave'>(open > 0 ? 'TRUE_POSITIVE_WITH_IMPACT' : 'leave')
  const finish = async () => {
    if (busy) return
    if (await change({ stage: 'CLOSED', ...(resolution !== 'leave' && { close_alerts: resolution }) })) onClose()
  }

  return (
    <form
      onKeyDown={(event) => answerByKey(event, answers, setResolution, () => void finish())}
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      <DialogBody>
        {open === 0 ? (
          <p className="cs-close-none">None of its alerts is open. It can be reopened later.</p>
        ) : (
          <ResolutionFieldset legend={legendFor(open)} answers={answers} chosen={resolution} choose={setResolution} />
        )}
      </DialogBody>
      <DialogActions action="Close case" isBusy={busy} autoFocus={open === 0} onCancel={onClose} />
    </form>
  )
}

/** The options: the open alerts are closed with the case, or stay open. */
function answersFor(open: number): readonly Answer<Resolution | 'leave'>[] {
  return open === 0
    ? []
    : [...resolutionAnswers, { value: 'leave', text: open === 1 ? 'Leave it open' : 'Leave them open', keys: '0' }]
}

function legendFor(open: number): string {
  return open === 1
    ? 'One of its alerts is still open. It closes too, as'
    : `${number(open)} of its alerts are still open. They close too, as`
}
