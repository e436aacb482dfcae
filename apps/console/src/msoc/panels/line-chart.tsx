import type { CSSProperties } from 'react'
import { type ChartPartProps, Legend } from './chart-parts.tsx'
import { type Key, type Shape, valueText } from './shape.ts'
import { keyText } from './texts.ts'

/** Different dashes, so that colour is never the only sign. */
const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4', '1 4', '10 4']
const labelsAtMost = 6

interface LineChartProps extends ChartPartProps {
  readonly isStacked: boolean
}

/** Lines, or areas on top of each other, in the order of the groups. */
export function LineChart({ shape, query, isStacked }: LineChartProps) {
  const { groups, splits } = shape
  const top = (isStacked ? shape.highest : shape.highestPart) || 1
  const layers = isStacked ? stacked(shape) : undefined
  const width = Math.max(1, groups.length - 1)
  const every = Math.ceil(groups.length / labelsAtMost)
  return (
    <div className="pn-lines">
      <Legend shape={shape} query={query} />
      <div className="pn-plot" role="img" aria-label={describe(shape, query)}>
        {[1, 0.5, 0].map((part) => (
          <span key={part} className="pn-level num" style={{ top: `${(1 - part) * 100}%` }}>
            {valueText(top * part, query.measure)}
          </span>
        ))}
        <svg viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" aria-hidden>
          {splits.map((split, index) => (
            <path
              key={split.key}
              className={isStacked ? 'pn-area' : 'pn-line'}
              style={{ '--own': colourOf(query.split_by === 'severity' ? split : undefined, index) } as CSSProperties}
              strokeDasharray={isStacked ? undefined : dashes[index % dashes.length]}
              d={layers ? areaOf(layers, index, top) : lineOf(shape, split, top)}
            />
          ))}
        </svg>
      </div>
      <p className="pn-axis num" aria-hidden>
        {groups
          .filter((_, index) => index % every === 0)
          .map((group) => (
            <span key={group.key}>{keyText(query.group_by, group.label)}</span>
          ))}
      </p>
    </div>
  )
}

function colourOf(severity: Key | undefined, index: number): string {
  return severity ? `var(--${severity.key}-f)` : `var(--s${(index % 5) + 1})`
}

/** A path through the values; it pauses where there is none. */
function lineOf({ groups, valueOf }: Shape, split: Key, top: number): string {
  let isBroken = true
  return groups
    .map((group, index) => {
      const value = valueOf(group, split)
      const command = value === null ? '' : `${isBroken ? 'M' : 'L'}${index} ${1 - value / top}`
      isBroken = value === null
      return command
    })
    .join('')
}

/** The lower and upper edge of each layer, by group. */
function stacked({ groups, splits, valueOf }: Shape): readonly (readonly (readonly [number, number])[])[] {
  const sums = groups.map(() => 0)
  return splits.map((split) =>
    groups.map((group, index): [number, number] => {
      const from = sums[index]!
      sums[index] = from + (valueOf(group, split) ?? 0)
      return [from, sums[index]]
    }),
  )
}

function areaOf(layers: ReturnType<typeof stacked>, index: number, top: number): string {
  const edges = layers[index]!
  const upper = edges.map(([, to], at) => `${at} ${1 - to / top}`)
  const lower = edges.map(([from], at) => `${at} ${1 - from / top}`).toReversed()
  return `M${[...upper, ...lower].join('L')}Z`
}

function describe({ groups, splits, valueOf }: Shape, { measure, split_by: splitBy }: ChartPartProps['query']): string {
  const last = groups.at(-1)
  if (!last) return 'Nothing in this time.'
  const values = splits.map(
    (split) =>
      `${splitBy === null ? '' : `${keyText(splitBy, split.label)} `}${valueText(valueOf(last, split), measure)}`,
  )
  return `${groups.length} steps; the last, ${last.label}: ${values.join(', ')}`
}
