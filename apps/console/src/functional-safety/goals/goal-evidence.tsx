import { getPmhf, getThreatsToGoal } from '@carapace/shared/functional-safety/metrics.contract'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'
import { useEndpoint } from '../../core/call/query.ts'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { useAgain } from '../../graph/drawer/use-detail.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { scientific } from '../fault-tree/words.ts'
import { hardwareOf } from '../fmeda/goal-hardware.ts'
import { MetricFigures } from '../fmeda/goal-metrics.tsx'
import '../fmeda/fmeda.css'
import { Via } from '../threats/via.tsx'

interface GoalProps {
  readonly goal: Artefact
}

/** What is known of a goal in figures, and who could violate it on purpose (rule SAFETY-UI-21). */
export function GoalEvidence({ goal }: GoalProps) {
  return (
    <>
      <PmhfSection goal={goal} />
      <HardwareSection goal={goal} />
      <ThreatsSection goal={goal} />
    </>
  )
}

/** The PMHF by each fault tree of the goal, beside the target of its ASIL. */
function PmhfSection({ goal: { uuid } }: GoalProps) {
  const { data, problem, refetch } = useEndpoint(getPmhf, { goal_uuid: uuid })
  useAgain(refetch)
  return (
    <section className="fs-section" aria-label="PMHF by fault tree">
      <h3>
        PMHF by fault tree
        <span className="c-note num">
          {data && (data.target === null ? 'no target' : `target: below ${scientific(data.target, 0)} /h`)}
        </span>
      </h3>
      {problem !== undefined && !data && <p className="c-problem">{problem}</p>}
      {!data && problem === undefined && <SkeletonRows rows={1} columns={['1fr', '80px']} rowHeight={28} />}
      {data?.trees.length === 0 && <p className="c-note">No fault tree analyses the goal yet.</p>}
      {data && data.trees.length > 0 && (
        <table className="fs-mini" aria-label="PMHF by fault tree">
          <tbody>
            {data.trees.map((row) => (
              <TreeRow key={row.tree.uuid} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type PmhfRow = z.output<typeof getPmhf.output>['trees'][number]

function TreeRow({ row }: { readonly row: PmhfRow }) {
  const { tree, problem, pmhf, lower, upper, is_met, frequency } = row
  return (
    <>
      <tr>
        <td>
          <NodeLink node={tree} className="mono" />
        </td>
        <td className="fs-mini-title" title={problem ?? tree.title}>
          {problem ?? tree.title}
        </td>
        <td className="num">{pmhfText(pmhf, lower, upper)}</td>
        <td>{is_met !== null && <Badge tone={is_met ? 'green' : 'red'}>{is_met ? 'Met' : 'Not met'}</Badge>}</td>
      </tr>
      {frequency !== null && (
        <tr>
          <td />
          <td className="c-note">Frequency of the top event, w</td>
          <td className="num">{scientific(frequency)} /h</td>
          <td />
        </tr>
      )}
    </>
  )
}

function pmhfText(pmhf: number | null, lower: number | null, upper: number | null): string {
  if (pmhf !== null) return `${scientific(pmhf)} /h`
  return lower === null || upper === null ? '–' : `${scientific(lower)} to ${scientific(upper)} /h`
}

/** SPFM, LFM and PMHF by the FMEDA, if hardware elements may violate the goal. */
function HardwareSection({ goal }: GoalProps) {
  const graph = usePageGraph((state) => state)
  if (linkedWith(graph, goal.uuid, 'upstream', 'may-violate').length === 0) return null
  return (
    <section className="fs-section" aria-label="FMEDA">
      <h3>
        FMEDA <PageLink to="/org/functional-safety/fmeda" title="Open" />
      </h3>
      {graph.isWhole && <MetricFigures hardware={hardwareOf(graph, goal)} />}
    </section>
  )
}

/** The threat scenarios that could violate the goal, stated or through a damage that is its failure (rule ASIL-11). */
function ThreatsSection({ goal: { uuid } }: GoalProps) {
  const { data, problem, refetch } = useEndpoint(getThreatsToGoal, { goal_uuid: uuid })
  useAgain(refetch)
  return (
    <section className="fs-section" aria-label="Threats that could violate it">
      <h3>Threats that could violate it</h3>
      {problem !== undefined && !data && <p className="c-problem">{problem}</p>}
      {!data && problem === undefined && <SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />}
      {data?.threats.length === 0 && <p className="c-note">No threat scenario leads to it.</p>}
      {data && data.threats.length > 0 && (
        <table className="fs-mini" aria-label="Threats that could violate it">
          <tbody>
            {data.threats.map((threat) => (
              <tr key={threat.uuid}>
                <td>
                  <NodeLink node={threat} className="mono" />
                </td>
                <td className="fs-mini-title" title={threat.title}>
                  {threat.title}
                </td>
                <td>
                  <Via nodes={threat.via} />
                </td>
                <td className="num" title="Risk today, of 5">
                  {threat.risk === null ? 'not rated' : `risk ${threat.risk}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data?.truncated && <p className="c-note">More than these lead to it: the list is cut.</p>}
    </section>
  )
}
