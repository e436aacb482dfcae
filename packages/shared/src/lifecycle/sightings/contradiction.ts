import { z } from 'zod'
import { type Feasibility, feasibilities, type ImpactLevel, type Method } from '../methods/method.ts'
import { riskOf } from '../rating/risk.ts'

/** The number of days whose alerts count as evidence from the field. */
export const fieldDays = 30

/** From this number of vehicles on it is no accident: an owner may tamper with one, two may be a test (SIGHTING-8). */
export const vehiclesNeeded = 3

/**
 * An engineer's answer to a proposal: the rating is reassessed, or stays; after that only new alerts contradict it
 * again (rule SIGHTING-10).
 */
export const FieldAnswer = z.object({
  answer: z.enum(['reassess', 'stands']),
  reason: z.string().max(2_000),
  at: z.iso.datetime(),
  /** When reassessed: the feasibility that the field shows; the rating is at least that (rule RISK-8). */
  feasibility: z.enum(feasibilities).nullable().optional(),
})
export type FieldAnswer = z.infer<typeof FieldAnswer>

/** The feasibility that the field shows according to an answer; null: none. */
export function observedFeasibility(answer: FieldAnswer | null | undefined): Feasibility | null {
  return answer?.answer === 'reassess' ? (answer.feasibility ?? null) : null
}

/** The alerts of a scenario within these days. */
export interface Evidence {
  readonly alerts: number
  /** Vehicles with alerts that are not known to be blocked attempts. */
  readonly vehicles: number
  /** Alerts that an analyst closed as true, with impact: the attack succeeded. */
  readonly confirmed: number
  /** Alerts that an analyst closed as true, without impact: the attempt was blocked. */
  readonly blocked: number
}

interface Rated {
  readonly impact: ImpactLevel | null
  /** With today's controls; null: not rated. */
  readonly feasibility: Feasibility | null
}

export interface Proposal {
  readonly reason: string
  readonly feasibility: Feasibility
  readonly risk: number | null
  /** The rating of today that the proposal would replace. */
  readonly before: { readonly feasibility: Feasibility; readonly risk: number | null }
}

/**
 * The proposal if the field contradicts a rating: an attack with a low feasibility that happens. Alerts on three
 * vehicles or one confirmed success propose medium, both propose high; blocked attempts propose nothing (rules
 * SIGHTING-8, SIGHTING-9).
 */
export function contradictionOf(method: Method, { impact, feasibility }: Rated, evidence: Evidence): Proposal | null {
  if (feasibility !== 'very-low' && feasibility !== 'low') return null
  const [isSpread, isConfirmed] = [evidence.vehicles >= vehiclesNeeded, evidence.confirmed > 0]
  if (!isSpread && !isConfirmed) return null
  const proposed = isSpread && isConfirmed ? 'high' : 'medium'
  return {
    reason: reasonOf(evidence, feasibility),
    feasibility: proposed,
    risk: riskOf(method, impact, proposed),
    before: { feasibility, risk: riskOf(method, impact, feasibility) },
  }
}

function reasonOf({ alerts, vehicles, confirmed, blocked }: Evidence, feasibility: Feasibility): string {
  const on = vehicles === 0 ? '' : ` on ${counted(vehicles, 'vehicle')}`
  const parts = [
    confirmed > 0 ? `${confirmed.toLocaleString('en')} confirmed with impact` : '',
    blocked > 0 ? `${blocked.toLocaleString('en')} blocked` : '',
  ].filter(Boolean)
  const sure = parts.length === 0 ? '' : `, ${parts.join(' and ')},`
  const rating = feasibility.replace('-', ' ')
  return `${counted(alerts, 'alert')}${on}${sure} within ${fieldDays} days, while it is rated ${rating}.`
}

function counted(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
}
