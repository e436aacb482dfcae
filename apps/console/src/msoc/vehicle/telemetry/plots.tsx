import { Button } from '@blueprintjs/core'
import { CrossIcon, TimelineLineChartIcon } from '@blueprintjs/icons'
import { listSignals, plotSignals } from '@carapace/shared/msoc/history/history.contract'
import { useMemo } from 'react'
import { Chart } from '../../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../../core/chart/colours.ts'
import { clockWithSeconds, dateTime } from '../../../core/format/format.ts'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { unitOf, withUnit } from '../../signals/units.ts'
import { Panel } from '../panel.tsx'
import { useEndpoint } from '../../../core/call/query.ts'
import type { Signal } from '../use-live-vehicle.ts'
import { plotOption } from './plot-option.ts'

interface PlotsProps {
  readonly vehicle: string
  readonly signals: readonly Signal[]
  readonly plotted: readonly string[]
  /** Removes a signal from the plot. */
  readonly onTake: (path: string) => void
}

/**
 * The selected signals over the window: numeric signals as line charts below each other, text signals as a list of
 * their changes.
 */
export function Plots({ vehicle, signals, plotted, onTake }: PlotsProps) {
  if (plotted.length === 0) {
    return (
      <div className="c-panel vh-main">
        <EmptyState icon={<TimelineLineChartIcon size={24} />} title="No signal is plotted">
          Tick up to eight signals, or press Enter on a row.
        </EmptyState>
      </div>
    )
  }
  const words = plotted.filter((path) => typeof signals.find((signal) => signal.path === path)?.value === 'string')
  const numbers = plotted.filter((path) => !words.includes(path))
  return (
    <div className="vh-plots vh-main" tabIndex={0} role="region" aria-label="Plots">
      {numbers.length > 0 && <NumberPlots vehicle={vehicle} paths={numbers} onTake={onTake} />}
      {words.map((path) => (
        <WordChanges key={path} vehicle={vehicle} path={path} onTake={onTake} />
      ))}
    </div>
  )
}

/** Interval at which a live plot moves on, ms. */
const moveMs = 10_000

function useQueryWindow(): {
  readonly from: number
  readonly to: number
  readonly range: { readonly from: string; readonly to: string }
} {
  const { from, to } = useTimeWindow(moveMs)
  return { from, to, range: { from: new Date(from).toISOString(), to: new Date(to).toISOString() } }
}

function NumberPlots({
  vehicle,
  paths,
  onTake,
}: {
  readonly vehicle: string
  readonly paths: readonly string[]
  readonly onTake: (path: string) => void
}) {
  const { from, to, range } = useQueryWindow()
  const { data, problem, refetch } = useEndpoint(plotSignals, { vehicle, paths: [...paths], ...range, points: 600 })
  if (data === undefined && problem !== undefined)
    return (
      <div className="c-panel">
        <ErrorState title="The plots did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      </div>
    )

  return paths.map((path, index) => (
    <Panel key={path} title={titleOf(path)} className="vh-plot" tools={<TakeOff path={path} onTake={onTake} />}>
      {data ? (
        <Plot path={path} index={index} data={data} from={from} to={to} />
      ) : (
        <SkeletonRows rows={3} columns={['1fr']} />
      )}
    </Panel>
  ))
}

/** The path, with the unit of its values. */
function titleOf(path: string): string {
  const unit = unitOf(path)
  return unit === undefined ? path : `${path}, ${unit}`
}

interface PlotProps {
  readonly path: string
  readonly index: number
  readonly data: Plotted
  readonly from: number
  readonly to: number
}

interface Plotted {
  readonly from: string
  readonly step_ms: number
  readonly series: readonly {
    readonly path: string
    readonly points: readonly (readonly [number, number, number, number])[]
  }[]
}

function Plot({ path, index, data, from, to }: PlotProps) {
  const colours = useChartColours()
  const { zoomTo } = useTimeRange()
  const points = data.series.find((series) => series.path === path)?.points ?? none
  const option = useMemo(
    () =>
      plotOption(points, {
        start: Date.parse(data.from),
        stepMs: data.step_ms,
        from,
        to,
        colour: colourOf(colours, index),
        tooltip: (...values) => tooltip(path, ...values),
      }),
    [points, data, from, to, colours, index, path],
  )
  if (points.length === 0) return <p className="vh-quiet">No value in this window.</p>
  return (
    <div className="vh-plot-box">
      <Chart option={option} label={`${path} over time, ${points.length} values`} onZoom={zoomTo} />
    </div>
  )
}

const none: Plotted['series'][number]['points'] = []

function colourOf({ series, text2 }: ChartColours, index: number): string {
  return series[index % series.length] ?? text2
}

/** A tooltip as a DOM node, not as markup: nothing that a vehicle reported may become HTML. */
function tooltip(path: string, at: number, least: number, mean: number, greatest: number): HTMLElement {
  const box = document.createElement('div')
  const lines =
    least === greatest
      ? [withUnit(String(mean), path)]
      : [
          `mean ${withUnit(mean.toPrecision(5), path)}`,
          `${least.toPrecision(5)} to ${withUnit(greatest.toPrecision(5), path)}`,
        ]
  box.append(
    ...[`${dateTime(at).split(',')[0]}, ${clockWithSeconds(at)}`, ...lines].map((text) =>
      Object.assign(document.createElement('div'), { textContent: text }),
    ),
  )
  return box
}

function TakeOff({ path, onTake }: { readonly path: string; readonly onTake: (path: string) => void }) {
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<CrossIcon size={14} />}
      aria-label={`Take ${path} off`}
      onClick={() => onTake(path)}
    />
  )
}

/** The changes of a text signal: when each new value began. */
function WordChanges({
  vehicle,
  path,
  onTake,
}: {
  readonly vehicle: string
  readonly path: string
  readonly onTake: (path: string) => void
}) {
  const { range } = useQueryWindow()
  const { data, problem, refetch } = useEndpoint(listSignals, { vehicle, path, ...range, limit: 10_000 })
  const changes = useMemo(
    () =>
      data?.points
        .filter(({ value }, index) => index === 0 || value !== data.points[index - 1]?.value)
        .toReversed()
        .slice(0, 200),
    [data],
  )
  return (
    <Panel title={path} className="vh-plot" tools={<TakeOff path={path} onTake={onTake} />}>
      {problem !== undefined && data === undefined && (
        <ErrorState title="The changes did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && <SkeletonRows rows={3} columns={['1fr', '1fr']} />}
      {changes?.length === 0 && <p className="vh-quiet">No value in this window.</p>}
      {data?.next_cursor && <p className="vh-quiet">Only the window's first 10,000 values were looked at.</p>}
      <ul className="vh-list">
        {changes?.map(({ ts, value }) => (
          <li key={ts}>
            <b>{String(value ?? 'none')}</b>
            <span className="vh-end vh-faint num">
              since {dateTime(ts).split(',')[0]}, {clockWithSeconds(ts)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
