import { getGoalsAtStake } from '@carapace/shared/functional-safety/metrics.contract'
import { useEndpoint } from '../../core/call/query.ts'
import type { Places } from '../../core/page/panels.ts'
import { ProgramNodeLink } from '../../graph/links/node-link.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { Via } from './via.tsx'
import '../safety.css'

/** The safety goals that a threat scenario could violate, with their ASILs (rules ASIL-11, SAFETY-UI-21). */
export function GoalsAtStake({ threat: { uuid, program_uuid: programUuid } }: Places['beside-threat']) {
  const { data, problem } = useEndpoint(getGoalsAtStake, { threat_uuid: uuid })
  if (!data) return problem === undefined ? null : <p className="c-problem">{problem}</p>
  if (data.goals.length === 0) return <p className="c-note">No link leads to a safety goal.</p>
  return (
    <>
      <ul className="fs-stake" aria-label="Safety goals at stake">
        {data.goals.map((goal) => (
          <li key={goal.uuid}>
            <span className="fs-stake-name">
              <ProgramNodeLink programUuid={programUuid} node={goal} />
            </span>
            <AsilBadge asil={goal.asil} none="No ASIL" />
            <Via nodes={goal.via} />
          </li>
        ))}
      </ul>
      {data.truncated && <p className="c-note">More than these can be reached: the list is cut.</p>}
    </>
  )
}
