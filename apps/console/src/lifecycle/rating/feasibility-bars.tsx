import { feasibilities, type Feasibility } from '@carapace/shared/lifecycle/methods/method'
import { sentenceCase } from '../../core/format/format.ts'
import { ratingValueText } from './value-text.ts'
import '../../graph/graph.css'
import './rating.css'

interface FeasibilityBarsProps {
  readonly feasibility?: Feasibility | null | undefined
  /** The sum of factors, or the exploitability. */
  readonly value?: number | null
  /** Something is not rated: the attack may take more (rule TARA-4). */
  readonly incomplete?: boolean | undefined
  /** Raised to what the field shows (rule RISK-8). */
  readonly observed?: boolean | undefined
}

/** The feasibility of an attack: grey blocks, the level, and the number behind it; never coloured. */
export function FeasibilityBars({ feasibility, value, incomplete = false, observed = false }: FeasibilityBarsProps) {
  if (feasibility === null || feasibility === undefined) return <span className="gr-none">not rated</span>
  const filled = feasibilities.indexOf(feasibility)
  return (
    <span className="gr-feasibility">
      <span className="gr-blocks" aria-hidden>
        {feasibilities.map((each, place) => (
          <i key={each} className={place <= filled ? 'gr-filled' : undefined} />
        ))}
      </span>
      <span className="gr-feasibility-word">{sentenceCase(feasibility)}</span>
      {value !== null && value !== undefined && (
        <span className="gr-feasibility-value num">{ratingValueText(value)}</span>
      )}
      {observed && (
        <span className="gr-tag" title="The field shows that the attack is at least this feasible.">
          field
        </span>
      )}
      {incomplete && (
        <span className="gr-incomplete" title="Not everything is rated: the attack may take more.">
          <span aria-hidden>?</span> <span className="gr-incomplete-word">incomplete</span>
        </span>
      )}
    </span>
  )
}
