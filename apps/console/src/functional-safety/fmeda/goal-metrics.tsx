import { hardwareMetrics } from '@carapace/shared/functional-safety/metrics'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { DualPoints } from './dual-points.tsx'
import { type GoalHardware, hardwareOf } from './goal-hardware.ts'
import { MetricValue, metricWords } from './metric-value.tsx'
import { ProblemList } from './problem-list.tsx'
import { RatesTable } from './rates-table.tsx'
import { fitText } from './words.ts'
import './fmeda.css'

interface GoalMetricsProps {
  readonly goal: Artefact
}

/**
 * The hardware metrics of one goal beside the targets of its ASIL, the rates of its failure modes and its dual-point
 * failures (rule SAFETY-UI-16). The page must have hardware elements, safety goals and hazardous events with their
 * fields.
 */
export function GoalMetrics({ goal }: GoalMetricsProps) {
  const graph = usePageGraph((state) => state)
  if (!graph.isWhole) return <p className="c-note fm-note">Metrics are computed when the program is loaded.</p>
  const hardware = hardwareOf(graph, goal)
  return (
    <section className="fm-metrics" aria-label={`Hardware metrics of ${goal.code}`}>
      <h3>
        Hardware metrics of <NodeLink node={goal} className="mono" /> <AsilBadge asil={hardware.asil} none="No ASIL" />
      </h3>
      <Content hardware={hardware} />
    </section>
  )
}

interface HardwareProps {
  readonly hardware: GoalHardware
}

function Content({ hardware }: HardwareProps) {
  const { metrics } = hardware
  return (
    <>
      <MetricFigures hardware={hardware} />
      {metrics && <RatesTable metrics={metrics} />}
      {metrics && <DualPoints metrics={metrics} />}
    </>
  )
}

/** SPFM, LFM and PMHF beside their targets, or what keeps them from being computed. */
export function MetricFigures({ hardware: { goal, metrics, problems, targets } }: HardwareProps) {
  if (!metrics) return <ProblemList problems={problems} goal={goal} />
  return (
    <dl className="fm-figures">
      {hardwareMetrics.map((metric) => (
        <div key={metric}>
          <dt>{metricWords[metric]}</dt>
          <dd>
            <MetricValue metric={metric} value={metrics[metric]} target={targets?.[metric]} />
          </dd>
        </div>
      ))}
      <div>
        <dt>Failure rate of all safety-related elements</dt>
        <dd className="num">{fitText(metrics.total)} FIT</dd>
      </div>
    </dl>
  )
}
