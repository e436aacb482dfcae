import type {
  AttackVector,
  Feasibility,
  FeasibilityMethod,
  ImpactLevel,
  PotentialFactor,
  Stake,
} from '../methods/method.ts'

/** Which controls count: none; the implemented and verified ones; the planned ones, too. */
export const controlScenarios = ['initial', 'today', 'target'] as const
export type ControlScenario = (typeof controlScenarios)[number]

/** The feasibility of an attack by one method. */
export interface Rating {
  readonly feasibility: Feasibility
  /** The sum of factors, or the exploitability; null for the vector. */
  readonly value: number | null
  /** A value is not rated: the attack may take more than this (rule FEASIBILITY-9). */
  readonly incomplete?: true
  /** The field shows that the attack is at least this feasible (rule RISK-8). */
  readonly observed?: true
}

/** A path: a minimal sufficient set of steps, rated. */
export interface Path {
  readonly steps: readonly string[]
  readonly factors: Readonly<Record<PotentialFactor, number>>
  readonly vector: AttackVector | null
  /** By each method; null: no step of the tree is rated by it. */
  readonly ratings: Readonly<Record<FeasibilityMethod, Rating | null>>
}

/** The feasibility and risk of a threat scenario in one scenario of controls. */
export interface ScenarioRisk {
  /** By each method, the rating of the path that is most feasible by that method. */
  readonly ratings: Readonly<Record<FeasibilityMethod, Rating | null>>
  readonly feasibility: Feasibility | null
  readonly risk: number | null
  /** The deciding path: its steps, and its vector. */
  readonly path: readonly string[]
}

/** The risk of a threat scenario in each scenario of controls, and its CAL; null: not rated. */
export interface Risks {
  readonly initial: number | null
  readonly today: number | null
  readonly target: number | null
  readonly cal: number | null
}

export const unrated: Risks = { initial: null, today: null, target: null, cal: null }

/** The assessment of a threat scenario. */
export interface Assessment {
  /** For each stakeholder the worst impact of its damage scenarios; null: not rated. */
  readonly impact: Readonly<Record<Stake, ImpactLevel | null>>
  readonly overall: ImpactLevel | null
  /** The number of paths; 0: no tree, it is rated as one step. */
  readonly paths: number
  /** The number of paths that the deciding method does not rate completely; absent: it was not counted yet. */
  readonly incompletePaths?: number
  readonly scenarios: Readonly<Record<ControlScenario, ScenarioRisk>>
  /** 0: none. */
  readonly cal: number | null
  /** Whether the methods give different feasibilities without controls. */
  readonly methodsDisagree: boolean
  /** What could not be computed, in words: a tree with too many paths. */
  readonly trouble: string | null
}
