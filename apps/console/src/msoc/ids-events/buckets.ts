import type { Severity } from '@carapace/shared/msoc/severity'
import type { SeverityBucket } from '../../core/chart/bucket-steps.ts'

const wholeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
)

/** The step that gives at most `most` bars in a window, ms. */
export function stepFor(from: number, to: number, most = 120): number {
  return wholeSteps.find((step) => (to - from) / step <= most) ?? 86_400_000
}

interface Counted {
  readonly ts: string
  readonly severity: Severity
  readonly count: number
}

/** Events counted by severity and step, each with its reported number of occurrences (rule IDS-UI-3). */
export function bucketsOf(events: readonly Counted[], stepMs: number): SeverityBucket[] {
  const buckets = new Map<number, Record<Severity | 'at', number>>()
  for (const { ts, severity, count } of events) {
    const at = Math.floor(Date.parse(ts) / stepMs) * stepMs
    const bucket = buckets.get(at) ?? { at, critical: 0, high: 0, medium: 0, low: 0, info: 0 }
    bucket[severity] += count
    buckets.set(at, bucket)
  }
  return [...buckets.values()]
}
