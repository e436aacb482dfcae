import { DialogBody } from '@blueprintjs/core'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useState } from 'react'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { answerByKey, resolutionAnswers } from '../../resolution/answers.ts'
import { ResolutionFieldset } from '../../resolution/resolution-fieldset.tsx'
import { caseId } from '../list.ts'

interface ClosingDialogProps {
  /** The case that is put into a closed column; undefined: the dialog is closed. */
  readonly row: Case | undefined
  /** Undefined: its open alerts stay open. */
  readonly onFinish: (resolution: Resolution | undefined) => void
  readonly onClose: () => void
}

/** Asks what becomes of the open alerts of a case that is put into a closed column. */
export function ClosingDialog({ row, onFinish, onClose }: ClosingDialogProps) {
  return (
    <Dialog
      className="cs-close"
      isOpen={row !== undefined}
      title={row === undefined ? '' : `Close ${caseId(row)}`}
      onClose={onClose}
    >
      <Question
        alerts={row?.alerts ?? 0}
        onClose={onClose}
        onFinish={(resolution) => {
          onClose()
          onFinish(resolution)
        }}
      />
    </Dialog>
  )
}

interface QuestionProps extends Pick<ClosingDialogProps, 'onFinish' | 'onClose'> {
  readonly alerts: number
}

function Question({ alerts, onFinish, onClose }: QuestionProps) {
  const answers = [...resolutionAnswers, { value: 'leave' as const, text: 'Leave them as they are', keys: '0' }]
  const [chosen, setChosen] = useState<Resolution | 'leave'>(alerts > 0 ? 'TRUE_POSITIVE_WITH_IMPACT' : 'leave')
  const finish = () => onFinish(chosen === 'leave' ? undefined : chosen)
  return (
    <form
      onKeyDown={(event) => answerByKey(event, alerts > 0 ? answers : [], setChosen, finish)}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      <DialogBody>
        {alerts === 0 ? (
          <p className="cs-close-none">It has no alerts. It can be reopened later.</p>
        ) : (
          <ResolutionFieldset
            legend="Its open alerts close too, as"
            answers={answers}
            chosen={chosen}
            choose={setChosen}
          />
        )}
      </DialogBody>
      <DialogActions action="Close case" autoFocus={alerts === 0} onCancel={onClose} />
    </form>
  )
}
