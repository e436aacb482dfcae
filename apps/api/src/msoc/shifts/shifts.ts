import type { Org } from '@carapace/shared/core/owned'
import { onShiftAt, type Turn } from '@carapace/shared/msoc/shifts/rota'
import type { Database, Tx } from '../../core/db.ts'
import { overridesOf, plansOf } from './rota.queries.ts'

/** The service that other modules use to know who is on shift. */
export interface Shifts {
  /** The shifts that are on at a time, with who is on them by uuid; empty without a rota. */
  onShift(db: Database | Tx, org: Org, at: Date): Promise<readonly Turn[]>
  /** Whether a member is on shift at a time; undefined: the organisation has no rota. */
  isOnShift(db: Database | Tx, org: Org, userUuid: string, at: Date): Promise<boolean | undefined>
}

declare module '../../module.ts' {
  interface Services {
    readonly shifts: Shifts
  }
}

const dayMs = 86_400_000

/** Who is on shift, by the rota and its absences (rules SHIFT-1 to SHIFT-6). */
export const shiftService: Shifts = {
  async onShift(db, org, at) {
    const plans = await plansOf(db, org)
    return plans.length === 0 ? [] : onShiftAt(plans, await overridesAround(db, org, at), at.getTime())
  },
  async isOnShift(db, org, userUuid, at) {
    const plans = await plansOf(db, org)
    if (plans.length === 0) return undefined
    const turns = onShiftAt(plans, await overridesAround(db, org, at), at.getTime())
    return turns.some(({ members }) => members.includes(userUuid))
  },
}

/** A shift that is on began on the day before at the earliest, whatever the zone. */
async function overridesAround(db: Database | Tx, org: Org, at: Date) {
  return overridesOf(db, org, new Date(at.getTime() - 3 * dayMs).toISOString().slice(0, 10))
}
