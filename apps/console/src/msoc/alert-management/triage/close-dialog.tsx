import { DialogBody } from '@blueprintjs/core'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { useId, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { answerByKey, resolutionAnswers } from '../../resolution/answers.ts'
import { ResolutionFieldset } from '../../resolution/resolution-fieldset.tsx'
import { type Targets, useAlertPage, useQueue } from '../page-context.tsx'
import { alertId } from '../sentences.ts'

/** The dialog for the resolution of alerts: a number and Enter, or two clicks. */
export function CloseDialog() {
  const { question, ask } = useAlertPage()
  const closing = question?.about === 'close' ? question.targets : undefined
  const total = useQueue(({ queue }) => queue.total)
  return (
    <Dialog
      className="am-dialog"
      isOpen={closing !== undefined}
      title={closing === undefined ? '' : titleOf(closing, total)}
      onClose={() => ask(null)}
    >
      {closing !== undefined && <Question targets={closing} />}
    </Dialog>
  )
}

function titleOf(targets: Targets, total: number): string {
  if (targets === 'everything') return `Close all ${number(total)} matching alerts`
  const [only] = targets
  return targets.length === 1 && only !== undefined
    ? `Close ${alertId(only)}`
    : `Close ${number(targets.length)} alerts`
}

/** The text above the resolutions: which alerts are closed. */
function legendOf(targets: Targets): string | undefined {
  if (targets === 'everything') return 'A job closes them, whether they are loaded or not. It can be undone for a day.'
  return targets.length === 1 ? targets[0]?.title : 'The same resolution for all of them'
}

function Question({ targets }: { readonly targets: Targets }) {
  const { triage, bulk, ask } = useAlertPage()
  const [resolution, setResolution] = useState<Resolution>()
  const [comment, setComment] = useState('')
  const finish = () => {
    if (resolution === undefined) return
    ask(null)
    const why = comment.trim() || undefined
    void (targets === 'everything' ? bulk.close(resolution, why) : triage.close(targets, resolution, why))
  }

  return (
    <form
      onKeyDown={(event) => answerByKey(event, resolutionAnswers, setResolution, finish)}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      <DialogBody>
        <ResolutionFieldset
          legend={legendOf(targets)}
          answers={resolutionAnswers}
          chosen={resolution}
          choose={setResolution}
        />
        <CommentField comment={comment} onChange={setComment} />
      </DialogBody>
      <DialogActions action="Close" isReady={resolution !== undefined} onCancel={() => ask(null)} />
    </form>
  )
}

interface CommentFieldProps {
  readonly comment: string
  readonly onChange: (comment: string) => void
}

/** Why the alerts are closed. Digits typed here are text, and Ctrl-Enter closes. */
function CommentField({ comment, onChange }: CommentFieldProps) {
  const id = useId()
  return (
    <div className="am-field">
      <label htmlFor={id}>Comment (optional)</label>
      <textarea
        id={id}
        className="am-input"
        rows={3}
        maxLength={2_000}
        value={comment}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
