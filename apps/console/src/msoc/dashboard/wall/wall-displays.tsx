import { PipelineTable } from '../panels/pipeline-panel.tsx'
import { UrgentList } from './wall-alerts.tsx'
import { WallCases } from './wall-cases.tsx'
import { WallChart } from './wall-chart.tsx'
import { WallKpis } from './wall-kpis.tsx'
import { WallMap } from './wall-map.tsx'
import '../dashboard.css'
import './wall-panels.css'

/** Six figures, the map, the urgent alerts, and the day's chart (mockup 06). */
export function Overview() {
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

export function Alerts() {
  return (
    <div className="wp-full">
      <section className="wp-list" aria-label="Alerts">
        <UrgentList wide />
      </section>
    </div>
  )
}

export function FullMap() {
  return (
    <div className="wp-full">
      <WallMap />
    </div>
  )
}

export function Pipeline() {
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
