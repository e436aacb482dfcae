import type { EChartsOption } from '../../../core/chart/chart.tsx'
import { timeAxis } from '../../../core/chart/time-axis.ts'

type Point = readonly [at: number, least: number, mean: number, greatest: number]

interface PlotFrame {
  /** The origin of the points' times, epoch ms. */
  readonly start: number
  readonly stepMs: number
  readonly from: number
  readonly to: number
  readonly colour: string
  readonly tooltip: (at: number, least: number, mean: number, greatest: number) => HTMLElement
}

/**
 * The mean as a line within a band from minimum to maximum. The line breaks where steps are missing (rule
 * VEHICLE-UI-14).
 */
export function plotOption(
  points: readonly Point[],
  { start, stepMs, from, to, colour, tooltip }: PlotFrame,
): EChartsOption {
  const whole = withGaps(points, stepMs)
  const line = (value: (point: Point) => number) =>
    whole.map((each): [number, number | null] => [start + each.at, each.point ? value(each.point) : null])
  const band = {
    type: 'line' as const,
    stack: 'band',
    lineStyle: { opacity: 0 },
    silent: true,
    color: colour,
    stackStrategy: 'all' as const,
  }
  return {
    grid: { left: 52, right: 12, top: 10, bottom: 20 },
    xAxis: timeAxis(from, to),
    yAxis: { type: 'value', scale: true, splitNumber: 3 },
    tooltip: {
      trigger: 'axis',
      formatter: (over) => {
        const at = (Array.isArray(over) ? over[0] : over)?.dataIndex ?? -1
        const point = whole[at]?.point
        return point ? tooltip(start + point[0], point[1], point[2], point[3]) : ''
      },
    },
    series: [
      { ...band, data: line(([, least]) => least) },
      { ...band, areaStyle: { color: colour, opacity: 0.16 }, data: line(([, least, , greatest]) => greatest - least) },
      { type: 'line', color: colour, data: line(([, , mean]) => mean) },
    ],
  }
}

interface Step {
  /** ms after the start. */
  readonly at: number
  /** Absent: the vehicle reported nothing here. */
  readonly point?: Point
}

/** This number of steps without a value is a pause, and not the vehicle's usual interval. */
const gapSteps = 5

/**
 * The points with an empty step where the vehicle was silent for longer than its usual interval (rule VEHICLE-UI-14).
 */
export function withGaps(points: readonly Point[], stepMs: number): Step[] {
  const pace = medianGap(points) * gapSteps
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    const silent = before !== undefined && point[0] - before[0] > Math.max(pace, gapSteps * stepMs)
    return silent ? [{ at: before[0] + stepMs }, { at: point[0], point }] : [{ at: point[0], point }]
  })
}

function medianGap(points: readonly Point[]): number {
  const gaps = points
    .slice(1)
    .map(([at], index) => at - (points[index]?.[0] ?? 0))
    .sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
