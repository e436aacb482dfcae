import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { getTeam } from '@carapace/shared/account/team.contract'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { may } from '@carapace/shared/permissions'
import { call } from '../../core/call/call.ts'
import { useNow } from '../../core/format/format.ts'
import { usePolled } from '../../msoc/dashboard/data/use-polled.ts'
import { everyMs } from './every.ts'
import { type Waiting, waitingFor } from './waiting.ts'

const alertsShown = 5
const casesShown = 3

const open = { status: [...openStatuses] }
const fetchAlerts = (signal: AbortSignal) =>
  call(listAlerts, { ...open, owner: 'me', sort: 'severity', limit: alertsShown }, { signal })
const fetchUnassigned = (signal: AbortSignal) =>
  call(listAlerts, { ...open, owner: 'none', severity: ['critical'], limit: 1 }, { signal })
const fetchCases = (signal: AbortSignal) =>
  call(listCases, { owner: 'me', stage: ['NEW', 'IN_PROGRESS'], limit: casesShown }, { signal })
const fetchTeam = (signal: AbortSignal) => call(getTeam, {}, { signal })
/** For data that the user may not see, or that is not licensed: no request is sent (rule LANDING-4). */
const fetchNothing = () => Promise.resolve(undefined)

/** A part that did not load. */
export interface Source {
  readonly what: string
  readonly problem: string
  readonly retry: () => void
}

/** The user's pending work, as far as it is loaded. */
export function useWaiting(user: SessionUser): { waiting: Waiting[]; isLoading: boolean; failed: Source[] } {
  const { role } = user
  const hasMsoc = user.organization.license.modules.includes('MSOC')
  const alerts = usePolled(hasMsoc ? fetchAlerts : fetchNothing, everyMs)
  const unassigned = usePolled(hasMsoc && may(role, 'alerts.work') ? fetchUnassigned : fetchNothing, everyMs)
  const cases = usePolled(hasMsoc ? fetchCases : fetchNothing, everyMs)
  const team = usePolled(role === 'ADMIN' ? fetchTeam : fetchNothing, everyMs)
  const now = useNow(60_000)

  const sources = [
    { what: 'Your alerts', ...alerts },
    { what: 'Unassigned alerts', ...unassigned },
    { what: 'Your cases', ...cases },
    { what: 'Invitations', ...team },
  ]
  return {
    waiting: waitingFor(
      {
        user,
        alerts: alerts.data,
        unassigned: unassigned.data,
        cases: cases.data,
        invitations: team.data?.invitations,
      },
      now,
    ),
    isLoading: sources.some(({ at, problem }) => at === undefined && problem === undefined),
    failed: sources.flatMap(({ what, at, problem, retry }) =>
      at === undefined && problem !== undefined ? [{ what, problem, retry }] : [],
    ),
  }
}
