import { properties, propertyLetters } from '@carapace/shared/catalogues/words'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createContext, useContext, useMemo } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import type {
  ArtefactProps,
  BelowStageProps,
  KindParts,
  TraceFactProps,
  TraceProviderProps,
} from '../../graph/page/kind-parts.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { type Assessed, assessmentOf, methodOf } from '../rating/assessments.ts'
import { decidingRating } from '../rating/deciding.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { ImpactChips, impactIn, RiskChange } from '../rating/risk-chip.tsx'
import { useGoalCals } from '../rating/use-goal-cals.ts'
import { type Sightings, SightingsFoot, useSightings, VehicleStages } from '../sightings/sightings.tsx'

interface TraceRatings {
  /** The assessment of the artefact whose trace is shown; undefined if it is no threat scenario or not known. */
  readonly assessed: Assessed | undefined
  /** CALs of the goals of the chain, by uuid. */
  readonly cals: ReadonlyMap<string, number | null>
  readonly sightings: Sightings | undefined
}

const Ratings = createContext<TraceRatings>({ assessed: undefined, cals: new Map(), sightings: undefined })
const useRatings = () => useContext(Ratings)

function TraceProvider({ artefact, artefacts, links, chain, children }: TraceProviderProps) {
  const goals = chain
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ kind, uuid }): Artefact[] => (kind === 'goal' && artefacts.has(uuid) ? [artefacts.get(uuid)!] : []))
  const cals = useGoalCals(goals, links)
  const sightings = useSightings(artefact)
  const assessed = usePageGraph((graph) => assessmentOf(graph, artefact.uuid))
  const ratings = useMemo(() => ({ assessed, cals, sightings }), [assessed, cals, sightings])
  return <Ratings value={ratings}>{children}</Ratings>
}

/** Cybersecurity properties, abbreviated as in tables: I, Au. */
function PropertiesFact({ artefact }: TraceFactProps) {
  const chosen = artefact?.fields.properties
  const words = (Array.isArray(chosen) ? chosen : []) as (keyof typeof properties)[]
  if (words.length === 0) return null
  return (
    <span className="gr-tag" title={words.map((word) => properties[word]).join(', ')}>
      {words.map((word) => propertyLetters[word]).join(', ')}
    </span>
  )
}

function ImpactFact({ artefact }: TraceFactProps) {
  return artefact ? <ImpactChips impact={impactIn(artefact.fields)} /> : null
}

/** The feasibility of the attack that the path belongs to. */
function FeasibilityFact() {
  const { assessed } = useRatings()
  const method = usePageGraph(methodOf)
  return assessed ? <FeasibilityBars {...decidingRating(method, assessed.scenarios.initial.ratings)} /> : null
}

function CalFact({ node }: TraceFactProps) {
  const cal = useRatings().cals.get(node.uuid) ?? null
  return cal === null ? null : <span className="gr-tag num">CAL {cal}</span>
}

function StatusFact({ node }: TraceFactProps) {
  return <StatusBadge status={node.status} />
}

function PathNote() {
  const paths = useRatings().assessed?.paths ?? 0
  return paths === 0 ? null : <span className="gr-chain-note">easiest of {paths}</span>
}

/** The risk, below the attack path or, if there is none, below the threat scenario. */
function BelowStage({ artefact, stage, chain }: BelowStageProps) {
  const { assessed } = useRatings()
  const last = chain.some(({ key }) => key === 'path') ? 'path' : 'threat'
  if (stage.key !== last || !assessed) return null
  return <RiskStage assessed={assessed} treatment={artefact.fields.treatment} />
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

function ChainEnd() {
  const { sightings } = useRatings()
  return sightings ? <VehicleStages sightings={sightings} /> : null
}

function TraceFoot({ artefact }: ArtefactProps) {
  const { sightings } = useRatings()
  return sightings ? <SightingsFoot artefact={artefact} sightings={sightings} /> : null
}

export const traceParts = {
  TraceProvider,
  traceFacts: {
    asset: PropertiesFact,
    'damage-scenario': ImpactFact,
    'attack-tree': FeasibilityFact,
    goal: CalFact,
    'test-case': StatusFact,
    validation: StatusFact,
  },
  stageNotes: { path: PathNote },
  BelowStage,
  ChainEnd,
  TraceFoot,
} satisfies KindParts
