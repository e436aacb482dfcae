import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { isOpen } from '@carapace/shared/msoc/alerts/alerts'
import { number, zonedDateTime } from '../../../core/format/format.ts'
import { Badge } from '../../../core/ui/status-badge.tsx'

interface PipelineMarksProps {
  readonly alert: Alert
  /** In a row, where the title needs the room. */
  readonly isShort?: boolean
}

/** What the alert pipeline and analysts made of it: overdue, or others merged into it. */
export function PipelineMarks({ alert, isShort = false }: PipelineMarksProps) {
  return (
    <>
      {alert.overdue_at !== null && isOpen(alert) && (
        <span className="am-cleared" title={`Overdue since ${zonedDateTime(alert.overdue_at)}`}>
          <Badge tone="red">Overdue</Badge>
        </span>
      )}
      {alert.parts > 0 && (
        <span className="am-cleared" title="Alerts that are merged into this one">
          <Badge tone="grey">
            <span className="num">+{number(alert.parts)}</span>
            <span className={isShort ? 'c-visually-hidden' : undefined}> merged</span>
          </Badge>
        </span>
      )}
    </>
  )
}

/** The title in a row, after a mark if the condition has cleared (rule QUEUE-81). */
export function AlertTitle(alert: Alert) {
  const { title, acknowledged_at: acknowledgedAt, cleared_at: clearedAt } = alert
  return (
    <>
      {clearedAt !== null && (
        <span className="am-cleared" title={`The condition cleared ${zonedDateTime(clearedAt)}`}>
          <Badge tone="grey">Cleared</Badge>
        </span>
      )}
      <PipelineMarks alert={alert} isShort />
      {title}
      {acknowledgedAt === null && <span className="c-visually-hidden">, not acknowledged</span>}
    </>
  )
}
