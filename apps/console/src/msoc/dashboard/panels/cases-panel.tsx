import { BriefcaseIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import { Avatar, NoAvatar } from '../../../core/ui/avatar.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { longAge } from '../../../core/format/timer.ts'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { caseAt, casesOpen } from '../links.ts'
import { Panel } from './panel.tsx'

/** The latest open cases. */
export function CasesPanel({ dashboard }: { readonly dashboard: DashboardState }) {
  const { data } = dashboard
  return (
    <Panel title="Cases" area="cases" link={casesOpen} headExtra={data && `${number(data.cases.open)} open`}>
      <Loaded
        what="Cases"
        {...dashboard}
        onRetry={dashboard.retry}
        skeleton={<SkeletonRows rows={5} rowHeight={28} columns={['64px', '3fr', '1fr', '20px', '48px']} />}
      >
        {({ cases }) => (cases.latest.length === 0 ? <Nothing /> : <Cases latest={cases.latest} />)}
      </Loaded>
    </Panel>
  )
}

function Nothing() {
  return (
    <EmptyState icon={<BriefcaseIcon size={24} />} title="No open cases">
      Escalating an alert opens one.
    </EmptyState>
  )
}

function Cases({ latest }: { readonly latest: DashboardAnswer['cases']['latest'] }) {
  const now = useNow(10_000)
  return (
    <ol className="db-rows">
      {latest.slice(0, 5).map(({ uuid, number: id, title, stage, owner, created_at }) => (
        <li key={uuid}>
          <Link {...caseAt(uuid)} className="db-row db-case" title={title}>
            <span className="mono db-faint">CAS-{String(id).padStart(4, '0')}</span>
            <span className="db-cut">{title}</span>
            <StatusBadge status={stage} />
            {owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}
            <span className="num db-faint db-right" title={zonedDateTime(created_at)}>
              {longAge(now - Date.parse(created_at))}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
