import { severities, type Severity } from '@carapace/shared/msoc/severity'

/** How many of each severity in the step that begins at `at`, epoch ms. */
export interface SeverityBucket extends Readonly<Record<Severity, number>> {
  readonly at: number
}

/** Every step of a window in a row, with zeros where there is no data: a bar is as wide as its step (rule CHART-4). */
export function everyStep(
  buckets: readonly SeverityBucket[],
  stepMs: number,
  from: number,
  to: number,
): SeverityBucket[] {
  const bucketsByStep = new Map(buckets.map((bucket) => [Math.floor(bucket.at / stepMs), bucket]))
  const first = Math.floor(from / stepMs)
  const count = Math.max(1, Math.ceil(to / stepMs) - first)
  return Array.from({ length: Math.min(count, mostSteps) }, (_, index) => {
    const step = first + index
    return { ...none, ...bucketsByStep.get(step), at: step * stepMs }
  })
}

/** The maximum number of bars: more than a screen has pixels are a mistake of the caller. */
const mostSteps = 4_000

const none = Object.fromEntries(severities.map((severity) => [severity, 0])) as Record<Severity, number>
