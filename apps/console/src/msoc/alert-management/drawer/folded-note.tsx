import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useAlertPage } from '../page-context.tsx'
import { alertId } from '../sentences.ts'
import { Unfold } from './folded-section.tsx'
import '../../alert-pipeline/alert-pipeline.css'

/** Which alert of the fleet an alert is a part of (rule QUEUE-90); renders nothing if it is none. */
export function FoldedNote({ alert }: { readonly alert: Alert }) {
  const { openDrawer } = useAlertPage()
  const whole = alert.folded_into
  if (whole === null) return null
  return (
    <p className="ap-suppressed am-folded" role="note">
      <span>
        Folded into{' '}
        <button type="button" className="am-link" onClick={() => openDrawer(whole.uuid)}>
          {alertId(whole)} {whole.title}
        </button>
        : it is not in the queue, and does not count for its vehicle.
      </span>
      <Unfold alert={alert} />
    </p>
  )
}
