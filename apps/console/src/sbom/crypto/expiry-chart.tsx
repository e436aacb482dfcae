import type { CryptoExpiry } from '@carapace/shared/sbom/crypto.contract'
import { useMemo } from 'react'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../core/chart/colours.ts'
import { number } from '../../core/format/format.ts'
import { byMonth, type Month } from './months.ts'

/** How many certificates and keys end in each month, from last year to five years ahead (rule CBOM-UI-5). */
export function ExpiryChart({ expiries }: { readonly expiries: readonly CryptoExpiry[] }) {
  const colours = useChartColours()
  const months = useMemo(
    () =>
      byMonth(
        expiries.map(({ ends_at: at }) => at),
        new Date(),
      ),
    [expiries],
  )
  const option = useMemo(() => optionOf(months, colours), [months, colours])
  const ended = months.reduce((sum, { count, isPast }) => sum + (isPast ? count : 0), 0)
  const total = months.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="cb-months">
      <Chart
        option={option}
        label={`Ends by month: ${number(ended)} before this month, ${number(total - ended)} from now on`}
      />
    </div>
  )
}

function optionOf(months: readonly Month[], { fill, series }: ChartColours): EChartsOption {
  return {
    grid: { left: 36, right: 8, top: 12, bottom: 20 },
    xAxis: { type: 'category', data: months.map(({ name }) => name), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1, splitNumber: 3 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    series: [
      {
        type: 'bar',
        name: 'End',
        barMaxWidth: 16,
        data: months.map(({ count, isPast }) => ({
          value: count,
          itemStyle: { color: isPast ? fill.critical : series[0]! },
        })),
      },
    ],
  }
}
