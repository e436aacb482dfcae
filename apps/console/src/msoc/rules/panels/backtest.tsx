import type { RuleBacktest } from '@carapace/shared/msoc/rules/rules.contract'
import { useMemo } from 'react'
import { Chart, type EChartsOption } from '../../../core/chart/chart.tsx'
import { calendarDay, number } from '../../../core/format/format.ts'
import { JobProgress } from '../../../core/ui/job-progress.tsx'
import { Comparison } from './comparison.tsx'
import { type DayCount, everyDay, topVehicles } from './days.ts'
import { Hits, VehicleLink } from './hits.tsx'

/** The most vehicles that are listed. */
const mostVehicles = 10

/** The progress and the result of one backtest (rule RULE-UI-20). */
export function Backtest({ backtest }: { readonly backtest: RuleBacktest }) {
  const { job, events, hits, by_day: byDay, by_vehicle: byVehicle, from, to, examples, compared } = backtest
  const days = useMemo(() => everyDay(byDay, from, to), [byDay, from, to])
  const vehicles = topVehicles(byVehicle, mostVehicles)
  return (
    <>
      <JobProgress job={job} />
      <p className="ru-result num" role="status">
        {number(hits)} {hits === 1 ? 'hit' : 'hits'} in {number(events)} {events === 1 ? 'event' : 'events'}.
      </p>
      {compared !== null && <Comparison comparison={compared} />}
      <h2>Hits by day (UTC)</h2>
      <DayBars days={days} />
      <h2>By vehicle</h2>
      <table className="c-table" aria-label="Hits by vehicle">
        <thead>
          <tr>
            <th scope="col">Vehicle</th>
            <th scope="col" className="c-number">
              Hits
            </th>
          </tr>
        </thead>
        <tbody>
          {vehicles.map(({ vin, hits: count }) => (
            <tr key={vin}>
              <td>
                <VehicleLink vin={vin} />
              </td>
              <td className="c-number num">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Examples</h2>
      <Hits hits={examples} />
    </>
  )
}

function DayBars({ days }: { readonly days: readonly DayCount[] }) {
  const option = useMemo(() => optionOf(days), [days])
  const total = days.reduce((sum, { hits }) => sum + hits, 0)
  return (
    <div className="ru-days">
      <Chart option={option} label={`Hits by day: ${number(total)} in ${number(days.length)} days`} />
    </div>
  )
}

function optionOf(days: readonly DayCount[]): EChartsOption {
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
        return at === undefined ? '' : `${calendarDay(at.day)}: ${number(at.hits)}`
      },
    },
    series: [{ type: 'bar', name: 'Hits', barWidth: '75%', data: days.map(({ hits }) => hits) }],
  }
}
