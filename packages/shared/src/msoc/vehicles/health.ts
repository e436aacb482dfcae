import { type Health, healthOf, offlineAfterMs, type Severity, severities } from '../severity.ts'

/** A span of time, epoch ms; null: it has not ended. */
interface Span {
  readonly from: number
  readonly to: number | null
}

export interface HealthSegment {
  readonly from: number
  readonly to: number
  readonly health: Health
  /** Number of alerts that were open during it. */
  readonly alerts: number
}

interface Past {
  readonly from: number
  readonly to: number
  /** The times during which alerts were open and not cleared. */
  readonly alerts: readonly (Span & { readonly severity: Severity })[]
  /** The times during which the vehicle reported. */
  readonly received: readonly Span[]
}

interface Event {
  readonly at: number
  readonly by: 1 | -1
  /** Severity of the alert that begins or ends; undefined: the vehicle starts or stops reporting. */
  readonly severity: Severity | undefined
}

/**
 * Returns the health of a vehicle over time, by rules VEHICLE-1 to VEHICLE-3 (rule HEALTH-1): one segment for as long
 * as the health stays the same. An alert counts with its severity, from its first event; silence begins
 * `offlineAfterMs` after the last report.
 */
export function healthSegments({ from, to, alerts, received }: Past): HealthSegment[] {
  const events = [
    ...alerts.flatMap(({ severity, ...span }) => edges(span, severity)),
    ...received.flatMap((span) => edges({ from: span.from, to: span.to === null ? null : span.to + offlineAfterMs })),
  ]
    .filter(({ at }) => at < to)
    .sort((a, b) => a.at - b.at)
  const open = new Map<Severity, number>()
  const segments: { from: number; to: number; health: Health; alerts: number }[] = []
  let alive = 0
  let count = 0
  let next = 0
  for (let at = from; at < to;) {
    let raised = 0
    for (; next < events.length && events[next]!.at <= at; next++) {
      const { severity, by } = events[next]!
      if (severity === undefined) alive += by
      else {
        open.set(severity, (open.get(severity) ?? 0) + by)
        count += by
        raised += Number(by > 0)
      }
    }
    const until = events[next]?.at ?? to
    const health =
      alive > 0 ? healthOf(severities.findLast((severity) => (open.get(severity) ?? 0) > 0) ?? null) : 'offline'
    const last = segments.at(-1)
    if (last?.health === health) Object.assign(last, { to: until, alerts: last.alerts + raised })
    else segments.push({ from: at, to: until, health, alerts: count })
    at = until
  }
  return segments
}

function edges({ from, to }: Span, severity?: Severity): Event[] {
  if (to !== null && to <= from) return []
  return [{ at: from, by: 1, severity }, ...(to === null ? [] : [{ at: to, by: -1 as const, severity }])]
}
