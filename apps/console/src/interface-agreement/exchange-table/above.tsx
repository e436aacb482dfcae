import { otherSide, type Side, sides } from '@carapace/shared/interface-agreement/row'
import { markOf } from '@carapace/shared/interface-agreement/titles'
import type { Laid } from '../../core/table/table-head.tsx'
import { sideTexts } from '../words.ts'
import type { TableColumn } from './columns.ts'

interface AboveProps {
  readonly laid: readonly Laid<never>[]
  readonly side: Side
  /** The name of the other party. */
  readonly other: string
  readonly isSent: boolean
}

const sideOf = ({ column }: Laid<never>) => markOf((column as unknown as TableColumn).field)?.side

/** Above the titles: what the letters mean, and whose marks are whose. */
export function Above({ laid, side, other, isSent }: AboveProps) {
  const marked = laid.map((one) => ('field' in one.column ? sideOf(one) : undefined))
  const first = marked.findIndex((one) => one !== undefined)
  const before = first < 0 ? laid.length : first
  const after = laid.length - before - marked.filter((one) => one !== undefined).length
  return (
    <tr role="row" className="ia-above">
      <th colSpan={before} role="columnheader" className="ia-legend">
        <Legend other={other} own={side} isSent={isSent} />
      </th>
      {sides.map((each) => {
        const count = marked.filter((one) => one === each).length
        return (
          count > 0 && (
            <th key={each} colSpan={count} role="columnheader" className="ia-of-side">
              <span>{sideTexts[each]}</span>
            </th>
          )
        )
      })}
      {after > 0 && <th colSpan={after} aria-hidden />}
    </tr>
  )
}

interface LegendProps {
  readonly own: Side
  readonly other: string
  readonly isSent: boolean
}

function Legend({ own, other, isSent }: LegendProps) {
  return (
    <span className="ia-legend-words">
      <span>R responsible</span>
      <span>S support</span>
      <span>I informed</span>
      <span>A approve</span>
      {isSent && (
        <>
          <span className="ia-legend-theirs" title={`Open proposals of ${other}, the ${otherSide(own)}`}>
            <i className="ia-mark-theirs" /> proposed by {other}
          </span>
          <span className="ia-legend-mine">
            <i className="ia-mark-sent" /> by you
          </span>
          <span className="ia-legend-mine">
            <i className="ia-mark-typed" /> not sent
          </span>
        </>
      )}
    </span>
  )
}
