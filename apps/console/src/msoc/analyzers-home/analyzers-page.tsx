import {
  DatabaseIcon,
  type DefaultSVGIconProps,
  FlowsIcon,
  GanttChartIcon,
  ShieldIcon,
  VideoIcon,
} from '@blueprintjs/icons'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { listDbcs } from '@carapace/shared/msoc/can/dbc.contract'
import { listProfiles } from '@carapace/shared/msoc/can/profiles.contract'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { PageHead } from '../../core/ui/page-head.tsx'
import { ActiveProfiles } from './active-profiles.tsx'
import { RecentCaptures } from './recent-captures.tsx'
import './analyzers-home.css'

interface Analyzer {
  readonly title: string
  readonly icon: ComponentType<DefaultSVGIconProps>
  readonly link: LinkOptions
  /** A description of its purpose. */
  readonly what: string
  /** The number of its items. */
  readonly figure?: string | undefined
}

/** The home page of the analyzers: their purposes, the latest captures, and the active profiles. */
export function AnalyzersPage() {
  usePageTitle('Analyzers')
  const captures = useEndpoint(listCaptures, { limit: 8 })
  const profiles = useEndpoint(listProfiles, { state: 'ACTIVE' })
  const dbcs = useEndpoint(listDbcs, {})
  const analyzers: readonly Analyzer[] = [
    {
      title: 'Packet analyzer',
      icon: FlowsIcon,
      link: { to: '/org/msoc/dashboard/analyzers/default-view' },
      what: 'Frames of a vehicle, a capture or an alert, decoded, filtered, plotted and stepped through.',
    },
    {
      title: 'IDS viewer',
      icon: ShieldIcon,
      link: { to: '/org/msoc/dashboard/analyzers/ids-viewer' },
      what: 'Reports of the intrusion detection in the vehicles, over the whole fleet.',
    },
    {
      title: 'Vehicle DB viewer',
      icon: DatabaseIcon,
      link: { to: '/org/msoc/dashboard/analyzers/vehicle-db-viewer' },
      what: 'The databases that give frames and signals their names.',
      figure: counted(dbcs.data?.dbcs.length, 'database'),
    },
    {
      title: 'Captures',
      icon: VideoIcon,
      link: { to: '/org/msoc/dashboard/analyzers/captures' },
      what: 'Recorded traffic: uploaded from a tool, or saved from a vehicle before it is deleted.',
      figure: counted(captures.data?.total, 'capture'),
    },
    {
      title: 'Profiles',
      icon: GanttChartIcon,
      link: { to: '/org/msoc/dashboard/analyzers/profiles' },
      what: 'The normal traffic of a bus. Detectors raise alerts on deviations from it.',
      figure: counted(profiles.data?.total, 'active profile'),
    },
  ]
  return (
    <div className="ah-page">
      <PageHead title="Analyzers" />
      <div className="ah-body">
        <ul className="ah-cards">
          {analyzers.map((analyzer) => (
            <Card key={analyzer.title} {...analyzer} />
          ))}
        </ul>
        <div className="ah-panels">
          <RecentCaptures answer={captures} />
          <ActiveProfiles answer={profiles} />
        </div>
      </div>
    </div>
  )
}

function Card({ title, icon: Icon, link, what, figure }: Analyzer) {
  return (
    <li className="c-panel ah-card">
      <h2>
        <Icon size={16} aria-hidden />{' '}
        <Link {...link} className="ah-link">
          {title}
        </Link>
      </h2>
      <p>{what}</p>
      {figure !== undefined && <p className="ah-figure num">{figure}</p>}
    </li>
  )
}

const counted = (count: number | undefined, what: string): string | undefined =>
  count === undefined ? undefined : `${number(count)} ${what}${count === 1 ? '' : 's'}`
