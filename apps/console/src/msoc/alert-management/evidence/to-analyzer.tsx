import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { keyOf } from '@carapace/shared/msoc/can/frame'
import { Link } from '@tanstack/react-router'
import { idWord } from '../../analyzer/search.ts'
import { preciseMs } from '../../../core/time/precise-ms.ts'
import { firedAt, type FrameLine } from './evidence.ts'

interface ToAnalyzerProps {
  readonly alert: Alert
  readonly lines: readonly FrameLine[]
}

/**
 * A link to the analyzer with the frame that the alert fired on, decoded, and the frames around it (rule
 * ANALYZER-UI-9).
 */
export function ToAnalyzer({ alert, lines }: ToAnalyzerProps) {
  const fired = lines[firedAt(lines)]
  const there = fired && {
    at: preciseMs(fired.frame.ts),
    id: idWord({ bus: fired.frame.bus, key: keyOf(fired.frame.id, fired.frame.ext) }),
  }
  return (
    <Link
      className="am-section-link"
      to="/org/msoc/dashboard/analyzers/default-view"
      search={{ alert: alert.uuid, mode: 'trace', ...there }}
    >
      Open in analyzer
    </Link>
  )
}
