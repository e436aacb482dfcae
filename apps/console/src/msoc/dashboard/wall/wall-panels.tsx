import { PipelineTable } from '../panels/pipeline-panel.tsx'
import { UrgentList } from './wall-alerts.tsx'
import { WallCases } from './wall-cases.tsx'
import { WallChart } from './wall-chart.tsx'
import { WallKpis } from './wall-kpis.tsx'
import { WallMap } from './wall-map.tsx'
import '../dashboard.css'
import './wall-panels.css'

/** Six figures, the map, the urgent alerts, and the day's chart (mockup 06). */
function Overview() {
  return (
    <div className="wp-overview">
      <WallKpis />
      <WallMap />
      <section className="wp-list" aria-label="Alerts">
        <UrgentList />
      </section>
      <WallChart />
    </div>
  )
}

function Alerts() {
  return (
    <div className="wp-full">
      <section className="wp-list" aria-label="Alerts">
        <UrgentList wide />
      </section>
    </div>
  )
}

function FullMap() {
  return (
    <div className="wp-full">
      <WallMap />
    </div>
  )
}

function Pipeline() {
  return (
    <div className="wp-pipeline">
      <WallKpis />
      <section className="wp-box" aria-label="Pipeline">
        <header>
          <h2>Pipeline, last 60 s</h2>
        </header>
        <PipelineTable />
      </section>
      <WallCases />
      <WallChart />
    </div>
  )
}

/** The wall panels of this module, in their default order. */
export const wallPanels = [
  { name: 'overview', title: 'Fleet overview', Panel: Overview },
  { name: 'map', title: 'Fleet map', Panel: FullMap },
  { name: 'alerts', title: 'Critical and high alerts', Panel: Alerts },
  { name: 'pipeline', title: 'Pipeline and cases', Panel: Pipeline },
] as const
