import { type Parsed, parsed } from '../../core/parsed.ts'
import type { CutSet } from '../../graph/artefacts/cut-sets.ts'
import { type ControlScenario, controlScenarios, type Path } from '../rating/assessment.ts'
import { pathsOf, type Paths } from './attack-tree.ts'
import {
  capped,
  type Demand,
  demandOf,
  demandOfRefined,
  each,
  easiestFirst,
  raised,
  ratingsOf,
  together,
} from '../rating/feasibility.ts'
import { type FeasibilityMethod, feasibilityMethods, type Method } from '../methods/method.ts'
import type { Effort, Tree, TreeStep } from './tree.ts'

export interface Control {
  readonly standing: 'planned' | 'implemented' | 'verified' | null
  readonly raises: Effort
}

/**
 * The objects that trees refer to by uuid: controls, and the assumptions that do not hold. A control that does not
 * exist has no effect.
 */
export interface TreeContext {
  readonly controls: ReadonlyMap<string, Control>
  readonly refuted: ReadonlySet<string>
}

/** The control standings that count in each scenario (rule FEASIBILITY-8). */
const counted: Readonly<Record<ControlScenario, readonly Control['standing'][]>> = {
  initial: [],
  today: ['verified'],
  target: ['verified', 'implemented', 'planned'],
}

/**
 * What each step of a tree demands in a scenario of controls: its effort, capped by assumptions, raised by controls
 * (rules FEASIBILITY-4 to FEASIBILITY-8, TREE-6).
 */
export function demandsOf(
  method: Method,
  { steps }: Tree,
  { controls, refuted }: TreeContext,
  scenario: ControlScenario,
): Map<string, Demand> {
  const countedControls = (uuid: string) =>
    [controls.get(uuid)].filter(
      (control) => control !== undefined && counted[scenario].includes(control.standing),
    ) as Control[]
  function demandAt({ gate, effort, caps, controls: named }: TreeStep): Demand {
    const own = gate === null ? demandOf(method, effort) : demandOfRefined(method)
    const credited = caps
      .filter(({ assumption }) => !refuted.has(assumption))
      .reduce((demand, cap) => capped(method, demand, cap), own)
    return named.flatMap(countedControls).reduce((demand, { raises }) => raised(method, demand, raises), credited)
  }
  return new Map(steps.map((step) => [step.id, demandAt(step)]))
}

/**
 * The rated paths to one step, in the order of `sets`: the attacker must take all steps of a path (rule FEASIBILITY-5).
 * By a method that rates any of them, a path that it does not rate counts as the easiest (rule FEASIBILITY-9).
 */
export function ratedPaths(method: Method, sets: readonly CutSet[], demands: ReadonlyMap<string, Demand>): Path[] {
  const all = sets.map((steps) => {
    const [first, ...more] = steps.map((id) => demands.get(id)!)
    return { steps, demand: together(method, [first!, ...more]) }
  })
  const rated = each(feasibilityMethods, (name) => all.some(({ demand }) => demand.rated[name]))
  return all.map(({ steps, demand }) => ({
    steps,
    factors: demand.factors,
    vector: rated.vector ? demand.vector : null,
    ratings: ratingsOf(method, demand, rated),
  }))
}

/** The most feasible path by one method, the first of equals; undefined: the method rates none (rule TREE-7). */
export function easiestPath(paths: readonly Path[], name: FeasibilityMethod): Path | undefined {
  const easiest = paths.reduce<Path | undefined>(
    (best, path) => (best && easiestFirst(name, best.ratings[name], path.ratings[name]) <= 0 ? best : path),
    undefined,
  )
  return easiest?.ratings[name] ? easiest : undefined
}

export interface RatedTree {
  readonly steps: readonly {
    readonly id: string
    readonly ratings: Path['ratings']
    /** Whether it is on the deciding path. */ readonly decides: boolean
  }[]
  /** Sorted by the deciding method: the easiest first. */
  readonly paths: readonly Path[]
}

/**
 * The ratings of a tree in each scenario of controls, step by step and path by path, or why the tree is not valid
 * (rules TREE-5 to TREE-8).
 */
export function rateTree(method: Method, tree: Tree, known: TreeContext): Parsed<Record<ControlScenario, RatedTree>> {
  const found = pathsOf(tree)
  return found.ok
    ? parsed(
        each(controlScenarios, (scenario) =>
          rated(method, tree, found.value, demandsOf(method, tree, known, scenario)),
        ),
      )
    : found
}

function rated(method: Method, tree: Tree, found: Paths, demands: ReadonlyMap<string, Demand>): RatedTree {
  const { deciding } = method
  const paths = ratedPaths(method, found.get(tree.root)!, demands).toSorted((a, b) =>
    easiestFirst(deciding, a.ratings[deciding], b.ratings[deciding]),
  )
  const path = new Set(easiestPath(paths, deciding)?.steps)
  return {
    steps: tree.steps.map(({ id }) => {
      const below = found.get(id)!
      return {
        id,
        ratings: easiestRatings(ratedPaths(method, below, demands)),
        decides: below.some((steps) => steps.every((step) => path.has(step))),
      }
    }),
    paths,
  }
}

/** By each method, the rating of the path that is most feasible by that method. */
export function easiestRatings(paths: readonly Path[]): Path['ratings'] {
  return each(feasibilityMethods, (name) => easiestPath(paths, name)?.ratings[name] ?? null)
}
