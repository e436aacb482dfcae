import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import { BarChart, CustomChart, LineChart } from 'echarts/charts'
import type { GridComponentOption, MarkLineComponentOption, TooltipComponentOption } from 'echarts/components'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import ReactEcharts from 'echarts-for-react/esm/core'
import { useCallback, useMemo, useRef } from 'react'
import { type ChartColours, useChartColours } from './colours.ts'
import { DragZoom } from './drag-zoom.tsx'
import './chart.css'

/** Only the used parts are bundled. */
echarts.use([BarChart, CustomChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export { timeAxis } from './time-axis.ts'

export type EChartsOption = echarts.ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | GridComponentOption
  | LineSeriesOption
  | MarkLineComponentOption
  | TooltipComponentOption
>

interface ChartProps {
  /**
   * The options of echarts; colours that are not given come from the tokens. A new object makes a new chart: keep it
   * with `useMemo`.
   */
  readonly option: EChartsOption
  /** The text for a screen reader, in place of the picture. */
  readonly label: string
  readonly className?: string
  /** The user dragged along the time axis and chose this part of it, epoch ms. */
  readonly onZoom?: (from: number, to: number) => void
}

const fixed = { animation: false, useUTC: true } as const
const filling = { height: '100%' } as const

/**
 * A chart on a canvas, in the tokens' colours. It fills its container and follows its size and the theme. Only this
 * module may import echarts.
 */
export function Chart({ option, label, className = '', onZoom }: ChartProps) {
  const colours = useChartColours()
  const theme = useMemo(() => themeOf(colours), [colours])
  const whole = useMemo(() => ({ ...fixed, ...option }), [option])
  const chart = useRef<ReactEcharts>(null)
  const timeAt = useCallback(
    (x: number) => Number(chart.current?.getEchartsInstance()?.convertFromPixel({ xAxisIndex: 0 }, x)),
    [],
  )

  const canvas = (
    <div className="ch-canvas" role="img" aria-label={label}>
      <ReactEcharts
        ref={chart}
        echarts={echarts}
        option={whole}
        theme={theme}
        style={filling}
        notMerge
        lazyUpdate
        shouldSetOption={isAnother}
      />
    </div>
  )
  return (
    <div className={`ch ${className}`}>
      {onZoom ? (
        <DragZoom timeAt={timeAt} onZoom={onZoom}>
          {canvas}
        </DragZoom>
      ) : (
        canvas
      )}
    </div>
  )
}

/** Compares options by identity: a comparison by value would visit every point at every render. */
function isAnother(before: { option: unknown; theme?: unknown }, now: { option: unknown; theme?: unknown }): boolean {
  return before.option !== now.option || before.theme !== now.theme
}

/** Horizontal hairlines only, no ticks, labels 11 px in text-3; lines without dots. */
function themeOf({ text1, text3, line1, line2, panel, series }: ChartColours): Record<string, unknown> {
  const axis = {
    axisTick: { show: false },
    axisLabel: { color: text3, fontSize: 11, margin: 6 },
    nameTextStyle: { color: text3, fontSize: 11 },
  }
  return {
    color: [...series],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
    timeAxis: { ...axis, axisLine: { show: true, lineStyle: { color: line1 } }, splitLine: { show: false } },
    categoryAxis: { ...axis, axisLine: { show: true, lineStyle: { color: line1 } }, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false }, splitLine: { lineStyle: { color: [line1] } } },
    logAxis: { ...axis, axisLine: { show: false }, splitLine: { lineStyle: { color: [line1] } } },
    line: { symbol: 'none', showSymbol: false, lineStyle: { width: 1.25 } },
    tooltip: {
      confine: true,
      backgroundColor: panel,
      borderColor: line2,
      borderWidth: 1,
      padding: [6, 10],
      textStyle: { color: text1, fontSize: 12 },
      axisPointer: {
        lineStyle: { color: line2, type: 'solid', width: 1 },
        shadowStyle: { color: line1, opacity: 0.5 },
      },
    },
  }
}
