import { Suspense, useMemo } from 'react'
import { usePanels } from '../../core/page/panels.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { type TimeRange, usePinnedTime, useTimeRange } from '../../core/time/conductor.ts'
import { lengthOf, type Span } from './data/span.ts'
import { useDashboard } from './data/use-dashboard.ts'
import { useRollups } from './data/use-rollups.ts'
import { CasesPanel } from './panels/cases-panel.tsx'
import { ChartsPanel } from './panels/charts-panel.tsx'
import { FeedPanel } from './panels/feed-panel.tsx'
import { FleetPanel } from './panels/fleet-panel.tsx'
import { KpiStrip } from './panels/kpi-strip.tsx'
import { PipelinePanel } from './panels/pipeline-panel.tsx'
import { RiskPanel } from './panels/risk-panel.tsx'
import { RulesPanel } from './panels/rules-panel.tsx'
import { TacticsPanel } from './panels/tactics-panel.tsx'
import { WallButton } from './wall-button.tsx'
import './dashboard.css'

/**
 * The SOC dashboard on one page: nothing requires hovering, and one time window applies to all historical data (rule
 * DASHBOARD-UI-1).
 */
export function DashboardScreen() {
  usePageTitle('Dashboard')
  const { range, zoomTo } = useTimeRange()
  usePinnedTime()
  const span = useSpan(range)
  const dashboard = useDashboard(span)
  const rollups = useRollups(span)
  const more = usePanels('operations-dashboard')
  const length = lengthOf('lastMs' in span ? span.lastMs : span.to - span.from)

  return (
    <div className="db">
      <header className="db-head">
        <h1>MSOC Dashboard</h1>
        <div className="db-tools">
          <TimeConductor />
          <WallButton />
        </div>
      </header>
      <KpiStrip dashboard={dashboard} span={length} range={range} />
      <div className="db-grid">
        <ChartsPanel rollups={rollups} onZoom={zoomTo} />
        <FeedPanel range={range} />
        <RulesPanel dashboard={dashboard} span={length} range={range} />
        <RiskPanel dashboard={dashboard} />
        <FleetPanel />
        <CasesPanel dashboard={dashboard} />
        <TacticsPanel dashboard={dashboard} range={range} />
        <PipelinePanel />
      </div>
      {more.map(({ title, Panel }) => (
        <Suspense key={title}>
          <Panel />
        </Suspense>
      ))}
    </div>
  )
}

/** The selected range as a dependency of requests: the same object until the user selects another range. */
function useSpan(range: TimeRange): Span {
  const [lastMs, from, to] = range.mode === 'live' ? [range.spanMs] : [undefined, range.from, range.to]
  return useMemo(() => (lastMs === undefined ? { from: from ?? 0, to: to ?? 0 } : { lastMs }), [lastMs, from, to])
}
