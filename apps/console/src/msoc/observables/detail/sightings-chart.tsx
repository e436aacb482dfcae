import { useMemo } from 'react'
import { Chart, type EChartsOption, timeAxis } from '../../../core/chart/chart.tsx'
import { useChartColours } from '../../../core/chart/colours.ts'
import { number } from '../../../core/format/format.ts'
import { byDay } from './sightings.ts'

const dayMs = 86_400_000

/** How often the observable was seen on each of the last 90 days (rule OBSERVABLE-UI-8). */
export function SightingsChart({ days }: { readonly days: Parameters<typeof byDay>[0] }) {
  const colours = useChartColours()
  const counts = useMemo(() => byDay(days, Date.now()), [days])
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const option = useMemo<EChartsOption>(
    () => ({
      grid: { left: 36, right: 12, top: 12, bottom: 20 },
      xAxis: timeAxis(counts[0]!.at, counts.at(-1)!.at + dayMs),
      yAxis: { type: 'value', minInterval: 1, splitNumber: 3 },
      series: [
        {
          type: 'bar',
          barWidth: '75%',
          color: colours.series[0]!,
          data: counts.map(({ at, count }): [number, number] => [at + dayMs / 2, count]),
        },
      ],
    }),
    [counts, colours],
  )
  return (
    <div className="ob-chart">
      <Chart option={option} label={`${number(total)} sightings in the last 90 days`} />
    </div>
  )
}
