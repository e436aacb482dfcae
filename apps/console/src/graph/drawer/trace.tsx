import { Button } from '@blueprintjs/core'
import { type Artefact, getArtefacts, getImpact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { properties, propertyLetters } from '@carapace/shared/catalogues/words'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { type ReactNode, useState } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { tried, useDesk, useDeskGraph } from '../page/desk.tsx'
import { decidingRating } from '../../lifecycle/rating/deciding.ts'
import { type Assessed, nodeOf } from '../store/graph-state.ts'
import { FeasibilityBars } from '../../lifecycle/rating/feasibility-bars.tsx'
import { NodeLink } from '../links/node-link.tsx'
import { ImpactChips, impactIn, RiskChange } from '../../lifecycle/rating/risk-chip.tsx'
import { type ChainNode, chainOf, type ChainStage } from './chain.ts'
import { SightingsFoot, useSightings, VehicleStages } from '../../lifecycle/sightings/sightings.tsx'
import { useAgain } from './use-detail.ts'
import { useGoalCals } from '../../lifecycle/rating/use-goal-cals.ts'

/** So many of a stage are shown at once. */
const shownAtOnce = 3

/** The chain has about so many steps, requirements that refine others among them. */
const deepest = 8

/**
 * Where an artefact stands in the chain from the item to its verification; what is in doubt is dashed, and confirmed
 * here (rule CG13).
 */
export function Trace({ artefact }: { readonly artefact: Artefact }) {
  const { upstream, downstream, problem, refetch } = useReach(artefact.uuid)
  const sightings = useSightings(artefact)
  const stages = upstream && downstream ? chainOf(nodeOf(artefact), upstream, downstream) : []
  const facts = useFacts(stages)
  const assessed = useDeskGraph(({ assessments }) => assessments.get(artefact.uuid))
  if (problem !== undefined && stages.length === 0)
    return (
      <ErrorState title="The trace did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (stages.length === 0) return <SkeletonRows rows={8} columns={['120px', '1fr']} />
  return (
    <>
      <ol className="gr-chain" aria-label="Trace">
        {stages.map((stage) => (
          <StageItems
            key={stage.key}
            stage={stage}
            facts={facts}
            assessed={assessed}
            after={
              stage.key === (stages.some(({ key }) => key === 'path') ? 'path' : 'threat') && assessed ? (
                <RiskStage assessed={assessed} treatment={artefact.fields.treatment} />
              ) : undefined
            }
          />
        ))}
        {sightings && <VehicleStages sightings={sightings} />}
      </ol>
      {stages.length === 1 && (
        <p className="c-note gr-chain-alone">Nothing is linked with it yet. Link it in Details.</p>
      )}
      {sightings && <SightingsFoot artefact={artefact} sightings={sightings} />}
    </>
  )
}

function useReach(uuid: string) {
  const up = useEndpoint(getImpact, { uuid, direction: 'upstream', depth: deepest, limit: 1_000 })
  const down = useEndpoint(getImpact, { uuid, direction: 'downstream', depth: deepest, limit: 1_000 })
  const refetch = () => (up.refetch(), down.refetch())
  useAgain(up.refetch)
  useAgain(down.refetch)
  return { upstream: up.data, downstream: down.data, problem: up.problem ?? down.problem, refetch }
}

const kindsWithFacts = ['asset', 'damage-scenario', 'goal', 'test-case']

interface Facts {
  readonly artefacts: ReadonlyMap<string, Artefact>
  /** Of goals. */
  readonly cals: ReadonlyMap<string, number | null>
}

/** The fields of what is shown, as far as they say something at a glance. */
function useFacts(stages: readonly ChainStage[]): Facts {
  const {
    program: { programUuid },
  } = useDesk()
  const own = useDeskGraph((graph) => graph.artefacts)
  const wanted = stages
    .flatMap(({ nodes }) => nodes.slice(0, 20))
    .filter(({ kind, uuid }) => kindsWithFacts.includes(kind) && !own.has(uuid))
    .map(({ uuid }) => uuid)
    .slice(0, 200)
  const { data } = useEndpoint(
    getArtefacts,
    { program_uuid: programUuid, uuids: wanted.join(',') },
    { enabled: wanted.length > 0 },
  )
  const artefacts = new Map([...own, ...(data?.artefacts ?? []).map((each) => [each.uuid, each] as const)])
  const goals = stages
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ kind, uuid }) => (kind === 'goal' ? (artefacts.get(uuid) ?? []) : []))
  return { artefacts, cals: useGoalCals(goals, data?.links ?? []) }
}

interface StageItemsProps {
  readonly stage: ChainStage
  readonly facts: Facts
  readonly assessed: Assessed | undefined
  /** What stands below it, and is no artefact of its own. */
  readonly after: ReactNode
}

function StageItems({ stage: { key, title, nodes, isHere }, facts, assessed, after }: StageItemsProps) {
  const [isWhole, setWhole] = useState(false)
  const method = useDeskGraph((graph) => graph.method?.content) ?? defaultMethod
  const shown = isWhole ? nodes : nodes.slice(0, shownAtOnce)
  return (
    <>
      {shown.map((node, place) => (
        <ChainItem
          key={node.uuid}
          node={node}
          title={place === 0 ? title : undefined}
          note={key === 'path' && assessed && assessed.paths > 0 ? `easiest of ${assessed.paths}` : undefined}
          isHere={isHere && place === 0}
        >
          {key === 'path' && assessed ? (
            <FeasibilityBars {...decidingRating(method, assessed.scenarios.initial.ratings)} />
          ) : (
            <Fact node={node} artefact={facts.artefacts.get(node.uuid)} cal={facts.cals.get(node.uuid) ?? null} />
          )}
        </ChainItem>
      ))}
      {shown.length < nodes.length && (
        <li className="gr-chain-more">
          <button type="button" onClick={() => setWhole(true)}>
            {nodes.length - shown.length} more
          </button>
        </li>
      )}
      {after}
    </>
  )
}

interface ChainItemProps {
  readonly node: ChainNode
  readonly title: string | undefined
  /** Beside the title. */
  readonly note?: string | undefined
  readonly isHere: boolean
  readonly children: ReactNode
}

function ChainItem({ node, title, note, isHere, children }: ChainItemProps) {
  const [suspect] = node.suspects
  return (
    <li
      className={['gr-chain-item', isHere && 'gr-chain-here', suspect && 'gr-chain-suspect'].filter(Boolean).join(' ')}
      aria-current={isHere ? 'true' : undefined}
    >
      {(title !== undefined || suspect || isHere) && (
        <span className="gr-chain-title">
          {title}
          {(isHere || note !== undefined) && <span className="gr-chain-note">{isHere ? 'this record' : note}</span>}
          {!isHere && suspect && (
            <span className="gr-chain-doubt" title={suspect.suspect ?? ''}>
              suspect: {suspect.suspect}
            </span>
          )}
        </span>
      )}
      <span className="gr-chain-line">
        <span className="gr-chain-name">
          {isHere ? (
            <>
              <span className="mono">{node.code}</span> <b>{node.title}</b>
            </>
          ) : (
            <NodeLink node={node} className="gr-chain-link">
              <span className="mono">{node.code}</span> {node.title}
            </NodeLink>
          )}
        </span>
        {suspect ? <ConfirmButton node={node} /> : children}
      </span>
      {isHere && suspect && <span className="gr-chain-doubt">suspect: {suspect.suspect}</span>}
    </li>
  )
}

/** Says of what is in doubt that it still holds. */
function ConfirmButton({ node: { suspects, code } }: { readonly node: ChainNode }) {
  const { program, refusal } = useDesk()
  const [busy, setBusy] = useState(false)
  if (refusal !== undefined) return null
  const confirm = async () => {
    setBusy(true)
    await tried(() => program.confirm(suspects.map(({ uuid }) => uuid)))
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      loading={busy}
      text="Confirm"
      aria-label={`Confirm that ${code} still holds`}
      onClick={() => void confirm()}
    />
  )
}

function Fact({
  node,
  artefact,
  cal,
}: {
  readonly node: ChainNode
  readonly artefact: Artefact | undefined
  readonly cal: number | null
}) {
  if (node.kind === 'test-case' || node.kind === 'validation') return <StatusBadge status={node.status} />
  if (node.kind === 'asset') return <Letters chosen={artefact?.fields.properties} />
  if (node.kind === 'damage-scenario') return artefact ? <ImpactChips impact={impactIn(artefact.fields)} /> : null
  return node.kind === 'goal' && cal !== null ? <span className="gr-tag num">CAL {cal}</span> : null
}

/** Cybersecurity properties as tables have them: I, Au. */
export function Letters({ chosen }: { readonly chosen: unknown }) {
  const words = (Array.isArray(chosen) ? chosen : []) as (keyof typeof properties)[]
  if (words.length === 0) return null
  return (
    <span className="gr-tag" title={words.map((word) => properties[word]).join(', ')}>
      {words.map((word) => propertyLetters[word]).join(', ')}
    </span>
  )
}

function RiskStage({
  assessed: { overall, scenarios, trouble },
  treatment,
}: {
  readonly assessed: Assessed
  readonly treatment: unknown
}) {
  const { initial, target } = scenarios
  const words = [overall && sentenceCase(overall), initial.feasibility?.replace('-', ' ')].filter(Boolean).join(', ')
  return (
    <li className="gr-chain-item">
      <span className="gr-chain-title">Risk and treatment</span>
      <span className="gr-chain-line">
        <span className="gr-chain-name">
          {trouble ?? (words === '' ? 'Not rated' : words)}
          {typeof treatment === 'string' && `: ${treatment}`}
        </span>
        <RiskChange from={initial.risk} to={target.risk} />
      </span>
    </li>
  )
}
