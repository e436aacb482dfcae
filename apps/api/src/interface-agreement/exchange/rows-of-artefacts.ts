import type { z } from 'zod'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { dayOf, responsibleFor } from '@carapace/shared/interface-agreement/compliance'
import { isOverdue } from '@carapace/shared/interface-agreement/due-dates'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import type { getAgreementRowsOfArtefacts } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { licensedKinds } from '../../graph/licences.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { rowsFor, seesContent } from '../rows/agreed-rows.ts'
import { partiesOf } from '../agreements.queries.ts'
import { duesSeen } from './compliance.ts'
import { codedKind, evidenceParts } from './evidence.ts'
import type { Party } from '../party.ts'
import { agreementOf, partiesOfProgram } from '../party.queries.ts'

type Rows = z.output<typeof getAgreementRowsOfArtefacts.output>['rows']

const rowsShown = 200

/**
 * The agreement rows that artefacts of some kinds in a program are evidence of, in agreements that the caller takes
 * part in (rule AGREEMENT-35): from a vulnerability, a threat or a goal to what was promised. At most 200.
 *
 * @throws {Failure} NOT_FOUND when the caller may not see the program
 */
export async function rowsOfArtefacts(
  db: Database,
  caller: Caller,
  programUuid: string,
  kinds: readonly string[],
): Promise<Rows> {
  await seeProgram(db, caller, programUuid)
  // an artefact that stands for a work product belongs to the rows with its code, and not to those of its kind
  const seen = licensedKinds(caller).filter((kind) => kinds.includes(kind) && kind !== codedKind)
  const found: Rows = []
  for (const party of await partiesOfProgram(db, caller, programUuid)) {
    if (found.length >= rowsShown) break
    found.push(...(await rowsIn(db, caller, party, programUuid, seen)))
  }
  return found.slice(0, rowsShown)
}

async function rowsIn(
  db: Database,
  caller: Caller,
  party: Party,
  program: string,
  kinds: readonly string[],
): Promise<Rows> {
  const record = await agreementOf(db, party)
  const agreed = [...rowsFor(record, party).values()].map(({ row }) => row)
  const touched = new Set(evidenceParts(agreed, kinds).map(({ row }) => row))
  const rows = agreed.filter((row) => touched.has(row.id) && seesContent(row, party.side, party))
  if (rows.length === 0) return []
  const parties = await partiesOf(db, caller.org, [party.agreementUuid])
  const dues = await duesSeen(db, caller, party, { rows, cover: record.cover, program })
  const today = dayOf(new Date().toISOString())
  return rows.map((row) => {
    const { due } = dues.get(row.id)!
    return {
      agreement_uuid: party.agreementUuid,
      code: agreementCode(record.number),
      title: record.title,
      other_party: parties.find(({ side }) => side === otherSide(party.side))?.name ?? '',
      row: row.id,
      work_product: row.work_product,
      iso_reference: row.iso_reference,
      responsible: responsibleFor(row),
      my_side: party.side,
      due: due ?? null,
      is_overdue: isOverdue(due, today),
    }
  })
}
