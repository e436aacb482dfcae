import { type Assessment, controlScenarios, type Path, type Rating, type ScenarioRisk } from './assessment.ts'
import { pathsOf } from '../attack-tree/attack-tree.ts'
import { each, unknownLevelsOf } from './feasibility.ts'
import {
  type Feasibility,
  feasibilities,
  feasibilityMethods,
  type ImpactLevel,
  type Method,
} from '../methods/method.ts'
import { demandsOf, easiestPath, easiestRatings, ratedPaths, type TreeContext } from '../attack-tree/rate-tree.ts'
import { calOf, type Impacts, overallImpact, riskOf, worstImpacts } from './risk.ts'
import type { Effort, Tree, TreeStep } from '../attack-tree/tree.ts'

/** The part of a threat scenario that its risk is computed from. */
export interface Threat {
  /** The impacts of its damage scenarios. */
  readonly damages: readonly Impacts[]
  /** Null: it is rated by `effort`, as one step. */
  readonly tree: Tree | null
  readonly effort: Effort
  /** Uuids of controls that protect against the whole scenario. */
  readonly controls: readonly string[]
  /** The feasibility that the field shows; absent or null: none. */
  readonly observed?: Feasibility | null
}

const noRisk: ScenarioRisk = { ratings: each(feasibilityMethods, () => null), feasibility: null, risk: null, path: [] }

/**
 * Assesses a threat scenario: impact, feasibility by three methods, risk in three scenarios of controls, CAL (rules
 * RISK-1 to RISK-4).
 */
export function assess(method: Method, threat: Threat, known: TreeContext): Assessment {
  const impact = worstImpacts(threat.damages)
  const overall = overallImpact(method, impact)
  const tree = treeOf(threat)
  const found = pathsOf(tree)
  if (!found.ok)
    return {
      impact,
      overall,
      paths: 0,
      scenarios: each(controlScenarios, () => noRisk),
      cal: null,
      methodsDisagree: false,
      trouble: found.reason,
    }

  const sets = found.value.get(tree.root)!
  const rated = each(controlScenarios, (scenario) => ratedPaths(method, sets, demandsOf(method, tree, known, scenario)))
  const observed = threat.observed ?? null
  // controls that are only planned did not stand in the way of what was seen
  const scenarios = each(controlScenarios, (scenario) =>
    riskIn(method, overall, rated[scenario], scenario === 'target' ? null : observed),
  )
  return {
    impact,
    overall,
    paths: threat.tree ? sets.length : 0,
    incompletePaths: rated.initial.filter(({ ratings }) => isIncomplete(ratings[method.deciding])).length,
    scenarios: threat.tree ? scenarios : each(controlScenarios, (scenario) => ({ ...scenarios[scenario], path: [] })),
    cal: calOf(method, overall, easiestPath(rated.initial, method.deciding)?.vector ?? null),
    methodsDisagree: doDisagree(easiestRatings(rated.initial)),
    trouble: unknownLevelsTrouble(method, tree, known),
  }
}

/** Whether a rating is missing, or misses a value (rule FEASIBILITY-9). */
const isIncomplete = (rating: Rating | null) => rating?.incomplete ?? rating === null

/**
 * The tree of a threat scenario, with the scenario's own controls at its root (rule RISK-4); without one, a tree of one
 * step.
 */
export function treeOf({ tree, effort, controls }: Omit<Threat, 'damages' | 'observed'>): Tree {
  if (tree === null)
    return {
      root: 'threat',
      steps: [
        {
          id: 'threat',
          title: 'Threat',
          note: '',
          gate: null,
          parts: [],
          effort,
          techniques: [],
          controls: [...controls],
          caps: [],
        },
      ],
    }
  const guarded = (step: TreeStep) =>
    step.id === tree.root ? { ...step, controls: [...new Set([...step.controls, ...controls])] } : step
  return { ...tree, steps: tree.steps.map(guarded) }
}

/** A rating that is at least as feasible as the field shows (rule RISK-8). */
export function withObserved(rating: Rating | null, observed: Feasibility | null): Rating | null {
  if (observed === null || (rating && feasibilities.indexOf(rating.feasibility) >= feasibilities.indexOf(observed)))
    return rating
  return { feasibility: observed, value: null, observed: true }
}

function riskIn(
  method: Method,
  overall: ImpactLevel | null,
  paths: readonly Path[],
  observed: Feasibility | null,
): ScenarioRisk {
  const easiest = easiestRatings(paths)
  const ratings = { ...easiest, [method.deciding]: withObserved(easiest[method.deciding], observed) }
  const feasibility = ratings[method.deciding]?.feasibility ?? null
  return {
    ratings,
    feasibility,
    risk: riskOf(method, overall, feasibility),
    path: easiestPath(paths, method.deciding)?.steps ?? [],
  }
}

function doDisagree(ratings: ScenarioRisk['ratings']): boolean {
  const complete = Object.values(ratings).filter((rating) => !isIncomplete(rating))
  return new Set(complete.map((rating) => rating?.feasibility)).size > 1
}

/** Names the rated levels that the method does not have: they count as not rated, which the user must see. */
function unknownLevelsTrouble(method: Method, { steps }: Tree, { controls }: TreeContext): string | null {
  const efforts = steps.flatMap(({ gate, effort, caps, controls: named }) => [
    ...(gate === null ? [effort] : []),
    ...caps.map(asEffort),
    ...named.flatMap((uuid) => controls.get(uuid)?.raises ?? []),
  ])
  const unknownLevels = [...new Set(efforts.flatMap((effort) => unknownLevelsOf(method, effort)))]
  return unknownLevels.length === 0
    ? null
    : 'The method has no such levels, so they count as not rated: ' +
        `${unknownLevels.slice(0, 5).join(', ')}${unknownLevels.length > 5 ? ' and others' : ''}.`
}

const asEffort = ({ factor, level }: TreeStep['caps'][number]): Effort => ({
  potential: { [factor]: level },
  cvss: {},
  vector: null,
})
