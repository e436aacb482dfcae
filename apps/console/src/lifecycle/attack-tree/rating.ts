import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { treeOf, withObserved } from '@carapace/shared/lifecycle/rating/assess'
import { type ControlScenario, controlScenarios, type Path } from '@carapace/shared/lifecycle/rating/assessment'
import { pathsOf, type Paths } from '@carapace/shared/lifecycle/attack-tree/attack-tree'
import type { Feasibility, FeasibilityMethod, ImpactLevel, Method } from '@carapace/shared/lifecycle/methods/method'
import {
  type Control,
  type RatedTree,
  rateTree,
  type TreeContext,
} from '@carapace/shared/lifecycle/attack-tree/rate-tree'
import { riskOf } from '@carapace/shared/lifecycle/rating/risk'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { PlaceOf } from './places.ts'

/** The switches of the editor (rule TREE-UI-9). */
export interface View {
  readonly method: FeasibilityMethod
  readonly scenario: ControlScenario
}

interface RatingInput {
  readonly method: Method
  readonly tree: Tree
  readonly known: TreeContext
  readonly impact: ImpactLevel | null
  /** Controls that apply to the whole scenario. */
  readonly guards: readonly string[]
  /** The feasibility that the field shows (rule RISK-8). */
  readonly observed?: Feasibility | null
  readonly chosen: FeasibilityMethod
}

export interface PathRow {
  readonly number: number
  readonly key: string
  /** The path without controls, and with the planned ones. */
  readonly initial: Path
  readonly target: Path
  readonly risks: Readonly<Record<ControlScenario, number | null>>
  /** The methods that give another rating than the chosen one. */
  readonly disagreeing: readonly FeasibilityMethod[]
}

export interface Rated {
  readonly scenarios: Readonly<Record<ControlScenario, RatedTree>>
  readonly risks: Readonly<Record<ControlScenario, number | null>>
  readonly rows: readonly PathRow[]
  readonly sets: Paths
}

const byScenario = <T>(valueOf: (scenario: ControlScenario) => T) =>
  Object.fromEntries(controlScenarios.map((scenario) => [scenario, valueOf(scenario)])) as Record<ControlScenario, T>

/**
 * The rating of a tree by the chosen method, or the reason why it cannot be rated (rules TREE-UI-1, TREE-UI-9,
 * TREE-UI-10).
 */
export function ratedTree({
  method: own,
  tree,
  known,
  impact,
  guards,
  observed = null,
  chosen,
}: RatingInput): Rated | { readonly why: string } {
  const method = { ...own, deciding: chosen }
  const guarded = treeOf({ tree, effort: noEffort, controls: guards })
  const found = rateTree(method, guarded, known)
  const sets = pathsOf(guarded)
  if (!found.ok) return { why: found.reason }
  if (!sets.ok) return { why: sets.reason }
  const scenarios = found.value
  const riskAt = (path: Path | undefined) => riskOf(method, impact, path?.ratings[chosen]?.feasibility ?? null)
  const floor = (scenario: ControlScenario) => (chosen === own.deciding && scenario !== 'target' ? observed : null)
  const risks = byScenario((scenario) => {
    const rating = ratingsAt(scenarios[scenario], tree.root)?.[chosen] ?? null
    return riskOf(method, impact, withObserved(rating, floor(scenario))?.feasibility ?? null)
  })
  const inScenario = byScenario((scenario) => new Map(scenarios[scenario].paths.map((path) => [keyOf(path), path])))
  const rows = scenarios.initial.paths.map((initial, index): PathRow => {
    const key = keyOf(initial)
    return {
      number: index + 1,
      key,
      initial,
      target: inScenario.target.get(key)!,
      risks: byScenario((scenario) => riskAt(inScenario[scenario].get(key))),
      disagreeing: disagreeing(initial, chosen),
    }
  })
  return { scenarios, risks, rows, sets: sets.value }
}

const keyOf = ({ steps }: Path) => steps.join()

export function ratingsAt({ steps }: RatedTree, id: string): Path['ratings'] | undefined {
  return steps.find((step) => step.id === id)?.ratings
}

function disagreeing({ ratings }: Path, chosen: FeasibilityMethod): FeasibilityMethod[] {
  const complete = (name: FeasibilityMethod) => (ratings[name]?.incomplete ? undefined : ratings[name]?.feasibility)
  const word = complete(chosen)
  return (Object.keys(ratings) as FeasibilityMethod[]).filter(
    (name) => word !== undefined && complete(name) !== undefined && complete(name) !== word,
  )
}

/** The steps of the coloured path: the chosen one, else the easiest, if it is rated (rule TREE-UI-14). */
export function colouredSteps({ rows, scenarios }: Rated, { method, scenario }: View, path: number): readonly string[] {
  const [easiest] = scenarios[scenario].paths
  if (path > 1) return rows[path - 1]?.initial.steps ?? []
  return easiest?.ratings[method] ? easiest.steps : []
}

/** The places on a path: those of its steps, and of all steps above that they fulfil. */
export function placesOn(
  places: ReadonlyMap<string, PlaceOf>,
  sets: Paths,
  steps: readonly string[],
): ReadonlySet<string> {
  const path = new Set(steps)
  const on = new Set<string>()
  // parents come before their children
  for (const { key, step, parent } of places.values()) {
    const suffices = path.size > 0 && (sets.get(step.id) ?? []).some((set) => set.every((id) => path.has(id)))
    if (suffices && (parent === undefined || on.has(parent))) on.add(key)
  }
  return on
}

/** The controls and assumptions of the program, to which trees refer by uuid. */
export function treeContextOf(artefacts: Iterable<Artefact>): TreeContext {
  const controls = new Map<string, Control>()
  const refuted = new Set<string>()
  for (const { uuid, kind, fields } of artefacts) {
    if (kind === 'control')
      controls.set(uuid, {
        standing: (fields.standing as Control['standing'] | undefined) ?? null,
        raises: (fields.raises as Effort | undefined) ?? noEffort,
      })
    if (kind === 'assumption' && fields.holds === 'refuted') refuted.add(uuid)
  }
  return { controls, refuted }
}
