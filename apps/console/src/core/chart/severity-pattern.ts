import type { Severity } from '@carapace/shared/msoc/severity'

/** A pattern of the chart library: lengths of marks and gaps in px, along and across. */
interface Pattern {
  readonly symbol: 'rect' | 'circle'
  readonly symbolSize?: number
  readonly dashArrayX: number[] | number[][]
  readonly dashArrayY: number[]
  readonly rotation?: number
}

/**
 * The pattern over each severity's colour, so that colour is never the only sign (rule MARK-2): critical is solid, high
 * has rising stripes, medium level ones, low dots, info upright stripes. The legend's swatches are in `chart.css`.
 */
export const severityPatterns: Readonly<Record<Severity, Pattern | undefined>> = {
  critical: undefined,
  high: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: -Math.PI / 4 },
  medium: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1.5, 3] },
  low: {
    symbol: 'circle',
    symbolSize: 0.8,
    dashArrayX: [
      [3, 3],
      [0, 3, 3, 0],
    ],
    dashArrayY: [3, 0],
  },
  info: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1.5, 2.5], rotation: Math.PI / 2 },
}
