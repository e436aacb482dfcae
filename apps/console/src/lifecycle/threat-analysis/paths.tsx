import { type Artefact, getArtefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Rating } from '@carapace/shared/lifecycle/rating/assessment'
import { demandOf, ratingsOf } from '@carapace/shared/lifecycle/rating/feasibility'
import { type Method, type PotentialFactor, potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { rateTree } from '@carapace/shared/lifecycle/rating/tara.contract'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { number } from '../../core/format/format.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { placeOf, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { decidingRating } from '../rating/deciding.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { assessmentOf, methodOf } from '../rating/assessments.ts'
import './threat-analysis.css'

/** Maximum number of paths in the list; the tree shows all. */
const shownAtOnce = 5

/** The attack paths of a scenario, easiest first, with the effort of each; expanded below its row. */
export function ThreatPaths({ row }: { readonly row: Artefact }) {
  const [tree] = usePageGraph((graph) =>
    linkedWith(graph, row.uuid, 'downstream', 'refined-in')
      .map(({ node }) => node.uuid)
      .join(),
  ).split(',')
  return tree === undefined || tree === '' ? <OneStep row={row} /> : <TreePaths row={row} treeUuid={tree} />
}

function useMethod(): Method {
  return usePageGraph(methodOf)
}

/** Without a tree: rated as one step, in the Details tab of the drawer. */
function OneStep({ row }: { readonly row: Artefact }) {
  const { go, program, search } = usePageContext()
  const method = useMethod()
  const effort = (row.fields.effort as Effort | undefined) ?? noEffort
  const demand = demandOf(method, effort)
  const ratings = ratingsOf(method, demand)
  const place = placeOf(program.programUuid, { kind: 'attack-tree', code: '' }, search.projectId)
  return (
    <div className="ta-paths">
      <p className="ta-alone">
        Rated as one step, without an attack tree.{' '}
        <button type="button" className="ta-link" onClick={() => go({ open: row.code, part: 'details' })}>
          Rate it
        </button>
        {place && (
          <>
            {' or '}
            <Link to={place.to} search={{ ...place.search, open: row.code } as never}>
              draw its tree
            </Link>
          </>
        )}
        .
      </p>
      {Object.values(demand.rated).includes(true) && (
        <PathLine
          code=""
          title={row.title}
          factors={demand.rated.potential ? demand.factors : undefined}
          rating={decidingRating(method, ratings)}
          decides={false}
        />
      )}
    </div>
  )
}

function TreePaths({ row, treeUuid }: { readonly row: Artefact; readonly treeUuid: string }) {
  const node = usePageGraph((graph) => graph.nodes.get(treeUuid) ?? graph.artefacts.get(treeUuid))
  const { tree, rated, problem } = useRatedTree(row, treeUuid)
  if (problem !== undefined && !rated)
    return (
      <p className="ta-alone c-problem" role="alert">
        {problem}
      </p>
    )
  if (tree === null)
    return <p className="ta-alone">Its attack tree {node && <NodeLink node={node} />} has no steps yet.</p>
  if (!rated || !tree)
    return (
      <p className="ta-alone" role="status">
        Finding the paths…
      </p>
    )
  return (
    <div className="ta-paths" role="list" aria-label={`Attack paths of ${row.code}`}>
      <PathLines row={row} tree={tree} rated={rated} />
      {rated.total > shownAtOnce && (
        <p className="ta-alone">
          {number(rated.total - shownAtOnce)} more in {node && <NodeLink node={node} />}.
        </p>
      )}
    </div>
  )
}

/** The tree of a scenario, and its rating; the tree is null without steps, and undefined until it is loaded. */
function useRatedTree(row: Artefact, treeUuid: string) {
  const {
    program: { programUuid },
  } = usePageContext()
  const answer = useEndpoint(getArtefact, { uuid: treeUuid })
  const tree = answer.data?.artefact.fields.tree as Tree | null | undefined
  const rated = useEndpoint(
    rateTree,
    { program_uuid: programUuid, tree: tree ?? { root: 'none', steps: [] }, threat_uuid: row.uuid },
    { enabled: tree !== null && tree !== undefined },
  )
  return { tree, rated: rated.data, problem: answer.problem ?? rated.problem }
}

interface PathLinesProps {
  readonly row: Artefact
  readonly tree: Tree
  readonly rated: z.output<typeof rateTree.output>
}

/** The easiest paths; the one that decides the risk is marked. */
function PathLines({ row, tree, rated }: PathLinesProps) {
  const method = useMethod()
  const assessed = usePageGraph((graph) => assessmentOf(graph, row.uuid))
  const { paths } = rated.scenarios.initial
  const titles = new Map(tree.steps.map(({ id, title }) => [id, title]))
  const [first] = paths
  const deciding = assessed?.scenarios.initial.path ?? (first?.ratings[method.deciding] ? first.steps : [])
  return paths
    .slice(0, shownAtOnce)
    .map(({ steps, factors, ratings }, place) => (
      <PathLine
        key={steps.join()}
        code={`AP-${place + 1}`}
        title={steps.map((step) => titles.get(step) ?? step).join(', ')}
        factors={ratings.potential ? factors : undefined}
        rating={decidingRating(method, ratings)}
        decides={isSamePath(steps, deciding)}
      />
    ))
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((step) => b.includes(step))
}

interface PathLineProps {
  readonly code: string
  readonly title: string
  /** Undefined: not rated. */
  readonly factors: Readonly<Record<PotentialFactor, number>> | undefined
  /** By the deciding method (rule TARA-3). */
  readonly rating: Rating | null
  readonly decides: boolean
}

const factorWords: Readonly<Record<PotentialFactor, string>> = {
  time: 'Time',
  expertise: 'Expertise',
  knowledge: 'Knowledge',
  window: 'Window',
  equipment: 'Equipment',
}

function PathLine({ code, title, factors, rating, decides }: PathLineProps) {
  return (
    <div className="ta-path" role="listitem">
      <span className="mono ta-path-code">{code}</span>
      <span className="ta-path-title" title={title}>
        {title}
      </span>
      <span className="ta-factors">
        {factors &&
          potentialFactors.map((factor) => (
            <span key={factor}>
              {factorWords[factor]} <b className="num">{number(factors[factor])}</b>
            </span>
          ))}
      </span>
      <FeasibilityBars {...rating} />
      <span>{decides && <span className="gr-tag">decides risk</span>}</span>
    </div>
  )
}
