import {
  type AttackVector,
  type Feasibility,
  type ImpactLevel,
  impactLevels,
  type Method,
  type Stake,
  stakes,
  type Treatment,
} from '../methods/method.ts'

/** The ratings of a damage scenario, by stakeholder; null: not rated. */
export type Impacts = Readonly<Record<Stake, ImpactLevel | null>>

const rank = (level: ImpactLevel | null) => (level === null ? -1 : impactLevels.indexOf(level))
const worse = (a: ImpactLevel | null, b: ImpactLevel | null) => (rank(a) < rank(b) ? b : a)

/** For each stakeholder the worst rating of several damage scenarios (rule RISK-1). */
export function worstImpacts(damages: readonly Impacts[]): Impacts {
  return Object.fromEntries(
    stakes.map((stake) => [stake, damages.map((damage) => damage[stake]).reduce(worse, null)]),
  ) as Impacts
}

/**
 * The overall impact: the worst of the stakeholders, or with `safety-first` safety if it is rated above negligible
 * (rule RISK-1).
 */
export function overallImpact({ impact: { overall } }: Method, impacts: Impacts): ImpactLevel | null {
  if (overall === 'safety-first' && rank(impacts.safety) > 0) return impacts.safety
  return stakes.map((stake) => impacts[stake]).reduce(worse, null)
}

/** Risk from 1 to 5; null: impact or feasibility is not rated (rule RISK-2). */
export function riskOf({ matrix }: Method, impact: ImpactLevel | null, feasibility: Feasibility | null): number | null {
  return impact === null || feasibility === null ? null : matrix[impact][feasibility]
}

/** Cybersecurity assurance level from 1 to 4, 0: none; null: impact or vector is not rated (rule RISK-3). */
export function calOf({ cal }: Method, impact: ImpactLevel | null, vector: AttackVector | null): number | null {
  return impact === null || vector === null ? null : cal[impact][vector]
}

/**
 * A goal's CAL: the chosen one, else the highest CAL of the threat scenarios that it answers; null: none of these has
 * one yet (rule RISK-3).
 */
export function calOfGoal(
  chosen: string | null | undefined,
  answered: readonly (number | null | undefined)[],
): number | null {
  if (chosen) return Number(chosen)
  return answered.reduce<number | null>(
    (highest, cal) => (cal === null || cal === undefined || cal < (highest ?? 0) ? highest : cal),
    null,
  )
}

interface Treated {
  readonly treatment: Treatment | null
  /** The risk without controls; the goals and claims that answer it. */
  readonly risk: number | null
  readonly goals: number
  readonly claims: number
}

export const treatmentGaps = {
  untreated: 'It is rated, but no treatment was decided.',
  'needs-goal': 'Reducing it takes a cybersecurity goal.',
  'needs-claim': 'Sharing or retaining it takes a cybersecurity claim.',
  'retained-high': 'A risk this high takes more than retaining it.',
} as const
export type TreatmentGap = keyof typeof treatmentGaps

/** The missing parts of a risk's treatment (rule RISK-5). */
export function treatmentGapsOf({ attention }: Method, { treatment, risk, goals, claims }: Treated): TreatmentGap[] {
  const missing: Readonly<Record<TreatmentGap, boolean>> = {
    untreated: risk !== null && treatment === null,
    'needs-goal': treatment === 'reduce' && goals === 0,
    'needs-claim': (treatment === 'share' || treatment === 'retain') && claims === 0,
    'retained-high': treatment === 'retain' && risk !== null && risk >= attention,
  }
  return (Object.keys(treatmentGaps) as TreatmentGap[]).filter((gap) => missing[gap])
}
