import { getKpis, type Kpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { useZone } from '../../core/format/zone.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { usePinnedTime, useTimeWindow } from '../../core/time/conductor.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { BacklogPanel } from './backlog-panel.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { EscalationsPanel, FalsePositivesPanel, VehiclesPanel } from './list-panels.tsx'
import { FlowPanel } from './flow-panel.tsx'
import { TimersPanel } from './timers-panel.tsx'
import './kpis.css'

/** How well the operations work, over the window that all views share (rules KPI-UI-1 to KPI-UI-3). */
export function KpisPage() {
  usePageTitle('KPIs')
  usePinnedTime()
  const { from, to } = useTimeWindow()
  const zone = useZone()
  const { data, problem, refetch } = useEndpoint(getKpis, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone,
  })
  return (
    <div className="kp-page">
      <PageHead title="KPIs">
        <TimeConductor />
      </PageHead>
      <div className="kp-body">
        <Loaded
          what="The key figures"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={12} columns={['180px', '1fr', '1fr', '1fr']} />}
        >
          {(kpis) => <Panels kpis={kpis} />}
        </Loaded>
        <CoveragePanel />
      </div>
    </div>
  )
}

function Panels({ kpis }: { readonly kpis: Kpis }) {
  return (
    <div className="kp-grid">
      <TimersPanel kpis={kpis} />
      <FlowPanel days={kpis.days} />
      <BacklogPanel backlog={kpis.backlog} />
      <EscalationsPanel escalations={kpis.escalations} />
      <FalsePositivesPanel rules={kpis.false_positives} />
      <VehiclesPanel vehicles={kpis.vehicles} />
    </div>
  )
}
