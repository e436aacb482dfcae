import { EyeOffIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '../../core/chart/sparkline.tsx'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ContradictionBadge } from '../sightings/contradiction.tsx'
import { riskTone } from '../rating/tones.ts'
import { Panel } from '../../core/ui/panel.tsx'
import type { Summary } from './use-summary.ts'

interface SeenPanelProps {
  readonly programUuid: string
  readonly seen: Summary['seen'] | undefined
}

/** The threat scenarios that match alerts of the fleet, the most seen first. */
export function SeenPanel({ programUuid, seen }: SeenPanelProps) {
  return (
    <Panel title="Seen in the field" extra={<span className="pg-note">alerts, 30 days</span>} className="pg-seen">
      {seen === undefined && <SkeletonRows rows={8} columns={['16px', '2fr', '64px', '24px']} rowHeight={40} />}
      {seen?.length === 0 && (
        <EmptyState icon={<EyeOffIcon size={24} />} title="Nothing was seen">
          Scenarios with indicators are listed here when an alert of the fleet matches them.
        </EmptyState>
      )}
      <ul className="pg-lines">
        {seen?.map((each) => (
          <Line key={each.node.uuid} seen={each} programUuid={programUuid} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({
  seen: { node, risk, contradiction, alerts, last_at: lastAt, days },
  programUuid,
}: {
  readonly seen: Summary['seen'][number]
  readonly programUuid: string
}) {
  const now = useNow(10_000)
  return (
    <li>
      <SeverityGlyph severity={riskTone(risk ?? 0)} label={risk === null ? 'Not rated' : `Risk ${risk}`} />
      <span className="pg-line-words">
        <Link
          to={artefactKindNamed(node.kind)!.page as never}
          search={{ programId: programUuid, open: node.code } as never}
          title={node.title}
        >
          {node.title}
        </Link>
        <span className="pg-note" title={zonedDateTime(lastAt)}>
          <span className="mono">{node.code}</span>, last {age(now - Date.parse(lastAt))}{' '}
          {contradiction && <ContradictionBadge contradiction={contradiction} />}
        </span>
      </span>
      <Sparkline values={days} label={`Alerts by day, ${days.length} days`} />
      <b className="num">{number(alerts)}</b>
    </li>
  )
}
