import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Org } from '@carapace/shared/core/owned'
import type { Reader } from '@carapace/shared/interface-agreement/access'
import { Failure } from '@carapace/shared/core/failure'

/** Somebody who takes part in an agreement: whoever holds one has passed `partyOf`, the only way to get one. */
export interface Party extends Reader {
  readonly agreementUuid: string
  readonly org: Org
  readonly user: { readonly uuid: string; readonly name: string }
  /** The program of the own organisation whose artefacts are its evidence. */
  readonly programUuid: string | null
  readonly isSignatory: boolean
  readonly __party: true
}

/**
 * The first condition of every query of what belongs to both parties: the rows of their agreement. What belongs to one
 * side only (drafts, notes) is read with `ownedBy` as well.
 */
export function sharedBy(
  { agreementUuid }: Party,
  table: { readonly agreementUuid: PgColumn },
  ...conditions: (SQL | undefined)[]
): SQL {
  return and(eq(table.agreementUuid, agreementUuid), ...conditions)!
}

/** Throws unless the person may work on the whole agreement: a contact or a third party only reads. */
export function refuseThirdParties({ access }: Party): void {
  if (access !== 'member' && access !== 'named')
    throw new Failure('ROLE_REQUIRED', { message: 'Only members of the cybersecurity team may do this.' })
}
