import type { HardwareMetric, TargetResult } from '@carapace/shared/functional-safety/metrics'
import { Badge } from '../../core/ui/status-badge.tsx'
import { fitText, percentText } from './words.ts'
import './fmeda.css'

export const metricWords: Readonly<Record<HardwareMetric, string>> = {
  spfm: 'Single-point fault metric',
  lfm: 'Latent fault metric',
  pmhf: 'PMHF',
}

/** A metric in its unit. */
export const metricText = (metric: HardwareMetric, value: number) =>
  metric === 'pmhf' ? `${fitText(value)} FIT` : percentText(value)

/** The target of a metric: `at least 99 %`, `below 10 FIT`. */
export const targetText = (metric: HardwareMetric, target: number) =>
  `${metric === 'pmhf' ? 'below' : 'at least'} ${metricText(metric, target)}`

interface MetricValueProps {
  readonly metric: HardwareMetric
  readonly value: number | null
  /** Absent: the ASIL has no targets. */
  readonly target: TargetResult | undefined
}

/** A hardware metric beside its target, and whether it is met. */
export function MetricValue({ metric, value, target }: MetricValueProps) {
  return (
    <span className="fm-metric num">
      <b>{value === null ? '–' : metricText(metric, value)}</b>
      {target && <span className="c-note">{targetText(metric, target.target)}</span>}
      {target && target.isMet !== null && (
        <Badge tone={target.isMet ? 'green' : 'red'}>{target.isMet ? 'Met' : 'Not met'}</Badge>
      )}
    </span>
  )
}
