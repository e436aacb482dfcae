import { DialogBody } from '@blueprintjs/core'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { useState } from 'react'
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
  if (targets === 'everything') return 'A job closes them, whether they are loaded or not. It cannot be undone.'
  return targets.length === 1 ? targets[0]?.title : 'The same resolution for all of them'
}

function Question({ targets }: { readonly targets: Targets }) {
  const { triage, bulk, ask } = useAlertPage()
  const [resolution, setResolution] = useState<Resolution>()
  const finish = () => {
    if (resolution === undefined) return
    ask(null)
    void (targets === 'everything' ? bulk.close(resolution) : triage.close(targets, resolution))
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
      </DialogBody>
      <DialogActions action="Close" isReady={resolution !== undefined} onCancel={() => ask(null)} />
    </form>
  )
}
