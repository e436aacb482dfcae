import { z } from 'zod'
import type { Feasibility, ImpactLevel, Method } from '../methods/method.ts'
import { riskOf } from '../rating/risk.ts'

/** What counts of the field: so many days of it. */
export const fieldDays = 30

/** So many vehicles are no accident: one may be tampered with by its owner, two may be a test (rule SIGHTING-8). */
export const vehiclesNeeded = 3

/**
 * What an engineer said to a proposal: the rating is looked at again, or stands; only what is seen later contradicts it
 * again (rule SIGHTING-10).
 */
export const FieldAnswer = z.object({
  answer: z.enum(['reassess', 'stands']),
  reason: z.string().max(2_000),
  at: z.iso.datetime(),
})
export type FieldAnswer = z.infer<typeof FieldAnswer>

/** What was seen of a scenario in these days. */
export interface Evidence {
  readonly alerts: number
  readonly vehicles: number
  /** Alerts that an analyst closed as true. */
  readonly confirmed: number
}

interface Rated {
  readonly impact: ImpactLevel | null
  /** With the controls that stand today; null: not rated. */
  readonly feasibility: Feasibility | null
}

export interface Proposal {
  readonly reason: string
  readonly feasibility: Feasibility
  readonly risk: number | null
}

/**
 * What the field contradicts: an attack that is rated as hardly feasible, and happens. Seen on three vehicles or
 * confirmed once proposes medium, both high (rules SIGHTING-8, SIGHTING-9).
 */
export function contradictionOf(method: Method, { impact, feasibility }: Rated, evidence: Evidence): Proposal | null {
  if (feasibility !== 'very-low' && feasibility !== 'low') return null
  const [isSpread, isConfirmed] = [evidence.vehicles >= vehiclesNeeded, evidence.confirmed > 0]
  if (!isSpread && !isConfirmed) return null
  const proposed = isSpread && isConfirmed ? 'high' : 'medium'
  return { reason: reasonOf(evidence, feasibility), feasibility: proposed, risk: riskOf(method, impact, proposed) }
}

function reasonOf({ alerts, vehicles, confirmed }: Evidence, feasibility: Feasibility): string {
  const on = vehicles === 0 ? '' : ` on ${counted(vehicles, 'vehicle')}`
  const sure = confirmed === 0 ? '' : `, ${confirmed.toLocaleString('en')} confirmed as true,`
  return `${counted(alerts, 'alert')}${on}${sure} within ${fieldDays} days, while it is rated ${feasibility.replace('-', ' ')}.`
}

function counted(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
}
