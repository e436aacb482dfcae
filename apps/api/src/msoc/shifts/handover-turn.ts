import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type Turn, turnAfter, turnOn } from '@carapace/shared/msoc/shifts/rota'
import type { Database, Tx } from '../../core/db.ts'
import type { Span } from '../span.ts'
import { handedOverUntil } from './handovers.queries.ts'
import { overridesOf, plansOf } from './rota.queries.ts'

/** What was signed this long before a shift begins is before it; an earlier sign-off leaves no gap, ms. */
const joinedMs = 4 * 3_600_000
const dayMs = 86_400_000

export interface HandoverTurn {
  readonly turn: Turn
  readonly next: Turn | undefined
  /** The period of the hand-over (rule SHIFT-11). */
  readonly span: Span
}

/** The shift that began on a day, what follows it, and the period that its hand-over reports. */
export async function handoverTurn(
  db: Database | Tx,
  org: Org,
  { shiftUuid, date }: { readonly shiftUuid: string; readonly date: string },
): Promise<HandoverTurn> {
  const plans = await plansOf(db, org)
  const plan = plans.find(({ uuid }) => uuid === shiftUuid)
  const since = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
  const overrides = await overridesOf(db, org, since)
  const turn = plan && turnOn(plan, overrides, date)
  if (!turn) throw new Failure('NOT_FOUND', { message: 'There is no such shift on this day.' })
  const begins = new Date(turn.from)
  const from = await handedOverUntil(db, org, { from: new Date(turn.from - joinedMs), to: begins })
  const to = new Date(Math.min(Date.now(), turn.to))
  return {
    turn,
    next: turnAfter(plans, overrides, turn),
    span: { from: from ?? begins, to: to > begins ? to : begins },
  }
}
