import type { PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import type { PanelChart as ChartName, PanelResult } from '@carapace/shared/msoc/panels/panels.contract'
import type { CSSProperties } from 'react'
import { useMemo } from 'react'
import { type ChartPartProps, Legend, markOf } from './chart-parts.tsx'
import { LineChart } from './line-chart.tsx'
import { changeOf, hoursText, shapeOf, valueText } from './shape.ts'
import { keyText } from './texts.ts'
import '../../core/chart/chart.css'
import './panels.css'

interface PanelChartProps {
  readonly result: PanelResult
  readonly query: PanelQuery
  readonly chart: ChartName
}

/**
 * The result of a query in one of the forms. All are drawn by the browser alone, in sizes of the text around them, so
 * that the wall and the page show the same (rule PANEL-UI-3).
 */
export function PanelChart({ result, query, chart }: PanelChartProps) {
  const shape = useMemo(() => shapeOf(result, query), [result, query])
  if (chart === 'number' || query.group_by === null) return <NumberChart result={result} query={query} />
  if (shape.groups.length === 0) return <p className="pn-none">Nothing in this time.</p>
  if (chart === 'line' || chart === 'area')
    return <LineChart shape={shape} query={query} isStacked={chart === 'area'} />
  if (chart === 'table') return <TableChart shape={shape} query={query} />
  if (chart === 'heat') return <HeatChart shape={shape} query={query} />
  return <BarChart shape={shape} query={query} />
}

function NumberChart({ result, query }: Omit<PanelChartProps, 'chart'>) {
  const change = changeOf(result, query.measure)
  return (
    <div className="pn-number">
      <strong className="num">{valueText(result.total, query.measure)}</strong>
      {change !== undefined && (
        <span className="num">
          {change} to the {hoursText(query.hours)} before
        </span>
      )}
    </div>
  )
}

/** A bar for each group; parts beside each other where it is split. */
function BarChart({ shape, query }: ChartPartProps) {
  const { groups, splits, valueOf, highest } = shape
  return (
    <div className="pn-bars">
      <Legend shape={shape} query={query} />
      <ul>
        {groups.map((group) => {
          const sum = splits.reduce((all, split) => all + (valueOf(group, split) ?? 0), 0)
          const isMeasured = splits.some((split) => valueOf(group, split) !== null)
          return (
            <li key={group.key}>
              <span className="pn-label" title={group.label}>
                {keyText(query.group_by, group.label)}
              </span>
              <span className="pn-bar" aria-hidden>
                {splits.map((split, index) => {
                  const own = query.split_by === null ? group : split
                  const share = highest === 0 ? 0 : ((valueOf(group, split) ?? 0) / highest) * 100
                  const mark = markOf(query.split_by ?? query.group_by, own, query.split_by === null ? 0 : index)
                  return <i key={split.key} className={mark.className} style={{ ...mark.style, width: `${share}%` }} />
                })}
              </span>
              <span className="pn-value num">{valueText(isMeasured ? sum : null, query.measure)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function TableChart({ shape: { groups, splits, valueOf }, query }: ChartPartProps) {
  return (
    <div className="pn-scroll">
      <table className="pn-table">
        {query.split_by !== null && (
          <thead>
            <tr>
              <th scope="col" aria-label="Group" />
              {splits.map((split) => (
                <th key={split.key} scope="col">
                  {keyText(query.split_by, split.label)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{keyText(query.group_by, group.label)}</th>
              {splits.map((split) => (
                <td key={split.key} className="num">
                  {valueText(valueOf(group, split), query.measure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The strongest tint, in percent: text on it still has enough contrast. */
const strongest = 40

/** A table whose cells are the darker, the higher their value. */
function HeatChart({ shape: { groups, splits, valueOf, highestPart }, query }: ChartPartProps) {
  return (
    <div className="pn-scroll">
      <table className="pn-table pn-heat">
        <thead>
          <tr>
            <th scope="col" aria-label="Group" />
            {splits.map((split) => (
              <th key={split.key} scope="col">
                {keyText(query.split_by, split.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{keyText(query.group_by, group.label)}</th>
              {splits.map((split) => {
                const value = valueOf(group, split)
                const share = value === null || highestPart === 0 ? 0 : Math.round((value / highestPart) * strongest)
                return (
                  <td key={split.key} className="num" style={{ '--heat': `${share}%` } as CSSProperties}>
                    {valueText(value, query.measure)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
