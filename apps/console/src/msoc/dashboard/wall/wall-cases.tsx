import { BriefcaseIcon } from '@blueprintjs/icons'
import { number, useNow } from '../../../core/format/format.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { longAge } from '../../../core/format/timer.ts'
import { useDayDashboard } from './day.ts'

/** The latest open cases. */
export function WallCases() {
  const { data, problem } = useDayDashboard()
  return (
    <section className="wp-box" aria-label="Cases">
      <header>
        <h2>Cases</h2>
        <span className="wp-second num">{data && `${number(data.cases.open)} open`}</span>
      </header>
      {data === undefined &&
        (problem === undefined ? (
          <SkeletonRows rows={5} columns={['1fr', '4fr', '1fr']} />
        ) : (
          <p className="wp-problem" role="alert">
            The cases did not load: {problem}
          </p>
        ))}
      {data?.cases.latest.length === 0 && (
        <EmptyState icon={<BriefcaseIcon size={24} />} title="No open cases">
          Escalating an alert opens one.
        </EmptyState>
      )}
      {data && data.cases.latest.length > 0 && <Cases latest={data.cases.latest} />}
    </section>
  )
}

function Cases({
  latest,
}: {
  readonly latest: NonNullable<ReturnType<typeof useDayDashboard>['data']>['cases']['latest']
}) {
  const now = useNow(10_000)
  return (
    <ol className="wp-cases">
      {latest.map(({ uuid, number: id, title, severity, stage, owner, created_at }) => (
        <li key={uuid} className="wp-case">
          <SeverityGlyph severity={severity} label={severity} />
          <span className="mono wp-second">CAS-{String(id).padStart(4, '0')}</span>
          <span className="wp-cut">{title}</span>
          <StatusBadge status={stage} />
          {owner === null ? <span className="wp-nobody">unassigned</span> : <Avatar name={owner.name} />}
          <span className="wp-age num">{longAge(now - Date.parse(created_at))}</span>
        </li>
      ))}
    </ol>
  )
}
