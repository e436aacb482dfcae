import { demandOf, ratingsOf } from '@carapace/shared/lifecycle/rating/feasibility'
import { feasibilityMethods, type Method } from '@carapace/shared/lifecycle/methods/method'
import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { EffortFields } from './effort-fields.tsx'
import { methodTitles } from './effort-rows.ts'
import { FeasibilityBars } from './feasibility-bars.tsx'
import '../../graph/graph.css'
import './rating.css'

interface EffortEditorProps {
  readonly effort: Effort
  /** The method that defines the levels. */
  readonly method: Method
  readonly isReadOnly?: boolean
  readonly onChange: (effort: Effort) => void
}

/** The effort of an attack by the levels of a method, and the resulting rating by each of its three methods. */
export function EffortEditor({ effort, method, isReadOnly = false, onChange }: EffortEditorProps) {
  const ratings = ratingsOf(method, demandOf(method, effort))
  return (
    <div className="gr-effort">
      {feasibilityMethods.map((by) => (
        <fieldset key={by} className="gr-effort-part">
          <legend>
            {methodTitles[by]}
            <FeasibilityBars {...ratings[by]} />
            {method.deciding === by && <span className="gr-tag">decides</span>}
          </legend>
          <EffortFields effort={effort} method={method} by={by} disabled={isReadOnly} onChange={onChange} />
        </fieldset>
      ))}
    </div>
  )
}
