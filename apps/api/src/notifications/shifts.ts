import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../core/db.ts'
import type { Services } from '../module.ts'

/** Whether a member is on shift at a time; undefined: no rota knows. */
export type OnShift = (db: Database | Tx, org: Org, userUuid: string, at: Date) => Promise<boolean | undefined>

/** The service of a module with rotas, if one is installed: it is not imported. */
interface WithShifts {
  readonly shifts?: { readonly isOnShift?: OnShift }
}

/** Reads rotas through the service `shifts`; without one nobody is off shift. */
export function onShiftBy(services: Services): OnShift {
  return async (db, org, userUuid, at) => (services as WithShifts).shifts?.isOnShift?.(db, org, userUuid, at)
}

export function hasShifts(services: Services): boolean {
  return (services as WithShifts).shifts?.isOnShift !== undefined
}
