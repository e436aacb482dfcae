import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon } from '@blueprintjs/icons'
import { getCanProfile, type ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { Link } from '@tanstack/react-router'
import { dateTime, sentenceCase } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { Reviewed } from './reviewed.tsx'
import type { ProfilesSearch } from './search.ts'
import { originText, profileText, stateTones } from './words.ts'
import { ReviewActions } from './review-actions.tsx'
import './can-profiles.css'

interface ReviewPageProps {
  readonly uuid: string
  readonly search: ProfilesSearch
  readonly go: (search: ProfilesSearch, replace?: boolean) => void
}

/** The review of one profile: its content, its differences, and its exceptions (rules PROFILE-UI-5 to PROFILE-UI-8). */
export function ReviewPage({ uuid, search, go }: ReviewPageProps) {
  const { data, problem, refetch } = useEndpoint(getCanProfile, { uuid })
  usePageTitle(data ? `${profileText(data.row)} · CAN profiles` : 'CAN profile')
  if (problem !== undefined && data === undefined) {
    return (
      <div className="cpr-page">
        <PageHead title="CAN profile" />
        <ErrorState title="The profile did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      </div>
    )
  }
  return (
    <div className="cpr-page">
      <PageHead
        title={data ? `${profileText(data.row)}, ${data.row.bus}` : 'CAN profile'}
        tabs={data && <Badge tone={stateTones[data.row.state]}>{sentenceCase(data.row.state)}</Badge>}
      >
        <Button variant="outlined" icon={<ChevronLeftIcon />} text="All profiles" onClick={() => go({})} />
        {data && <ReviewActions row={data.row} onChanged={refetch} onDeleted={() => go({})} />}
      </PageHead>
      {data ? (
        <>
          <About row={data.row} />
          <Reviewed row={data.row} profile={data.profile} search={search} go={go} onChanged={refetch} />
        </>
      ) : (
        <SkeletonRows rows={16} columns={['88px', '1fr', '120px', '120px']} />
      )}
    </div>
  )
}

/** The origin of the profile, and its decisions. */
function About({ row }: { readonly row: ProfileRow }) {
  const {
    capture,
    note,
    created_at: made,
    created_by: maker,
    activated_at: activated,
    activated_by: activator,
    retired_at: retired,
  } = row
  return (
    <p className="cpr-about">
      <span>{originText(row)}</span>
      {capture && (
        <Link to="/org/msoc/dashboard/analyzers/captures" search={{ capture: capture.uuid } as never}>
          Open the capture
        </Link>
      )}
      <span>
        made {dateTime(made)} by {maker}
      </span>
      {activated !== null && (
        <span>
          activated {dateTime(activated)} by {activator}
        </span>
      )}
      {retired !== null && <span>retired {dateTime(retired)}</span>}
      {note !== '' && <span className="cpr-note">{note}</span>}
    </p>
  )
}
