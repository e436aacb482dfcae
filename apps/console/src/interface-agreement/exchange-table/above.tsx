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

/** A title above several columns is as wide as they are together. */
const over = (below: readonly Laid<never>[]) => ({
  'aria-colspan': below.length,
  style: { width: below.reduce((sum, { width }) => sum + width, 0) },
})

/** Above the titles: what the letters mean, above the columns that stay, and whose marks are whose. */
export function Above({ laid, side, other, isSent }: AboveProps) {
  const marked = laid.map((one) => ('field' in one.column ? sideOf(one) : undefined))
  const first = marked.findIndex((one) => one !== undefined)
  const before = laid.slice(0, first < 0 ? undefined : first)
  const between = before.filter((one) => !isStaying(one))
  const after = laid.filter((_, at) => at > first && marked[at] === undefined)
  return (
    <tr role="row" className="ia-above">
      <th {...over(before.filter(isStaying))} role="columnheader" className="ia-legend">
        <Letters />
      </th>
      {between.length > 0 && (
        <th {...over(between)} role="columnheader" aria-hidden={!isSent}>
          {isSent && <Looks other={other} own={side} />}
        </th>
      )}
      {sides.map((each) => {
        const below = laid.filter((_, at) => marked[at] === each)
        return (
          below.length > 0 && (
            <th key={each} {...over(below)} role="columnheader" className="ia-of-side">
              <span>{sideTexts[each]}</span>
            </th>
          )
        )
      })}
      {after.length > 0 && <th {...over(after)} aria-hidden />}
    </tr>
  )
}

const isStaying = ({ left }: Laid<never>) => left !== undefined

function Letters() {
  return (
    <span className="ia-legend-words">
      <span>R responsible</span>
      <span>S support</span>
      <span>I informed</span>
      <span>A approve</span>
    </span>
  )
}

/** How values look that are proposed, or typed and not sent. */
function Looks({ own, other }: { readonly own: Side; readonly other: string }) {
  return (
    <span className="ia-legend-words">
      <span className="ia-legend-theirs" title={`Open proposals of ${other}, the ${otherSide(own)}`}>
        <i className="ia-mark-theirs" /> proposed by {other}
      </span>
      <span className="ia-legend-mine">
        <i className="ia-mark-sent" /> by you
      </span>
      <span className="ia-legend-mine">
        <i className="ia-mark-typed" /> not sent
      </span>
    </span>
  )
}
