import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { useMemo } from 'react'
import { dateTime, number, sentenceCase } from '../format/format.ts'
import { everyStep, type SeverityBucket } from './bucket-steps.ts'
import { Chart, type EChartsOption, timeAxis } from './chart.tsx'
import { type ChartColours, useChartColours } from './colours.ts'
import { severityPatterns } from './severity-pattern.ts'

export type { SeverityBucket } from './bucket-steps.ts'

interface SeverityBarsProps {
  readonly buckets: readonly SeverityBucket[]
  readonly stepMs: number
  readonly from: number
  readonly to: number
  readonly label: string
  /** Whether to draw the count axis with its hairlines; without it only time has labels. */
  readonly axis?: boolean
  readonly onZoom?: (from: number, to: number) => void
}

/** Counts by severity over time, stacked from info at the bottom to critical at the top. */
export function SeverityBars({ buckets, stepMs, from, to, label, axis = true, onZoom }: SeverityBarsProps) {
  const colours = useChartColours()
  const option = useMemo(
    () => optionOf(everyStep(buckets, stepMs, from, to), stepMs, { from, to, axis, colours }),
    [buckets, stepMs, from, to, axis, colours],
  )
  return <Chart option={option} label={label} {...(onZoom && { onZoom })} />
}

interface Frame {
  readonly from: number
  readonly to: number
  readonly axis: boolean
  readonly colours: ChartColours
}

function optionOf(steps: readonly SeverityBucket[], stepMs: number, { from, to, axis, colours }: Frame): EChartsOption {
  return {
    grid: axis ? { left: 36, right: 8, top: 8, bottom: 20 } : { left: 8, right: 8, top: 2, bottom: 16 },
    xAxis: timeAxis(from, to),
    yAxis: { type: 'value', show: axis, minInterval: 1, splitNumber: 3 },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (over) => tooltipOf(steps[indexIn(over)], stepMs),
    },
    series: severities.map((severity) => ({
      type: 'bar' as const,
      name: sentenceCase(severity),
      stack: 'severity',
      barWidth: '75%',
      color: colours.fill[severity],
      itemStyle: patternOf(severity, colours.panel),
      // a bar is centred on its step, not on the start of the step
      data: steps.map((step): [number, number] => [step.at + stepMs / 2, step[severity]]),
    })),
  }
}

/** The severity's pattern in the panel's colour, as gaps in the bar. */
function patternOf(severity: Severity, colour: string) {
  const pattern = severityPatterns[severity]
  return pattern && { decal: { ...pattern, color: colour } }
}

function indexIn(over: unknown): number {
  const [first] = (Array.isArray(over) ? over : [over]) as readonly { readonly dataIndex?: number }[]
  return first?.dataIndex ?? -1
}

/** The counts under the pointer, worst first. A DOM node, not markup: no text of a vehicle may become HTML. */
function tooltipOf(step: SeverityBucket | undefined, stepMs: number): HTMLElement {
  const box = document.createElement('div')
  if (!step) return box
  const counted: Severity[] = severities.filter((severity) => step[severity] > 0).toReversed()
  const lines = counted.map((severity) => `${sentenceCase(severity)} ${number(step[severity])}`)
  const title = `${dateTime(step.at)}, ${Math.round(stepMs / 60_000) || 1} min`
  box.append(...[title, ...(lines.length > 0 ? lines : ['None'])].map(lineOf))
  return box
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement('div')
  line.textContent = text
  return line
}
