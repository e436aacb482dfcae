import { listHandovers } from '@carapace/shared/msoc/shifts/handovers.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { calendarDay, dateTime } from '../../core/format/format.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useBoardChanges } from './use-board.ts'

const shown = 100

/** The latest signed hand-overs; each opens as it was signed. */
export function HandoverHistory() {
  const { data, problem, refetch } = useEndpoint(listHandovers, { limit: shown })
  useBoardChanges(['handovers'], refetch)
  return (
    <Panel title="History">
      <Loaded
        what="The history"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={3} columns={['200px', '1fr', '1fr']} />}
      >
        {({ handovers }) =>
          handovers.length === 0 ? (
            <p className="sh-none">No hand-over has been signed yet.</p>
          ) : (
            <ul className="sh-list sh-history">
              {handovers.map(({ uuid, shift, shift_uuid: shiftUuid, date, signed, accepted }) => (
                <li key={uuid}>
                  <Link
                    className="sh-link"
                    to="/org/msoc/dashboard/shifts"
                    search={{ tab: 'handover', shift: shiftUuid, date }}
                  >
                    {shift}, {calendarDay(date)}
                  </Link>
                  <span className="sh-cut">
                    Signed by {signed.name}, {dateTime(signed.at)}
                  </span>
                  <span className="sh-faint">
                    {accepted ? `Accepted by ${accepted.name}, ${dateTime(accepted.at)}` : 'Not accepted yet'}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
