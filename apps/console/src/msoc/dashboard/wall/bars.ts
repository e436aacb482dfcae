import { severities, type Severity } from '@carapace/shared/msoc/severity'

type Bucket = Readonly<Record<Severity, number>> & { readonly at: number }

export interface Bars {
  /** The count at the top of the chart: the next of 1, 2, 5, 10, 20 … above the highest bar. */
  readonly top: number
  /** One path per severity, info first, in a box as wide as the number of buckets and 1 high. */
  readonly paths: readonly { readonly severity: Severity; readonly path: string }[]
}

/** The gap on either side of a bar: bars take three quarters of their step. */
const gap = 0.125

/** Stacked bars as paths, from info at the bottom to critical at the top: five elements for any number of bars. */
export function barsOf(buckets: readonly Bucket[]): Bars {
  const top = niceTop(
    Math.max(...buckets.map((bucket) => severities.reduce((sum, severity) => sum + bucket[severity], 0)), 0),
  )
  const below = buckets.map(() => 0)
  const paths = severities.map((severity) => ({
    severity,
    path: buckets
      .map((bucket, index) => {
        const from = below[index] ?? 0
        below[index] = from + bucket[severity]
        return bucket[severity] === 0 ? '' : barPath(index, from / top, bucket[severity] / top)
      })
      .join(''),
  }))
  return { top, paths }
}

function barPath(index: number, from: number, height: number): string {
  const short = (n: number) => Number(n.toFixed(4))
  return `M${short(index + gap)} ${short(1 - from)}v${short(-height)}h${1 - 2 * gap}v${short(height)}z`
}

export function niceTop(most: number): number {
  if (most <= 4) return 4
  const decade = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 8, 10].find((factor) => factor * decade >= most) ?? 10) * decade
}

/**
 * The positions of full hours in a window, every `hours` hours, as fractions of its width; those at the edges are left
 * out.
 */
export function hourMarks(from: number, to: number, hours: number): { readonly at: number; readonly part: number }[] {
  const step = hours * 3_600_000
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step)
    .map((at) => ({ at, part: (at - from) / (to - from) }))
    .filter(({ part }) => part > 0.03 && part < 0.97)
}
