import { DialogBody } from '@blueprintjs/core'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { type Answer, answerByKey, resolutionAnswers } from '../../resolution/answers.ts'
import { ResolutionFieldset } from '../../resolution/resolution-fieldset.tsx'
import { useDraft } from '../drafts.ts'
import { isOpen } from '../facts.ts'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'
import { Scenarios } from './scenarios.tsx'

interface CloseCaseProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog for closing a case: what it turned out to be, its causes, and what is learned (rule CASE-UI-61). */
export function CloseCase({ isOpen: isShown, onClose }: CloseCaseProps) {
  const { detail } = useCasePage()
  return (
    <Dialog className="cs-closing" isOpen={isShown} title={`Close ${caseId(detail.case)}`} onClose={onClose}>
      <Question onClose={onClose} />
    </Dialog>
  )
}

const isTruePositive = (resolution: Resolution | 'leave') => resolution.startsWith('TRUE_POSITIVE')

function Question({ onClose }: Pick<CloseCaseProps, 'onClose'>) {
  const { detail, change, busy } = useCasePage()
  const { case: shown } = detail
  const open = detail.alerts.filter(isOpen).length
  const answers = answersFor(open)
  const [resolution, setResolution] = useState<Resolution | 'leave'>(open > 0 ? 'TRUE_POSITIVE_WITH_IMPACT' : 'leave')
  const causes = useClosingText('causes')
  const lessons = useClosingText('lessons')
  const finish = async () => {
    if (busy) return
    const isDone = await change({
      stage: 'CLOSED',
      ...(resolution !== 'leave' && { resolution, ...(open > 0 && { close_alerts: resolution }) }),
      ...(causes.text !== shown.causes && { causes: causes.text }),
      ...(lessons.text !== shown.lessons && { lessons: lessons.text }),
    })
    if (!isDone) return
    causes.drop()
    lessons.drop()
    onClose()
  }

  return (
    <form
      onKeyDown={(event) => answerByKey(event, answers, setResolution, () => void finish())}
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      <DialogBody className="cs-closing-body">
        <ResolutionFieldset legend={legendFor(open)} answers={answers} chosen={resolution} choose={setResolution} />
        <div className="cs-closing-texts">
          <ClosingText label="Causes" hint="Why could it happen?" value={causes} />
          <ClosingText label="Lessons" hint="What do we change?" value={lessons} />
        </div>
        {isTruePositive(resolution) && (
          // its own dialogs and forms are inside this form for React: their keys and their sending are not for it
          <div onKeyDown={(event) => event.stopPropagation()} onSubmit={(event) => event.stopPropagation()}>
            <Scenarios />
          </div>
        )}
      </DialogBody>
      <DialogActions action="Close case" isBusy={busy} onCancel={onClose} />
    </form>
  )
}

/** A text of the case that is written while it closes: the same draft as on the overview. */
function useClosingText(field: 'causes' | 'lessons') {
  const { detail } = useCasePage()
  const stored = detail.case[field]
  const { draft, set, drop } = useDraft(detail.case.uuid, field)
  return { text: draft?.text ?? stored, drop, write: (text: string) => set({ base: draft?.base ?? stored, text }) }
}

interface ClosingTextProps {
  readonly label: string
  readonly hint: string
  readonly value: ReturnType<typeof useClosingText>
}

function ClosingText({ label, hint, value }: ClosingTextProps) {
  return (
    <Field label={label}>
      {(id) => (
        <textarea
          id={id}
          className="bp6-input"
          rows={3}
          maxLength={20_000}
          placeholder={`${hint} Markdown.`}
          value={value.text}
          onChange={(event) => value.write(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The options: what the case turned out to be; its open alerts are closed as the same. */
function answersFor(open: number): readonly Answer<Resolution | 'leave'>[] {
  const text = open === 0 ? 'Not stated' : open === 1 ? 'Leave the alert open' : 'Leave the alerts open'
  return [...resolutionAnswers, { value: 'leave', text, keys: '0' }]
}

function legendFor(open: number): string {
  if (open === 0) return 'None of its alerts is open. It closes as'
  return open === 1
    ? 'One of its alerts is still open. It closes too, as'
    : `${number(open)} of its alerts are still open. They close too, as`
}
