import { TickCircleIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { number } from '../../../core/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { alertsWhere, everyStatus } from '../links.ts'
import { Loaded, Panel } from './panel.tsx'

interface RulesPanelProps {
  readonly dashboard: DashboardState
  readonly span: string
}

/** Which rules raised the most alerts. */
export function RulesPanel({ dashboard, span }: RulesPanelProps) {
  return (
    <Panel title="Top rules" area="rules" link={alertsWhere({ status: everyStatus })} aside={`alerts, ${span}`}>
      <Loaded what="Top rules" {...dashboard} onRetry={dashboard.retry} skeleton={<SkeletonRows rows={10} rowHeight={28} columns={['12px', '3fr', '1fr', '32px']} />}>
        {({ rules }) => (rules.length === 0 ? <Nothing /> : <Rules rules={rules} />)}
      </Loaded>
    </Panel>
  )
}

function Nothing() {
  return <EmptyState icon={<TickCircleIcon size={24} />} title="No alerts in this time">No rule raised one.</EmptyState>
}

function Rules({ rules }: { readonly rules: DashboardAnswer['rules'] }) {
  const most = Math.max(...rules.map(({ alerts }) => alerts))
  return (
    <ol className="db-rows">
      {rules.map(({ rule, title, severity, alerts }) => (
        <li key={rule}>
          <Link {...alertsWhere({ rule, status: everyStatus })} className="db-row db-rule" title={title}>
            <SeverityGlyph severity={severity} label={severity} />
            <span className="db-cut">{title}</span>
            <span className="db-bar" aria-hidden><i style={{ width: `${(alerts / most) * 100}%` }} /></span>
            <b className="num">{number(alerts)}</b>
          </Link>
        </li>
      ))}
    </ol>
  )
}
