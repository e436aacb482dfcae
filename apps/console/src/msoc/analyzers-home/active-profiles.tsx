import { GanttChartIcon } from '@blueprintjs/icons'
import type { listProfiles, ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { number } from '../../core/format/format.ts'
import type { Requested } from '../../core/call/query.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { HomePanel } from './home-panel.tsx'

/** The active profiles that monitor the buses of the models. */
export function ActiveProfiles({ answer }: { readonly answer: Requested<z.output<typeof listProfiles.output>> }) {
  const nothing = (
    <EmptyState
      icon={<GanttChartIcon size={24} />}
      title="No profile is active"
      action={<Link to="/org/msoc/dashboard/analyzers/profiles">Go to profiles</Link>}
    >
      Until then, each vehicle is watched by what it was seen to do itself.
    </EmptyState>
  )
  return (
    <HomePanel
      title="Active profiles"
      answer={answer}
      nothing={nothing}
      rowsOf={({ profiles }) => profiles.slice(0, shown)}
    >
      {(profile) => <Line key={profile.uuid} profile={profile} />}
    </HomePanel>
  )
}

const shown = 8

function Line({ profile: { uuid, model, bus, version, ids } }: { readonly profile: ProfileRow }) {
  return (
    <li className="ah-line">
      <span className="ah-name">
        <Link to="/org/msoc/dashboard/analyzers/profiles" search={{ profile: uuid }}>
          {model || 'Vehicles without a model'}
        </Link>
      </span>
      <span className="ah-faint mono">{bus}</span>
      <span className="ah-end num">version {version}</span>
      <span className="ah-faint num">{number(ids)} ids</span>
    </li>
  )
}
