import { Button } from '@blueprintjs/core'
import { hardwareMetrics } from '@carapace/shared/functional-safety/metrics'
import { number } from '../../core/format/format.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { AsilBadge } from '../asil-badge.tsx'
import { ofKind } from '../safety.ts'
import { type GoalHardware, goalsWithHardware } from './goal-hardware.ts'
import { GoalMetrics } from './goal-metrics.tsx'
import { MetricValue, metricWords } from './metric-value.tsx'
import { ProblemList } from './problem-list.tsx'
import type { FmedaSearch } from './search.ts'
import { fitText } from './words.ts'
import './fmeda.css'

interface FmedaSummaryProps {
  readonly shown: GraphState
  readonly whole: GraphState
}

/** The hardware metrics of each goal that hardware elements may violate, and one of them in detail. */
export function FmedaSummary({ shown, whole }: FmedaSummaryProps) {
  const { search, go } = usePageContext()
  const { goal: open }: FmedaSearch = search
  const openGoal = (change: Pick<FmedaSearch, 'goal'>) => go(change as Partial<FmedaSearch>, true)
  const goals = goalsWithHardware(whole, shown)
  const opened = goals.find(({ goal }) => goal.code === open)
  if (goals.length === 0) return <NoGoals graph={whole} />
  return (
    <>
      <h2 className="c-visually-hidden">Hardware metrics</h2>
      <div className="fm-summary">
        <table className="fm-table" aria-label="Hardware metrics of the safety goals">
          <thead>
            <tr>
              <th scope="col">Safety goal</th>
              <th scope="col">ASIL</th>
              <th scope="col" className="fm-number">
                Elements
              </th>
              <th scope="col" className="fm-number">
                Total FIT
              </th>
              {hardwareMetrics.map((metric) => (
                <th key={metric} scope="col">
                  {metricWords[metric]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {goals.map((hardware) => (
              <GoalRow
                key={hardware.goal.uuid}
                hardware={hardware}
                isOpen={hardware === opened}
                onToggle={() => openGoal({ goal: hardware === opened ? undefined : hardware.goal.code })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {opened && (
        <div className="fm-detail">
          <GoalMetrics goal={opened.goal} />
        </div>
      )}
    </>
  )
}

/** Before everything is loaded nothing is known, and nothing is claimed. */
function NoGoals({ graph }: { readonly graph: GraphState }) {
  const isLinked = ofKind(graph, 'hardware-element').some(
    ({ uuid }) => linkedWith(graph, uuid, 'downstream', 'may-violate').length > 0,
  )
  if (!graph.isWhole || isLinked) return null
  return (
    <p className="c-note fm-note">Link hardware elements to the safety goals that they may violate to see metrics.</p>
  )
}

interface GoalRowProps {
  readonly hardware: GoalHardware
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function GoalRow({ hardware: { goal, asil, elements, metrics, problems, targets }, isOpen, onToggle }: GoalRowProps) {
  return (
    <tr>
      <th scope="row" className="fm-wide" title={goal.title}>
        <NodeLink node={goal} className="mono" /> {goal.title}
      </th>
      <td>
        <AsilBadge asil={asil} />
      </td>
      <td className="fm-number">{number(elements.length)}</td>
      <td className="fm-number">{metrics ? fitText(metrics.total) : '–'}</td>
      {metrics ? (
        hardwareMetrics.map((metric) => (
          <td key={metric}>
            <MetricValue metric={metric} value={metrics[metric]} target={targets?.[metric]} />
          </td>
        ))
      ) : (
        <td colSpan={hardwareMetrics.length}>
          <ProblemList problems={problems} goal={goal} most={1} />
        </td>
      )}
      <td>
        <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Hide' : 'Details'} <span className="c-visually-hidden">of {goal.code}</span>
        </Button>
      </td>
    </tr>
  )
}
