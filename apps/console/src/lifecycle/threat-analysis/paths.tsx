import { type Artefact, getArtefact } from '@carapace/shared/lifecycle/artefacts.contract'
import { defaultMethod } from '@carapace/shared/lifecycle/default-method'
import { demandOf, ratingsOf } from '@carapace/shared/lifecycle/feasibility'
import { type Method, type PotentialFactor, potentialFactors } from '@carapace/shared/lifecycle/method'
import { rateTree } from '@carapace/shared/lifecycle/tara.contract'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/tree'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { number } from '../../core/format.ts'
import { useAnswer } from '../../core/use-answer.ts'
import { placeOf, useDesk, useDeskGraph } from '../../graph/desk.tsx'
import { FeasibilityBars } from '../../graph/feasibility-bars.tsx'
import { linkedWith } from '../../graph/graph-state.ts'
import { NodeLink } from '../../graph/node-link.tsx'
import './threat-analysis.css'

type Path = z.output<typeof rateTree.output>['scenarios']['initial']['paths'][number]

/** So many are shown in place; the tree has them all. */
const shownAtOnce = 5

/** How an attack can go, easiest first, with what each way takes; opened in place, below its scenario. */
export function ThreatPaths({ row }: { readonly row: Artefact }) {
  const [tree] = useDeskGraph((graph) => linkedWith(graph, row.uuid, 'downstream', 'refined-in').map(({ node }) => node.uuid).join()).split(',')
  return tree === undefined || tree === '' ? <OneStep row={row} /> : <TreePaths row={row} treeUuid={tree} />
}

function useMethod(): Method {
  return useDeskGraph(({ method }) => method?.content) ?? defaultMethod
}

/** Without a tree: rated as one step, in the drawer's Details. */
function OneStep({ row }: { readonly row: Artefact }) {
  const { go, program } = useDesk()
  const method = useMethod()
  const effort = (row.fields.effort as Effort | undefined) ?? noEffort
  const demand = demandOf(method, effort)
  const ratings = ratingsOf(method, demand)
  const place = placeOf(program.programUuid, { kind: 'attack-tree', code: '' })
  return (
    <div className="ta-paths">
      <p className="ta-alone">
        Rated as one step, without an attack tree.{' '}
        <button type="button" className="ta-link" onClick={() => go({ open: row.code, part: 'details' })}>Rate it</button>
        {place && <>{' or '}<Link to={place.to} search={{ ...place.search, open: row.code } as never}>draw its tree</Link></>}.
      </p>
      {ratings.potential && <PathLine code="" title={row.title} factors={demand.factors} feasibility={ratings.potential.feasibility} value={ratings.potential.value} decides={false} />}
    </div>
  )
}

function TreePaths({ row, treeUuid }: { readonly row: Artefact; readonly treeUuid: string }) {
  const { program: { programUuid } } = useDesk()
  const node = useDeskGraph((graph) => graph.nodes.get(treeUuid) ?? graph.artefacts.get(treeUuid))
  const revision = useDeskGraph((graph) => graph.assessments.get(row.uuid))
  const asked = useAnswer(getArtefact, { uuid: treeUuid })
  const tree = asked.data?.artefact.fields.tree as Tree | null | undefined
  const rated = useAnswer(rateTree, { program_uuid: programUuid, tree: tree ?? { root: 'none', steps: [] }, threat_uuid: row.uuid }, tree !== null && tree !== undefined)
  const problem = asked.problem ?? rated.problem
  if (problem !== undefined && !rated.data) return <p className="ta-alone c-problem" role="alert">{problem}</p>
  if (tree === null) return <p className="ta-alone">Its attack tree {node && <NodeLink node={node} />} has no steps yet.</p>
  if (!rated.data || !tree) return <p className="ta-alone" role="status">Finding the paths…</p>
  const { paths } = rated.data.scenarios.initial
  const titles = new Map(tree.steps.map(({ id, title }) => [id, title]))
  const deciding = revision?.scenarios.initial.path ?? paths[0]?.steps ?? []
  return (
    <div className="ta-paths" role="list" aria-label={`Attack paths of ${row.code}`}>
      {paths.slice(0, shownAtOnce).map((path, place) => {
        const { feasibility, value } = ratingOf(path)
        return <PathLine key={path.steps.join()} code={`AP-${place + 1}`} title={path.steps.map((step) => titles.get(step) ?? step).join(', ')} factors={path.factors} feasibility={feasibility} value={value} decides={isSamePath(path.steps, deciding)} />
      })}
      {rated.data.total > shownAtOnce && <p className="ta-alone">{number(rated.data.total - shownAtOnce)} more in {node && <NodeLink node={node} />}.</p>}
    </div>
  )
}

function ratingOf({ ratings }: Path) {
  return ratings.potential ?? ratings.cvss ?? ratings.vector ?? { feasibility: null, value: null }
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((step) => b.includes(step))
}

interface PathLineProps {
  readonly code: string
  readonly title: string
  readonly factors: Readonly<Record<PotentialFactor, number>>
  readonly feasibility: Parameters<typeof FeasibilityBars>[0]['feasibility']
  readonly value: number | null
  readonly decides: boolean
}

const factorWords: Readonly<Record<PotentialFactor, string>> = { time: 'Time', expertise: 'Expertise', knowledge: 'Knowledge', window: 'Window', equipment: 'Equipment' }

function PathLine({ code, title, factors, feasibility, value, decides }: PathLineProps) {
  return (
    <div className="ta-path" role="listitem">
      <span className="mono ta-path-code">{code}</span>
      <span className="ta-path-title" title={title}>{title}</span>
      <span className="ta-factors">{potentialFactors.map((factor) => <span key={factor}>{factorWords[factor]} <b className="num">{number(factors[factor])}</b></span>)}</span>
      <FeasibilityBars feasibility={feasibility} value={value} />
      <span>{decides && <span className="gr-tag">decides risk</span>}</span>
    </div>
  )
}
