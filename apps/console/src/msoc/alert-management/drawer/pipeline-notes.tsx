import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useNow } from '../../../core/format/format.ts'
import { useAlertPage } from '../page-context.tsx'
import { alertId } from '../sentences.ts'
import { timerText } from './timer-text.ts'
import type { Detail } from './use-alert-detail.ts'

interface PipelineNotesProps {
  readonly alert: Alert
  readonly detail: Detail | undefined
}

/** Where the alert was merged, and the timers of escalations that run for it (rule QUEUE-87). */
export function PipelineNotes({ alert, detail }: PipelineNotesProps) {
  const { openDrawer } = useAlertPage()
  const { merged_into: whole } = alert
  return (
    <>
      {whole !== null && (
        <p className="am-note" role="note">
          Merged into{' '}
          <button type="button" className="am-link" onClick={() => openDrawer(whole.uuid)}>
            {alertId(whole)} {whole.title}
          </button>
        </p>
      )}
      {detail?.timers.map((timer) => (
        <Timer key={timer.step} timer={timer} />
      ))}
    </>
  )
}

function Timer({ timer }: { readonly timer: Detail['timers'][number] }) {
  const now = useNow(1_000)
  return (
    <p className="am-note" role="note">
      {timerText(timer, now)}
    </p>
  )
}
