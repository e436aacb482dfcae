import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useNow } from '../../core/format/format.ts'
import { suppressionText } from './step-texts.ts'
import './alert-pipeline.css'

/** By whom, until when and why an alert is silenced (rule ALERT-PIPELINE-UI-6). */
export function SuppressionNote({ by }: { readonly by: NonNullable<Alert['suppressed_by']> }) {
  return (
    <p className="ap-suppressed" role="note">
      {suppressionText(by, useNow(30_000))}
    </p>
  )
}
