import { z } from 'zod'
import { severities, type Severity } from '../../severity.ts'
import type { AlertMatchers } from './alert-matchers.ts'

/**
 * Steps of the alert pipeline that apply until somebody switches them off: folding the same alert of many vehicles into
 * one, the risk of a vehicle, and the proposals to silence what is closed as harmless again and again.
 */
export const standingKinds = ['folding', 'risk', 'proposal'] as const
export type StandingKind = (typeof standingKinds)[number]

/** How many vehicles with the same rule at the same time are one alert of the fleet (rule FOLDING-1). */
export const FoldingSettings = z.object({
  /** Minimum number of vehicles. */
  vehicles: z.int().min(2).max(10_000),
  /** Minimum share of the vehicles that are heard, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Alerts raised within this time are raised at the same time. */
  seconds: z.int().min(5).max(3_600),
  severity: z.enum(severities),
})
export type FoldingSettings = z.infer<typeof FoldingSettings>

const weight = z.number().min(0).max(1_000)

/** How alerts add to the risk of their vehicle, and from which score on that is an alert (rule RISK-SCORE-1). */
export const RiskSettings = z
  .object({
    weights: z.object({ critical: weight, high: weight, medium: weight, low: weight, info: weight }),
    half_life_hours: z.number().min(0.1).max(720),
    raise_at: z.number().min(1).max(100_000),
    clear_below: z.number().min(0).max(100_000),
    severity: z.enum(severities),
  })
  .refine(({ raise_at: raise, clear_below: clear }) => clear < raise, {
    message: 'It clears below a lower score than it is raised at.',
    path: ['clear_below'],
  })
export type RiskSettings = z.infer<typeof RiskSettings>

/** From how many harmless closings on a silence is proposed (rule SILENCE-PROPOSAL-1). */
export const ProposalSettings = z
  .object({
    at_least: z.int().min(2).max(50),
    of_last: z.int().min(2).max(50),
    /** Closings older than this do not count. */
    days: z.int().min(1).max(366),
    /** Duration of the proposed silence. */
    silence_days: z.int().min(1).max(366),
  })
  .refine(({ at_least: least, of_last: last }) => least <= last, {
    message: 'It cannot be more than are looked at.',
    path: ['at_least'],
  })
export type ProposalSettings = z.infer<typeof ProposalSettings>

export type StandingSettings = FoldingSettings | RiskSettings | ProposalSettings

/** Steps that every organisation has; what it changes about one is stored, the others are as shipped. */
export const builtInSteps = ['silence', 'same-rule', 'risk', 'proposals'] as const
export type BuiltInStep = (typeof builtInSteps)[number]

/** Position of a step that nobody has given one: steps are evaluated by it, the lowest first. */
export const lastPosition = 1_000

interface Shipped<Kind extends StandingKind, Settings> {
  readonly kind: Kind
  readonly name: string
  readonly position: number
  readonly active: boolean
  readonly matchers: AlertMatchers | null
  readonly settings: Settings
}

interface ShippedSteps extends Record<BuiltInStep, Shipped<StandingKind, StandingSettings>> {
  readonly silence: Shipped<'folding', FoldingSettings>
  readonly 'same-rule': Shipped<'folding', FoldingSettings>
  readonly risk: Shipped<'risk', RiskSettings>
  readonly proposals: Shipped<'proposal', ProposalSettings>
}

export const shippedSteps: ShippedSteps = {
  silence: {
    kind: 'folding',
    name: 'Many vehicles silent at once',
    position: 0,
    active: true,
    matchers: { rules: ['silence'] },
    settings: { vehicles: 5, share: 0.25, seconds: 60, severity: 'high' },
  },
  'same-rule': {
    kind: 'folding',
    name: 'The same rule on many vehicles',
    position: lastPosition,
    active: false,
    matchers: null,
    settings: { vehicles: 10, share: 0.25, seconds: 60, severity: 'high' },
  },
  risk: {
    kind: 'risk',
    name: 'Risk of a vehicle',
    position: 0,
    active: false,
    matchers: null,
    settings: {
      weights: { critical: 90, high: 65, medium: 40, low: 15, info: 3 },
      half_life_hours: 6,
      raise_at: 200,
      clear_below: 100,
      severity: 'high',
    },
  },
  proposals: {
    kind: 'proposal',
    name: 'Silences proposed by how alerts were closed',
    position: 0,
    active: true,
    matchers: null,
    settings: { at_least: 5, of_last: 6, days: 90, silence_days: 30 },
  },
}

/** The rules of the alerts that the pipeline itself raises. They fold into nothing, and add to no vehicle's risk. */
export const foldedRule = 'fleet-same-rule'
export const fleetSilenceRule = 'fleet-silence'
export const riskRule = 'vehicle-risk'
export const ownGapRule = 'own-gap'

/** A weight for each severity, by its rank. */
export function weightsByRank(weights: Readonly<Record<Severity, number>>): number[] {
  return severities.map((severity) => weights[severity])
}
