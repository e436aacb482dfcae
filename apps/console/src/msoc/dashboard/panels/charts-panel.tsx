import { type ReactNode, useMemo } from 'react'
import { Chart, type EChartsOption, timeAxis } from '../../../core/chart/chart.tsx'
import { useChartColours } from '../../../core/chart/colours.ts'
import { SeverityBars } from '../../../core/chart/severity-bars.tsx'
import { SeverityKey } from '../../../core/chart/severity-key.tsx'
import { compact } from '../../../core/format/format.ts'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { alertsOver, type EventLine, eventLines, ratesOver, type RollupBook } from '../data/rollups.ts'
import { stepFor, stepName } from '../data/span.ts'
import type { RollupState } from '../data/use-rollups.ts'
import { ingestStatus } from '../links.ts'
import { Panel } from './panel.tsx'

interface ChartsPanelProps {
  readonly rollups: RollupState
  readonly onZoom: (from: number, to: number) => void
}

const lineNames: Readonly<Record<EventLine, string>> = {
  can: 'CAN',
  position: 'Position',
  telemetry: 'Telemetry',
  syslog: 'Syslog',
  ids: 'IDS',
}
/** The series colour of each line (VISUAL.md, series 1-5). */
const lineColour: Readonly<Record<EventLine, number>> = { can: 0, position: 1, telemetry: 2, syslog: 4, ids: 3 }
/** The dashes of each line, px, so that colour is never the only sign (rule MARK-3): CAN is solid. */
const lineDashes: Readonly<Record<EventLine, number[]>> = {
  can: [],
  position: [7, 3],
  telemetry: [2, 2],
  syslog: [7, 2, 2, 2],
  ids: [1, 4],
}

/**
 * Charts of the incoming events and the raised alerts over the same time: dragging on either zooms the whole page (rule
 * DASHBOARD-UI-1).
 */
export function ChartsPanel({ rollups, onZoom }: ChartsPanelProps) {
  return (
    <Panel title="Events and alerts" area="charts" link={ingestStatus} headExtra={<LineLegend />}>
      <Loaded what="Events and alerts" {...rollups} onRetry={rollups.retry} skeleton={<Skeleton />}>
        {(book) => <Charts book={book} onZoom={onZoom} />}
      </Loaded>
    </Panel>
  )
}

function LineLegend() {
  return eventLines.map((line) => (
    <span key={line} className="db-key">
      <svg className={`db-key-${line}`} width={18} height={8} aria-hidden>
        <line x2={18} y1={4} y2={4} strokeDasharray={lineDashes[line].join(' ')} />
      </svg>
      {lineNames[line]}
    </span>
  ))
}

function Charts({ book, onZoom }: { readonly book: RollupBook; readonly onZoom: ChartsPanelProps['onZoom'] }) {
  const stepMs = Math.max(book.rowMs, stepFor(book.to - book.from))
  const buckets = useMemo(() => alertsOver(book, stepMs), [book, stepMs])
  return (
    <div className="db-plots">
      <Heading title="Events per second, by kind (log)" />
      <EventLines book={book} stepMs={stepMs} onZoom={onZoom} />
      <Heading title={`Alerts per ${stepName(stepMs)}, by severity`}>
        <SeverityKey />
      </Heading>
      <SeverityBars
        buckets={buckets}
        stepMs={stepMs}
        from={book.from}
        to={book.to}
        label={labelOf(buckets)}
        onZoom={onZoom}
      />
    </div>
  )
}

function Heading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="db-chart-head">
      <h3>{title}</h3>
      <span className="db-head-extra">{children}</span>
    </div>
  )
}

function EventLines({
  book,
  stepMs,
  onZoom,
}: {
  readonly book: RollupBook
  readonly stepMs: number
  readonly onZoom: ChartsPanelProps['onZoom']
}) {
  const { series } = useChartColours()
  const option = useMemo(
    (): EChartsOption => linesOption(ratesOver(book, stepMs), book, series),
    [book, stepMs, series],
  )
  return <Chart option={option} label="Events per second by kind, over the chosen time" onZoom={onZoom} />
}

type Rates = ReturnType<typeof ratesOver>

function linesOption(rates: Rates, { from, to }: RollupBook, colours: readonly string[]): EChartsOption {
  const axis = timeAxis(from, to)
  return {
    grid: { left: 36, right: 8, top: 8, bottom: 8 },
    xAxis: { ...axis, axisLabel: { show: false } },
    yAxis: {
      type: 'log',
      min: leastOf(rates),
      splitNumber: 4,
      axisLabel: { formatter: (rate: number) => rateText(rate) },
    },
    tooltip: { trigger: 'axis', valueFormatter: (rate) => `${rateText(Number(rate))} /s` },
    series: eventLines.map((line) => ({
      type: 'line' as const,
      name: lineNames[line],
      color: colours[lineColour[line]] ?? '',
      lineStyle: { type: lineDashes[line].length === 0 ? ('solid' as const) : lineDashes[line] },
      // zero has no position on a logarithmic axis: the line has a gap there
      data: rates.map((rate): [number, number | null] => [rate.at, rate[line] > 0 ? rate[line] : null]),
    })),
  }
}

/** The start of the logarithmic axis: the decade below the smallest rate. */
function leastOf(rates: Rates): number {
  const positiveRates = rates.flatMap((rate) => eventLines.map((line) => rate[line])).filter((rate) => rate > 0)
  return positiveRates.length === 0 ? 1 : 10 ** Math.floor(Math.log10(Math.min(...positiveRates)))
}

function rateText(rate: number): string {
  if (rate >= 1_000) return compact(rate).replace('.0', '')
  return rate >= 10 ? String(Math.round(rate)) : String(Number(rate.toPrecision(2)))
}

function labelOf(buckets: ReturnType<typeof alertsOver>): string {
  const sum = (severity: 'critical' | 'high') => buckets.reduce((total, bucket) => total + bucket[severity], 0)
  return `Alerts by severity over the chosen time: ${sum('critical')} critical, ${sum('high')} high`
}

function Skeleton() {
  return (
    <div className="db-plots" role="status" aria-label="Loading">
      <Heading title="Events per second, by kind (log)" />
      <span className="db-chart-blank" />
      <Heading title="Alerts by severity" />
      <span className="db-chart-blank" />
    </div>
  )
}
