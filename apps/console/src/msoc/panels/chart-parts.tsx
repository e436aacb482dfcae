import type { Dimension, PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import type { CSSProperties } from 'react'
import type { Key, Shape } from './shape.ts'
import { keyText } from './texts.ts'

export interface ChartPartProps {
  readonly shape: Shape
  readonly query: PanelQuery
}

/** The mark of a part: the severity's colour and pattern, or a colour of the series. */
export function markOf(
  dimension: Dimension | null,
  key: Key,
  index: number,
): { className: string; style?: CSSProperties } {
  if (dimension === 'severity' && key.key !== '') return { className: `pn-mark ch-swatch ch-swatch-${key.key}` }
  const style = { '--own': `var(--s${(index % 5) + 1})` } as CSSProperties
  return { className: `pn-mark ch-swatch${index >= 5 ? ' pn-rest' : ''}`, style }
}

export function Legend({ shape, query }: ChartPartProps) {
  if (query.split_by === null) return null
  return (
    <p className="pn-legend">
      {shape.splits.map((split, index) => (
        <span key={split.key}>
          <i {...markOf(query.split_by, split, index)} aria-hidden />
          {keyText(query.split_by, split.label)}
        </span>
      ))}
    </p>
  )
}
