import type { Severity } from '@carapace/shared/msoc/severity'
import { useCallback } from 'react'
import type { ChartColours } from '../../../../core/chart/colours.ts'
import type { Detail } from '../../engine/protocol.ts'
import { Canvas, type Size } from './canvas.tsx'
import { clipped, type Frame, frameOf, timeMarkerColour, paintAxes, paintTimeMarker, type Span, yIn } from './paint.ts'
import { timingRange, within } from './plot-layout.ts'

interface TimingPlotProps {
  readonly timing: Detail['timing']
  readonly cycle: Detail['cycle']
  readonly span: Span
  readonly focusTime: number | undefined
  /** The severity of the alert raised at the focused time. */
  readonly severity: Severity | undefined
}

/** One dot for each time between two frames, over the band of the expected cycle; dots outside it are highlighted. */
export function TimingPlot({ timing, cycle, span, focusTime, severity }: TimingPlotProps) {
  const draw = useCallback(
    (on: CanvasRenderingContext2D, { width, height }: Size, colours: ChartColours) => {
      const frame = frameOf(width, height, span)
      const [first, end] = within(timing, span.from, span.to)
      const range = timingRange(timing.ms.subarray(first, end), cycle?.high)
      const y = yIn(frame, range)
      on.clearRect(0, 0, width, height)
      if (cycle !== undefined) paintBand(on, frame, y(cycle.high), y(cycle.low), colours)
      paintAxes(on, frame, span, [range], colours)
      clipped(on, frame, () => {
        for (let i = first; i < end; i++) {
          if (Number.isNaN(timing.ms[i])) continue
          on.fillStyle = timing.isOutside[i] === 1 ? colours.fill.critical : colours.text2
          on.fillRect(frame.x(timing.at[i]!) - 1, y(timing.ms[i]!) - 1, 2, 2)
        }
      })
      if (focusTime !== undefined) paintTimeMarker(on, frame, focusTime, undefined, timeMarkerColour(severity, colours))
    },
    [timing, cycle, span, focusTime, severity],
  )
  return <Canvas label={`Times between frames, ${timing.at.length} of them`} draw={draw} />
}

function paintBand(
  on: CanvasRenderingContext2D,
  { left, width }: Frame,
  top: number,
  bottom: number,
  { health }: ChartColours,
): void {
  on.globalAlpha = 0.2
  on.fillStyle = health.healthy
  on.fillRect(left, top, width, Math.max(2, bottom - top))
  on.globalAlpha = 1
}
