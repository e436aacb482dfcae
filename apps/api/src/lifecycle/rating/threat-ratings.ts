import type { Org } from '@carapace/shared/core/owned'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { Database, Tx } from '../../core/db.ts'
import { configOf } from '../program/program-config.queries.ts'
import { type RatedThreats, readThreats } from './rated-threats.ts'

/** The method of a program, and threat scenarios of it with all inputs of their rating. */
export interface RatingInputs extends RatedThreats {
  readonly method: Method
}

declare module '../../module.ts' {
  interface Services {
    /** What rates threat scenarios of a program, to compute what would be if; those not there are left out. */
    ratingInputs(db: Database | Tx, org: Org, programUuid: string, threats: readonly string[]): Promise<RatingInputs>
  }
}

export async function ratingInputs(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  threats: readonly string[],
): Promise<RatingInputs> {
  const { method } = await configOf(db, org, programUuid)
  return { ...(await readThreats(db, org, programUuid, threats)), method: method.content }
}
