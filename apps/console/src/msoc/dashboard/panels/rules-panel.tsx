import { TickCircleIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import type { TimeRange } from '../../../core/time/conductor.ts'
import { number } from '../../../core/format/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { alertsRaised } from '../links.ts'
import { Panel } from './panel.tsx'

interface RulesPanelProps {
  readonly dashboard: DashboardState
  /** The window's length as a label. */
  readonly span: string
  readonly range: TimeRange
}

/** The rules that raised the most alerts. */
export function RulesPanel({ dashboard, span, range }: RulesPanelProps) {
  return (
    <Panel title="Top rules" area="rules" link={alertsRaised(range)} headExtra={`raised in ${span}`}>
      <Loaded
        what="Top rules"
        {...dashboard}
        onRetry={dashboard.retry}
        skeleton={<SkeletonRows rows={10} rowHeight={28} columns={['12px', '3fr', '1fr', '32px']} />}
      >
        {({ rules }) => (rules.length === 0 ? <Nothing /> : <Rules rules={rules} range={range} />)}
      </Loaded>
    </Panel>
  )
}

function Nothing() {
  return (
    <EmptyState icon={<TickCircleIcon size={24} />} title="No alerts in this time">
      No rule raised one.
    </EmptyState>
  )
}

function Rules({ rules, range }: { readonly rules: DashboardAnswer['rules']; readonly range: TimeRange }) {
  const most = Math.max(...rules.map(({ alerts }) => alerts))
  return (
    <ol className="db-rows">
      {rules.map(({ rule, title, severity, alerts }) => (
        <li key={rule}>
          <Link {...alertsRaised(range, { rule })} className="db-row db-rule" title={title}>
            <SeverityGlyph severity={severity} label={severity} />
            <span className="db-cut">{title}</span>
            <span className="db-bar" aria-hidden>
              <i style={{ width: `${(alerts / most) * 100}%` }} />
            </span>
            <b className="num">{number(alerts)}</b>
          </Link>
        </li>
      ))}
    </ol>
  )
}
