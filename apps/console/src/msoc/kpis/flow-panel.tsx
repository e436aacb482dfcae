import type { Kpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { useMemo } from 'react'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../core/chart/colours.ts'
import { calendarDay, number } from '../../core/format/format.ts'
import { definitions } from './definitions.ts'
import { KpiPanel } from './kpi-panel.tsx'

type Days = Kpis['days']

/** The alerts raised and closed on each day, beside each other. */
export function FlowPanel({ days }: { readonly days: Days }) {
  const colours = useChartColours()
  const option = useMemo(() => optionOf(days, colours), [days, colours])
  const sum = (of: 'opened' | 'closed') => number(days.reduce((total, day) => total + day[of], 0))
  return (
    <KpiPanel title="Raised and closed" help={definitions.flow}>
      <p className="kp-key num">
        <i className="kp-raised" /> {sum('opened')} raised <i className="kp-closed" /> {sum('closed')} closed
      </p>
      <div className="kp-chart">
        <Chart option={option} label={`Alerts by day: ${sum('opened')} raised, ${sum('closed')} closed`} />
      </div>
    </KpiPanel>
  )
}

function optionOf(days: Days, { series, text3, panel }: ChartColours): EChartsOption {
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
        const at = days[(Array.isArray(over) ? over[0]?.dataIndex : over.dataIndex) ?? -1]
        return at === undefined
          ? ''
          : `${calendarDay(at.day)}: ${number(at.opened)} raised, ${number(at.closed)} closed`
      },
    },
    series: [
      { type: 'bar', name: 'Raised', barMaxWidth: 18, color: series[0]!, data: days.map(({ opened }) => opened) },
      {
        type: 'bar',
        name: 'Closed',
        barMaxWidth: 18,
        color: text3,
        itemStyle: {
          decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: -0.785, color: panel },
        },
        data: days.map(({ closed }) => closed),
      },
    ],
  }
}
