import type { Severity } from '@carapace/shared/msoc/severity'
import type { ChartColours } from '../../../../core/chart/colours.ts'
import { axisStep, signedSpan } from '../../times.ts'
import { type Range, ticksOf } from './plot-layout.ts'

/** A time range: from and to in epoch ms, and the origin of relative times. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly origin: number
}

/** The plot area on the canvas, px. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly x: (at: number) => number
}

const margin = { left: 44, right: 40, top: 16, bottom: 20 }

/**
 * The plot area. Charts below one another have the same edges, with or without labels at both sides: a time is at the
 * same x in all of them.
 */
export function frameOf(width: number, height: number, { from, to }: Span): Frame {
  const room = {
    left: margin.left,
    top: margin.top,
    width: Math.max(1, width - margin.left - margin.right),
    height: Math.max(1, height - margin.top - margin.bottom),
  }
  return { ...room, x: (at) => room.left + ((at - from) / (to - from)) * room.width }
}

/** Returns a function from a value to its y position; values beyond the axis are at its edge. */
export const yIn =
  ({ top, height }: Frame, { low, high }: Range) =>
  (value: number): number =>
    top + height * (1 - Math.max(0, Math.min(1, (value - low) / (high - low))))

/** Draws grid lines and axis labels; a second axis has labels only, at the right. */
export function paintAxes(
  on: CanvasRenderingContext2D,
  frame: Frame,
  span: Span,
  ranges: readonly Range[],
  colours: ChartColours,
): void {
  on.font = '11px "Inter Variable", system-ui, sans-serif'
  on.fillStyle = colours.text3
  on.textBaseline = 'middle'
  ranges.forEach((range, index) => paintScale(on, frame, range, index, colours))
  on.textAlign = 'center'
  on.textBaseline = 'alphabetic'
  for (const ms of timeTicksOf(frame, span)) {
    on.fillText(signedSpan(ms), frame.x(span.origin + ms), frame.top + frame.height + 15)
  }
}

function paintScale(
  on: CanvasRenderingContext2D,
  frame: Frame,
  range: Range,
  index: number,
  colours: ChartColours,
): void {
  const y = yIn(frame, range)
  on.textAlign = index === 0 ? 'right' : 'left'
  for (const tick of ticksOf(range)) {
    const at = Math.round(y(tick)) + 0.5
    if (index === 0) {
      on.strokeStyle = colours.line1
      line(on, frame.left, at, frame.left + frame.width, at)
    }
    on.fillText(shortNumber(tick), index === 0 ? frame.left - 6 : frame.left + frame.width + 6, at)
  }
}

function line(on: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  on.lineWidth = 1
  on.beginPath()
  on.moveTo(x1, y1)
  on.lineTo(x2, y2)
  on.stroke()
}

/** The time ticks: about one label per hundred px. */
function timeTicksOf({ width }: Frame, { from, to, origin }: Span): number[] {
  const step = axisStep(((to - from) / Math.max(2, width)) * 110)
  const first = Math.ceil((from - origin) / step)
  return Array.from({ length: Math.floor((to - origin) / step) - first + 1 }, (_, index) => (first + index) * step)
}

function shortNumber(value: number): string {
  const size = Math.abs(value)
  return size >= 1e6 || (size > 0 && size < 1e-3)
    ? value.toExponential(0)
    : size >= 1e4
      ? `${value / 1e3}k`
      : String(value)
}

/** The colour of the time marker: that of the alert raised at that time, otherwise that of text. */
export const timeMarkerColour = (severity: Severity | undefined, { fill, text1 }: ChartColours): string =>
  severity === undefined ? text1 : fill[severity]

/** Draws the time marker as a line through all charts; the first chart has its label. */
export function paintTimeMarker(
  on: CanvasRenderingContext2D,
  frame: Frame,
  time: number,
  words: string | undefined,
  colour: string,
): void {
  const x = Math.round(frame.x(time))
  if (x < frame.left || x > frame.left + frame.width) return
  on.fillStyle = colour
  on.fillRect(x - 0.75, frame.top, 1.5, frame.height)
  if (words === undefined) return
  on.font = '11px "Inter Variable", system-ui, sans-serif'
  on.textAlign = 'center'
  on.textBaseline = 'alphabetic'
  on.fillText(words, x, frame.top - 4)
}

/** Clips drawing to the plot area. */
export function clipped(on: CanvasRenderingContext2D, { left, top, width, height }: Frame, draw: () => void): void {
  on.save()
  on.beginPath()
  on.rect(left, top - 1, width, height + 2)
  on.clip()
  draw()
  on.restore()
}
