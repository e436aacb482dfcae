import { Failure } from '@carapace/shared/core/failure'
import { maySee, type Reader, takesPart } from '@carapace/shared/interface-agreement/access'
import { isNegotiated, restored } from '@carapace/shared/interface-agreement/negotiation'
import type { Side, WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { Party } from '../party.ts'
import type { AgreementRecord } from '../party.queries.ts'

/** A work product with its agreed values, and the heading that it is under. */
export interface AgreedRow {
  readonly row: WorkProductRow
  readonly section: string
}

/** The work products of an agreement in which somebody takes part, by their number, in their order. */
export function rowsFor({ negotiation }: AgreementRecord, reader: Reader): ReadonlyMap<number, AgreedRow> {
  const found = new Map<number, AgreedRow>()
  let section = ''
  for (const [id, row] of restored(negotiation).rows) {
    if (!isNegotiated(row)) section = row.heading
    else if (takesPart(reader, id)) found.set(id, { row: row.row, section })
  }
  return found
}

/**
 * A work product with its agreed values.
 *
 * @throws {Failure} NOT_FOUND when the agreement has none with this number, or the caller takes no part in it
 */
export function agreedRow(record: AgreementRecord, party: Party, number: number): WorkProductRow {
  const found = rowsFor(record, party).get(number)
  if (!found) throw new Failure('NOT_FOUND', { message: `You see no work product with the number ${number} here.` })
  return found.row
}

/** Whether somebody may see what a side has put into a row (rule AGREEMENT-9). */
export const seesContent = (row: WorkProductRow, owner: Side, reader: Reader): boolean =>
  maySee(row.level_of_confidentiality, owner, reader, row.id)
