import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import type { WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { getAgreementRow } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Services } from '../../module.ts'
import { licensedKinds } from '../../graph/licences.ts'
import { agreedRow, seesContent } from './agreed-rows.ts'
import { partiesOf } from '../agreements.queries.ts'
import { commentsOn, noteOn } from './comments.queries.ts'
import { deliveriesOn, eventsOn, lastOwnDeliveries } from '../exchange/deliveries.queries.ts'
import { wireDelivery } from '../exchange/delivery-wire.ts'
import { evidenceCounts, evidenceOf } from '../exchange/evidence.queries.ts'
import { billsSeen, evidenceParts, evidenceProgram } from '../exchange/evidence.ts'
import { filesOn, wireFile } from './files.queries.ts'
import { agreementOf } from '../party.queries.ts'
import type { Party } from '../party.ts'

type RowDetails = z.output<typeof getAgreementRow.output>

const noNote: RowDetails['note'] = { text: '', author: null, at: null, revision: 0 }

/**
 * What belongs to a row beside its values, as far as the caller may see it (rule AGREEMENT-9). Row 0 is the whole
 * agreement, which has comments only.
 *
 * @throws {Failure} NOT_FOUND when the caller takes no part in the row, or it is none
 */
export async function rowDetails(
  db: Database,
  caller: Caller,
  party: Party,
  { row: number, services }: { readonly row: number; readonly services: Services },
): Promise<RowDetails> {
  if (!takesPart(party, number)) throw new Failure('NOT_FOUND')
  const comments = await commentsOn(db, party, number)
  if (number === 0)
    return {
      comments,
      files: [],
      deliveries: [],
      events: [],
      note: noNote,
      evidence: [],
      evidence_total: 0,
      bills: [],
      is_limited: false,
    }
  const row = agreedRow(await agreementOf(db, party), party, number)
  const isOwnWork = party.access !== 'third-party'
  return {
    comments,
    ...(await exchanged(db, party, row)),
    events: await eventsOn(db, party, number),
    note: isOwnWork ? await noteOn(db, party, number) : noNote,
    ...(await evidenceSeen(db, caller, party, { row, services })),
  }
}

/** Files and deliveries that the caller may see. */
async function exchanged(db: Database, party: Party, row: WorkProductRow) {
  const isSeen = ({ side }: { readonly side: typeof party.side }) => seesContent(row, side, party)
  const [parties, files, deliveries] = await Promise.all([
    partiesOf(db, party.org, [party.agreementUuid]),
    filesOn(db, party, row.id),
    deliveriesOn(db, party, row.id),
  ])
  const [filesSeen, deliveriesSeen] = [files.filter(isSeen), deliveries.filter(isSeen)]
  const ofDelivery = Map.groupBy(filesSeen, ({ deliveryUuid }) => deliveryUuid)
  return {
    files: filesSeen.map((file) => wireFile(file, party)),
    deliveries: deliveriesSeen.map((delivery) =>
      wireDelivery(delivery, { title: row.work_product, parties, files: ofDelivery.get(delivery.uuid) ?? [], party }),
    ),
    is_limited: filesSeen.length < files.length || deliveriesSeen.length < deliveries.length,
  }
}

/** The artefacts of the own program that the row consists of, if the caller may see them. */
async function evidenceSeen(
  db: Database,
  caller: Caller,
  party: Party,
  { row, services }: { readonly row: WorkProductRow; readonly services: Services },
) {
  const program = seesContent(row, party.side, party) ? await evidenceProgram(db, caller, party) : undefined
  if (!program) return { evidence: [], evidence_total: 0, bills: [] }
  const since = (await lastOwnDeliveries(db, party)).get(row.id) ?? null
  const parts = evidenceParts([row], licensedKinds(caller)).map((part) => ({ ...part, since }))
  const counts = await evidenceCounts(db, caller.org, program.uuid, parts)
  return {
    evidence: await evidenceOf(db, caller.org, program.uuid, parts),
    evidence_total: counts.get(row.id)?.total ?? 0,
    bills: await billsSeen(db, caller, program.uuid, services),
  }
}
