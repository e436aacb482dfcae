import { z } from 'zod'

/** Levels and stakeholders that are the same in every method; each method sets their labels and values. */
export const impactLevels = ['negligible', 'moderate', 'major', 'severe'] as const
export type ImpactLevel = (typeof impactLevels)[number]
export const stakes = ['safety', 'financial', 'operational', 'privacy'] as const
export type Stake = (typeof stakes)[number]
export const feasibilities = ['very-low', 'low', 'medium', 'high'] as const
export type Feasibility = (typeof feasibilities)[number]
export const attackVectors = ['physical', 'local', 'adjacent', 'network'] as const
export type AttackVector = (typeof attackVectors)[number]
/** The three methods to rate the feasibility of an attack (ISO/SAE 21434, 15.7). */
export const feasibilityMethods = ['potential', 'cvss', 'vector'] as const
export type FeasibilityMethod = (typeof feasibilityMethods)[number]
/** What an attacker needs (attack potential; ISO/IEC 18045). */
export const potentialFactors = ['time', 'expertise', 'knowledge', 'window', 'equipment'] as const
export type PotentialFactor = (typeof potentialFactors)[number]
/** CVSS v3.1 exploitability metrics. */
export const cvssMetrics = ['av', 'ac', 'pr', 'ui'] as const
export type CvssMetric = (typeof cvssMetrics)[number]
export const treatments = ['avoid', 'reduce', 'share', 'retain'] as const
export type Treatment = (typeof treatments)[number]

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'Small letters, digits and dashes.')
const label = z.string().trim().min(1).max(80)
export const Level = z.object({ key, label, value: z.number().min(0).max(1_000) })
/** Easiest first. */
const levels = z
  .array(Level)
  .min(2)
  .max(10)
  .refine((all) => new Set(all.map((one) => one.key)).size === all.length, 'Each key once.')
const risk = z.int().min(1).max(5)
const cal = z.int().min(0).max(4)
const each = <K extends string, T extends z.ZodType>(keys: readonly K[], value: T) =>
  z.object(Object.fromEntries(keys.map((one) => [one, value])) as Record<K, T>)

/**
 * A method of an organisation: all levels, values and tables that turn ratings into risk. A version never changes once
 * an assessment was made with it (rules METHOD-1 to METHOD-7).
 */
export const Method = z.object({
  impact: z.object({
    /** The meaning of each level for each stakeholder, for the people who rate. */
    words: each(stakes, each(impactLevels, z.string().trim().max(300))),
    /** `max`: the worst stakeholder decides; `safety-first`: safety decides if it is rated above negligible. */
    overall: z.enum(['max', 'safety-first']),
  }),
  potential: z.object({
    factors: each(potentialFactors, z.object({ label, levels })),
    /** How AND combines factors: the hardest of each, or their sum. */
    and: z.enum(['max', 'sum']),
    /** The minimum sum for each rating; a lower sum is `high`. */
    thresholds: z.object({ medium: z.number().min(0), low: z.number().min(0), 'very-low': z.number().min(0) }),
  }),
  cvss: z.object({
    coefficient: z.number().positive().max(100),
    metrics: each(cvssMetrics, z.object({ label, levels })),
    /** The minimum exploitability for each rating; a lower value is `very-low`. */
    thresholds: z.object({ low: z.number().min(0), medium: z.number().min(0), high: z.number().min(0) }),
  }),
  vector: each(attackVectors, z.enum(feasibilities)),
  /** Risk by impact, then feasibility: 1 to 5. */
  matrix: each(impactLevels, each(feasibilities, risk)),
  /** Cybersecurity assurance level by impact, then attack vector; 0: none. */
  cal: each(impactLevels, each(attackVectors, cal)),
  /** The feasibility method that decides the risk. */
  deciding: z.enum(feasibilityMethods),
  /** Risks from this value on need more treatment than retaining them. */
  attention: risk,
})
export type Method = z.infer<typeof Method>
