import type { Fault } from '@carapace/shared/msoc/dbc/parse'
import { number } from '../../core/format/format.ts'

interface FaultListProps {
  readonly label: string
  readonly faults: readonly Fault[]
}

/** Locations in a text with the problem at each. */
export function FaultList({ label, faults }: FaultListProps) {
  return (
    // a scrollable list must be reachable by keyboard
    <ol className="dl-faults" aria-label={label} tabIndex={0}>
      {faults.map(({ line, column, reason }, index) => (
        <li key={index}>
          <span className="num">
            Line {number(line)}, column {number(column)}
          </span>
          <span>{reason}</span>
        </li>
      ))}
    </ol>
  )
}
