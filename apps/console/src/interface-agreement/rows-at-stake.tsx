import { getAgreementRowsOfArtefacts } from '@carapace/shared/interface-agreement/row-details.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../core/call/query.ts'
import { calendarDay } from '../core/format/format.ts'
import type { Places } from '../core/page/panels.ts'
import { Badge } from '../core/ui/status-badge.tsx'
import './rows-at-stake.css'

/** What was promised to other organisations about artefacts of some kinds (rule AGREEMENT-UI-80). */
export function RowsAtStake({ program_uuid: programUuid, kinds }: Places['beside-vulnerability']) {
  const { data, problem } = useEndpoint(getAgreementRowsOfArtefacts, {
    program_uuid: programUuid,
    kinds: kinds.join(','),
  })
  if (!data) return problem === undefined ? null : <p className="c-problem">{problem}</p>
  if (data.rows.length === 0) return <p className="c-note">No interface agreement of this program is touched.</p>
  return (
    <ul className="ia-stake" aria-label="Agreement rows concerned">
      {data.rows.map((row) => (
        <li key={`${row.agreement_uuid} ${row.row}`}>
          <Link
            className="c-link"
            to="/org/interface-agreement/information-exchange"
            search={{ agreement: row.agreement_uuid, row: row.row }}
          >
            {row.work_product}
          </Link>
          <span className="c-note">
            {row.code}, {row.other_party}
          </span>
          {row.is_overdue ? (
            <Badge tone="red">Overdue</Badge>
          ) : (
            row.due !== null && <span className="num c-note">due {calendarDay(row.due)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The same for a threat scenario: the rows of its work products, and of the goals against it. */
export function RowsOfThreat({ threat }: Places['beside-threat']) {
  return <RowsAtStake program_uuid={threat.program_uuid} kinds={threatKinds} />
}

const threatKinds = ['threat-scenario', 'goal']
