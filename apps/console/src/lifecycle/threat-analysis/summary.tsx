import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  type Feasibility,
  feasibilities,
  type ImpactLevel,
  impactLevels,
} from '@carapace/shared/lifecycle/methods/method'
import { number, sentenceCase } from '../../core/format/format.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { type GraphState, suspectsAt } from '../../graph/store/graph-state.ts'
import { whereOf, whereText } from '../../graph/page/search.ts'
import { riskTone } from '../rating/tones.ts'
import { gapsOf, matrixOf, risksOf } from './gaps.ts'
import './threat-analysis.css'
import { assessmentOf, isContradicted, methodOf } from '../rating/assessments.ts'
import '../rating/rating.css'

interface SummaryProps {
  readonly graph: GraphState
}

const rowsIn = ({ artefacts }: GraphState) => [...artefacts.values()].filter(({ kind }) => kind === 'threat-scenario')

/**
 * The overview of the analysis: the risk matrix, the risks without and with treatment, and open work. Each figure
 * filters the list to the scenarios that it counts.
 */
export function ThreatSummary({ graph }: SummaryProps) {
  const rows = rowsIn(graph)
  return (
    <div className="ta-summary">
      <Matrix graph={graph} rows={rows} />
      <RiskBar title="Initial risk" column="risk" risks={risksOf(graph, rows, 'initial')} />
      <RiskBar title="Target risk, planned controls included" column="target" risks={risksOf(graph, rows, 'target')} />
      <ToDo graph={graph} rows={rows} />
    </div>
  )
}

/** Filters the list to the scenarios that a clicked figure counts. */
function useNarrow(): (change: Readonly<Record<string, readonly string[]>>) => void {
  const { search, go } = usePageContext()
  return (change) => go({ where: whereText({ ...whereOf(search.where), ...change }), tab: undefined })
}

function Matrix({ graph, rows }: SummaryProps & { readonly rows: readonly Artefact[] }) {
  const counts = matrixOf(graph, rows)
  const method = methodOf(graph)
  return (
    <table className="ta-matrix">
      <caption>Scenarios by impact and feasibility</caption>
      <tbody>
        {impactLevels.toReversed().map((impact) => (
          <tr key={impact}>
            <th scope="row">{sentenceCase(impact)}</th>
            {feasibilities.map((feasibility) => (
              <MatrixCell
                key={feasibility}
                impact={impact}
                feasibility={feasibility}
                count={counts[impact][feasibility]}
                risk={method.matrix[impact][feasibility]}
              />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          {feasibilities.map((feasibility) => (
            <th key={feasibility} scope="col">
              {sentenceCase(feasibility)}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function MatrixCell({
  impact,
  feasibility,
  count,
  risk,
}: {
  readonly impact: ImpactLevel
  readonly feasibility: Feasibility
  readonly count: number
  readonly risk: number
}) {
  const narrow = useNarrow()
  if (count === 0) return <td className="ta-cell ta-empty" />
  return (
    <td className={`ta-cell c-sev-${riskTone(risk)}`}>
      <button
        type="button"
        title={`${count} with risk ${risk}: ${impact} impact, ${feasibility.replace('-', ' ')} feasibility`}
        onClick={() => narrow({ impact: [impact], feasibility: [feasibility] })}
      >
        {count}
      </button>
    </td>
  )
}

function RiskBar({
  title,
  column,
  risks,
}: {
  readonly title: string
  readonly column: string
  readonly risks: ReturnType<typeof risksOf>
}) {
  const narrow = useNarrow()
  return (
    <div className="ta-risks">
      <h2>{title}</h2>
      <div className="ta-bar" aria-hidden>
        {risks
          .filter(({ count }) => count > 0)
          .map(({ risk, count }) => (
            <i key={risk} className={`ta-fill-${riskTone(risk)}`} style={{ flexGrow: count }} />
          ))}
      </div>
      <div className="ta-counts">
        {risks.map(({ risk, count }) => (
          <button
            key={risk}
            type="button"
            title={`${count} with risk ${risk}`}
            disabled={count === 0}
            onClick={() => narrow({ [column]: [String(risk)] })}
          >
            <span className={`gr-chip c-sev-${riskTone(risk)} num`}>{risk}</span>{' '}
            <span className="num">{number(count)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

function ToDo({ graph, rows }: SummaryProps & { readonly rows: readonly Artefact[] }) {
  const { go } = usePageContext()
  const narrow = useNarrow()
  const gaps = rows.map((row) => ({ row, gaps: gapsOf(graph, row) }))
  const without = (gap: (typeof gaps)[number]['gaps'][number]) => gaps.filter((each) => each.gaps.includes(gap)).length
  return (
    <div className="ta-todo">
      <h2>To do</h2>
      <Item
        text="Suspect, to confirm"
        count={rows.filter(({ uuid }) => suspectsAt(graph, uuid).length > 0).length}
        isDoubt
        onClick={() => go({ tab: 'suspect' })}
      />
      <Item
        text="Contradicted by the field"
        count={rows.filter(({ uuid }) => isContradicted(assessmentOf(graph, uuid))).length}
        isDoubt
        onClick={() => go({ tab: 'contradicted' })}
      />
      <Item
        text="Reduce without a goal"
        count={without('needs-goal')}
        onClick={() => narrow({ gap: ['needs-goal'] })}
      />
      <Item
        text="Share or retain without a claim"
        count={without('needs-claim')}
        onClick={() => narrow({ gap: ['needs-claim'] })}
      />
      <Item text="Rated, not treated" count={without('untreated')} onClick={() => narrow({ gap: ['untreated'] })} />
    </div>
  )
}

function Item({
  text,
  count,
  isDoubt = false,
  onClick,
}: {
  readonly text: string
  readonly count: number
  readonly isDoubt?: boolean
  readonly onClick: () => void
}) {
  return (
    <button type="button" disabled={count === 0} onClick={onClick}>
      {text} <b className={isDoubt && count > 0 ? 'num ta-doubt' : 'num'}>{number(count)}</b>
    </button>
  )
}
