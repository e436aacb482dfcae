import { severities, type Severity } from '@carapace/shared/msoc/severity'
import type { SeverityBucket } from '../../../core/chart/bucket-steps.ts'

/** The window that a strip shows, epoch ms. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * One SVG path per severity in a box 1 wide: all its rectangles, each stacked on the less severe ones (rule MAP-UI-34).
 */
export function barPaths(
  buckets: readonly SeverityBucket[],
  stepMs: number,
  { from, to }: Span,
  width: number,
  height: number,
): { severity: Severity; path: string }[] {
  const most = Math.max(1, ...buckets.map((bucket) => severities.reduce((sum, severity) => sum + bucket[severity], 0)))
  const step = (stepMs / (to - from)) * width
  return severities.map((severity, rank) => ({
    severity,
    path: buckets
      .flatMap((bucket) => {
        const left = partOf(bucket.at, { from, to }) * width
        if (bucket[severity] === 0 || left + step <= 0 || left >= width) return []
        const below = severities.slice(0, rank).reduce((sum, lesser) => sum + bucket[lesser], 0)
        const bottom = height - (below / most) * height
        const x = left.toFixed(2)
        const bar = (step * 0.75).toFixed(2)
        return `M${x} ${bottom.toFixed(2)}h${bar}v${(-(bucket[severity] / most) * height).toFixed(2)}h-${bar}z`
      })
      .join(''),
  }))
}

/** The position of a time in a window: 0 at its beginning, 1 at its end. */
export function partOf(at: number, { from, to }: Span): number {
  return (at - from) / (to - from)
}
