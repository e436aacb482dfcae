import { eq, isNull } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { ownedBy } from '@carapace/shared/core/owned'
import {
  agreementComments,
  agreementDeliveries,
  agreementEvents,
  agreementFiles,
} from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

const tables = {
  comments: agreementComments,
  files: agreementFiles,
  deliveries: agreementDeliveries,
  events: agreementEvents,
}

/**
 * Refuses one more of a kind once the own side has as many in the agreement, or in the row, as it may have. The
 * agreement is locked, so that the count holds until the end of the transaction.
 *
 * @throws {Failure} RULE_REFUSED
 */
export async function refuseMoreIn(tx: Tx, party: Party, row: number, what: keyof typeof tables): Promise<void> {
  const table = tables[what]
  const isThere = 'removedAt' in table ? isNull(table.removedAt) : undefined
  const own = ownedBy(party.org, table, sharedBy(party, table, isThere))
  const inRow = await tx.$count(table, ownedBy(party.org, table, own, eq(table.row, row)))
  if (inRow >= agreementLimits.perRow) throw refused(`One side has at most ${agreementLimits.perRow} ${what} in a row.`)
  if ((await tx.$count(table, own)) >= agreementLimits[what])
    throw refused(`One side has at most ${agreementLimits[what]} ${what} in an agreement.`)
}

const refused = (message: string) => new Failure('RULE_REFUSED', { message })
