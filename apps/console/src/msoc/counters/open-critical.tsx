import { compact, number } from '../../core/format/format.ts'
import { useCounters } from './counters.ts'

/** The number of open critical alerts, which must be visible on every operations page. */
export function OpenCritical() {
  const critical = useCounters((latest) => latest?.alerts.critical ?? 0)
  if (critical === 0) return null
  return (
    <span className="rail-count num">
      <span aria-hidden>{compact(critical)}</span>
      <span className="c-visually-hidden">, {number(critical)} critical open</span>
    </span>
  )
}
