import type {
  AttackVector,
  Feasibility,
  FeasibilityMethod,
  ImpactLevel,
  PotentialFactor,
  Stake,
} from '../methods/method.ts'

/** Which controls count: none, those that stand and are verified, those that are planned too. */
export const controlScenarios = ['initial', 'today', 'target'] as const
export type ControlScenario = (typeof controlScenarios)[number]

/** How feasible something is, by one method. */
export interface Rating {
  readonly feasibility: Feasibility
  /** The sum of factors, or the exploitability; of the vector none. */
  readonly value: number | null
}

/** A path: a minimal set of steps that suffice, rated. */
export interface Path {
  readonly steps: readonly string[]
  readonly factors: Readonly<Record<PotentialFactor, number>>
  readonly vector: AttackVector | null
  /** By each method; null: nothing of it is rated. */
  readonly ratings: Readonly<Record<FeasibilityMethod, Rating | null>>
}

/** What a threat scenario comes to, in one scenario of controls. */
export interface ScenarioRisk {
  /** By each method, of its own most feasible path. */
  readonly ratings: Readonly<Record<FeasibilityMethod, Rating | null>>
  readonly feasibility: Feasibility | null
  readonly risk: number | null
  /** The path that decides: its steps, and its vector. */
  readonly path: readonly string[]
}

/** What a threat scenario comes to, in numbers: its risk in each scenario of controls, and its CAL; null: not rated. */
export interface Risks {
  readonly initial: number | null
  readonly today: number | null
  readonly target: number | null
  readonly cal: number | null
}

export const unrated: Risks = { initial: null, today: null, target: null, cal: null }

/** What is known of a threat scenario's risk. */
export interface Assessment {
  /** Of each stakeholder the worst of its damage scenarios; null: not rated. */
  readonly impact: Readonly<Record<Stake, ImpactLevel | null>>
  readonly overall: ImpactLevel | null
  /** How many paths there are; 0: no tree, it is rated as one step. */
  readonly paths: number
  readonly scenarios: Readonly<Record<ControlScenario, ScenarioRisk>>
  /** 0: none. */
  readonly cal: number | null
  /** Whether the methods come to different feasibilities, initially. */
  readonly methodsDisagree: boolean
  /** What could not be computed, in words: a tree with too many paths. */
  readonly trouble: string | null
}
