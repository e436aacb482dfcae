import { useMemo } from 'react'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../core/chart/colours.ts'
import { calendarDay, number } from '../../core/format/format.ts'
import { type Day, everyDay } from './days.ts'

/** What was raised on each day, and beside it what the setting raises. */
export function DayBars({ days }: { readonly days: readonly Day[] }) {
  const colours = useChartColours()
  const option = useMemo(() => optionOf(everyDay(days), colours), [days, colours])
  const sum = (of: (day: Day) => number) => number(days.reduce((total, day) => total + of(day), 0))
  if (days.length === 0) return <p className="c-note se-none">There was no alert.</p>
  return (
    <>
      <p className="se-key">
        <i className="se-raised" /> raised <i className="se-then" /> with this setting
      </p>
      <div className="se-days">
        <Chart
          option={option}
          label={`Alerts by day: ${sum(({ raised }) => raised)} raised, ${sum(({ tried }) => tried)} with this setting`}
        />
      </div>
    </>
  )
}

function optionOf(days: readonly Day[], { line2, accent }: ChartColours): EChartsOption {
  return {
    grid: { left: 44, right: 8, top: 8, bottom: 20 },
    xAxis: {
      type: 'category',
      data: days.map(({ day }) => day),
      axisLabel: { formatter: (day: string) => day.slice(5), hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, splitNumber: 3 },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (over) => {
        const index = Array.isArray(over) ? over[0]?.dataIndex : over.dataIndex
        const at = days[index ?? -1]
        return at === undefined
          ? ''
          : `${calendarDay(at.day)}: ${number(at.raised)} raised, ${number(at.tried)} with this setting`
      },
    },
    series: [
      { type: 'bar', name: 'Raised', barMaxWidth: 24, color: line2, data: days.map(({ raised }) => raised) },
      { type: 'bar', name: 'With this setting', barMaxWidth: 24, color: accent, data: days.map(({ tried }) => tried) },
    ],
  }
}
