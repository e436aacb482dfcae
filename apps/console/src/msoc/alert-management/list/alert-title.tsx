import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { zonedDateTime } from '../../../core/format/format.ts'
import { Badge } from '../../../core/ui/status-badge.tsx'

/** The title in a row, after a mark if the condition has cleared (rule QUEUE-81). */
export function AlertTitle({ title, acknowledged_at: acknowledgedAt, cleared_at: clearedAt }: Alert) {
  return (
    <>
      {clearedAt !== null && (
        <span className="am-cleared" title={`The condition cleared ${zonedDateTime(clearedAt)}`}>
          <Badge tone="grey">Cleared</Badge>
        </span>
      )}
      {title}
      {acknowledgedAt === null && <span className="c-visually-hidden">, not acknowledged</span>}
    </>
  )
}
