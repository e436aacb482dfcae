import type { Severity } from '@carapace/shared/msoc/severity'
import { sparkPath } from './spark-path.ts'
import './chart.css'

interface SparklineProps {
  readonly values: readonly number[]
  readonly tone?: 'series-1' | 'series-4' | Severity
  readonly width?: number
  readonly height?: number
  /** The text for a screen reader; without it the line is decoration next to its figure. */
  readonly label?: string
}

/** A small line without axes: only its shape has a meaning. */
export function Sparkline({ values, tone = 'series-4', width = 64, height = 16, label }: SparklineProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={`ch-spark ch-spark-${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      {...named}
    >
      <path d={sparkPath(values, width, height)} />
    </svg>
  )
}
