import { useCallback, useMemo, useState } from 'react'
import type { ChartColours } from '../../../../core/chart/colours.ts'
import type { Plot } from '../../engine/protocol.ts'
import type { AlertMark } from '../../sources/feed.ts'
import { signedSpan } from '../../times.ts'
import { Canvas, type Size } from './canvas.tsx'
import { type Frame, frameOf, clipped, timeMarkerColour, paintAxes, paintTimeMarker, type Span, yIn } from './paint.ts'
import { indexAt, type Range, spread, within } from './plot-layout.ts'

export interface Coloured extends Plot {
  /** 0 to 4; -1 is grey. */
  readonly colour: number
}

interface SignalPlotProps {
  readonly plots: readonly Coloured[]
  readonly span: Span
  readonly focusTime: number | undefined
  /** The alert that was raised at the focused time. */
  readonly alert: AlertMark | undefined
}

/** A line chart of signals over the same time range; signals with the same unit share an axis. */
export function SignalPlot({ plots, span, focusTime, alert }: SignalPlotProps) {
  const [over, setOver] = useState<number>()
  const axes = useMemo(() => axesOf(plots, span), [plots, span])
  const draw = useCallback(
    (on: CanvasRenderingContext2D, { width, height }: Size, colours: ChartColours) => {
      const frame = frameOf(width, height, span)
      on.clearRect(0, 0, width, height)
      paintAxes(
        on,
        frame,
        span,
        axes.slice(0, 2).map(({ range }) => range),
        colours,
      )
      clipped(on, frame, () => {
        for (const { range, plots: own } of axes)
          for (const plot of own) paintLine(on, frame, plot, span, range, colourOf(plot, colours))
      })
      if (focusTime !== undefined)
        paintTimeMarker(
          on,
          frame,
          focusTime,
          alert && `ALR-${alert.number}`,
          timeMarkerColour(alert?.severity, colours),
        )
      if (over !== undefined) paintTimeMarker(on, frame, over, undefined, colours.line2)
    },
    [axes, span, focusTime, alert, over],
  )
  const point = (x: number | undefined, { width, height }: Size) =>
    setOver(x === undefined ? undefined : timeAt(frameOf(width, height, span), span, x))

  return (
    <Canvas label={`Signals over time: ${plots.map(({ signal }) => signal).join(', ')}`} draw={draw} onPoint={point}>
      {over !== undefined && <Readout plots={plots} at={over} origin={span.origin} />}
    </Canvas>
  )
}

interface Axis {
  readonly range: Range
  readonly plots: readonly Coloured[]
}

/** One axis for each unit, in the order of plotting; only the first two have labels. */
function axesOf(plots: readonly Coloured[], { from, to }: Span): Axis[] {
  return [...Map.groupBy(plots, ({ unit }) => unit).values()].map((own) => ({
    plots: own,
    range: spread(own, from, to),
  }))
}

function paintLine(
  on: CanvasRenderingContext2D,
  frame: Frame,
  plot: Plot,
  { from, to }: Span,
  range: Range,
  colour: string,
): void {
  const y = yIn(frame, range)
  const [first, end] = within(plot, from, to)
  let isDown = false
  on.strokeStyle = colour
  on.lineWidth = 1.25
  on.beginPath()
  for (let i = first; i < end; i++) {
    const value = plot.value[i]!
    if (Number.isNaN(value)) {
      isDown = false
      continue
    }
    if (isDown) on.lineTo(frame.x(plot.at[i]!), y(value))
    else on.moveTo(frame.x(plot.at[i]!), y(value))
    isDown = true
  }
  on.stroke()
}

const colourOf = ({ colour }: Coloured, { series, text3 }: ChartColours): string => series[colour] ?? text3

/** The time at an x position; undefined outside the plot area. */
function timeAt({ left, width }: Frame, { from, to }: Span, x: number): number | undefined {
  const part = (x - left) / width
  return part < 0 || part > 1 ? undefined : from + part * (to - from)
}

interface ReadoutProps {
  readonly plots: readonly Coloured[]
  readonly at: number
  readonly origin: number
}

/** The value of each signal at the pointer's time. */
function Readout({ plots, at, origin }: ReadoutProps) {
  return (
    <div className="an-readout num" aria-hidden>
      <b>{signedSpan(Math.round(at - origin))}</b>
      {plots.map((plot) => {
        const value = plot.value[indexAt(plot, at)]
        return (
          <span key={plot.signal} className={`an-c${plot.colour}`}>
            {nameOf(plot.signal)} {value === undefined || Number.isNaN(value) ? '\u2013' : Number(value.toPrecision(6))}{' '}
            {plot.unit}
            {plot.unit}
          </span>
        )
      })}
    </div>
  )
}

/** `TorqueReq` of `TorqueRequest.TorqueReq`. */
export const nameOf = (signal: string): string => signal.slice(signal.indexOf('.') + 1)
