import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import type { EvidenceItem } from '@carapace/shared/interface-agreement/exchange'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import type { giveReceipt, handOver, reportEvent } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { licensedKinds } from '../../graph/licences.ts'
import type { Services } from '../../module.ts'
import { agreedRow, seesContent } from '../rows/agreed-rows.ts'
import { insertLogEntry, partiesOf } from '../agreements.queries.ts'
import { audited } from '../audited.ts'
import { deliveryNamed, insertDelivery, insertEvent, writeReceipt } from './deliveries.queries.ts'
import { billsSeen, evidenceProgram } from './evidence.ts'
import { evidenceNamed } from './evidence.queries.ts'
import { handOverFiles } from '../rows/files.queries.ts'
import { notifySide } from '../notices.ts'
import type { AgreementRecord } from '../party.queries.ts'
import type { Party } from '../party.ts'
import { refuseMoreIn } from '../rows/row-limits.queries.ts'

/** What a write of an exchange needs: the agreement is locked. */
export interface Exchanging {
  readonly tx: Tx
  readonly caller: Caller
  readonly party: Party
  readonly locked: AgreementRecord
  readonly services: Services
}

interface Exchanged {
  /** The organisation to wake after the commit. */
  readonly woken: Org | undefined
}

/** Hands a work product over with files and artefacts, or opens it for inspection or insight (rule AGREEMENT-33). */
export async function deliver(
  exchanging: Exchanging,
  { row: number, kind, version, note, files, artefacts, bills }: z.output<typeof handOver.input>,
): Promise<Exchanged & { readonly uuid: string }> {
  const { tx, party, locked, services } = exchanging
  const row = agreedRow(locked, party, number)
  await refuseAlone(exchanging)
  await refuseMoreIn(tx, party, number, 'deliveries')
  if (kind === 'handover' && files.length + artefacts.length + bills.length === 0 && version === '')
    throw new Failure('INVALID_INPUT', {
      errors: { version: 'State the version of the document, or choose files or artefacts to hand over.' },
    })
  const evidence = [...(await artefactsNamed(exchanging, artefacts)), ...(await billsNamed(exchanging, bills))]
  const uuid = await insertDelivery(tx, party, { row: number, kind, version, note, evidence })
  const handed = await handOverFiles(tx, party, { row: number, delivery: uuid, files })
  if (handed !== new Set(files).size)
    throw new Failure('INVALID_INPUT', {
      errors: { files: 'Choose files that your side attached to this row and has not handed over yet.' },
    })
  await insertLogEntry(tx, party, { row: number, action: 'delivered', detail: { delivery: uuid, note: verbs[kind] } })
  await audited(exchanging, 'hand over deliverable', {
    row: number,
    delivery: uuid,
    kind,
    version,
    files,
    artefacts,
    bills,
  })
  const woken = await notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-delivery',
    title: `${placeOf(locked, number)}: ${verbs[kind]} by ${party.user.name}`,
    page: 'compliance',
    row: number,
    mayLearn: (reader) => seesContent(row, party.side, reader),
  })
  return { uuid, woken }
}

const verbs = {
  handover: 'handed over',
  inspection: 'opened for inspection',
  'insight-on-demand': 'opened for insight',
}

/** Throws unless there is another side to exchange with. */
async function refuseAlone({ tx, party, locked }: Exchanging): Promise<void> {
  const parties = await partiesOf(tx, party.org, [party.agreementUuid])
  if (!locked.negotiation.isSent || parties.length < 2)
    throw new Failure('RULE_REFUSED', {
      message: 'There is nobody to exchange with: the other side has not accepted the invitation yet.',
    })
}

/** The artefacts to hand over, as they are now. */
async function artefactsNamed({ tx, caller, party }: Exchanging, uuids: readonly string[]): Promise<EvidenceItem[]> {
  if (uuids.length === 0) return []
  const program = await evidenceProgram(tx, caller, party)
  const found = program
    ? await evidenceNamed(tx, caller.org, program.uuid, { uuids, kinds: licensedKinds(caller) })
    : []
  if (found.length !== new Set(uuids).size)
    throw new Failure('INVALID_INPUT', {
      errors: { artefacts: "Choose artefacts that you see in your side's program of this agreement." },
    })
  return found
}

/** The bills of materials to hand over, as they are now. */
async function billsNamed(
  { tx, caller, party, services }: Exchanging,
  uuids: readonly string[],
): Promise<EvidenceItem[]> {
  if (uuids.length === 0) return []
  const program = await evidenceProgram(tx, caller, party)
  const known = program ? await billsSeen(tx, caller, program.uuid, services) : []
  const found = known.filter(({ uuid }) => uuids.includes(uuid))
  if (found.length !== new Set(uuids).size)
    throw new Failure('INVALID_INPUT', {
      errors: { bills: "Choose releases with a bill of materials in your side's program of this agreement." },
    })
  return found
}

/** Confirms a delivery of the other side, or returns it; only once, and never by its own side (rule AGREEMENT-34). */
export async function receive(
  exchanging: Exchanging,
  { uuid, verdict, reason }: z.output<typeof giveReceipt.input>,
): Promise<Exchanged> {
  const { tx, party, locked, services } = exchanging
  const delivery = await deliveryNamed(tx, party, uuid)
  if (!delivery) throw new Failure('NOT_FOUND')
  const row = agreedRow(locked, party, delivery.row)
  if (!seesContent(row, delivery.side, party)) throw new Failure('NOT_FOUND')
  if (delivery.side === party.side)
    throw new Failure('RULE_REFUSED', { message: 'Your own side delivered this: the other side gives the receipt.' })
  if (verdict === 'returned' && reason === '')
    throw new Failure('INVALID_INPUT', { errors: { reason: 'State why it is returned.' } })
  if (!(await writeReceipt(tx, party, uuid, { receipt: verdict, reason })))
    throw new Failure('RULE_REFUSED', { message: `${delivery.receiver} has answered this delivery already.` })
  await insertLogEntry(tx, party, { row: row.id, action: verdict, detail: { delivery: uuid } })
  await audited(exchanging, 'give deliverable receipt', { row: row.id, delivery: uuid, verdict, reason })
  const woken = await notifySide(tx, services, party, delivery.side, {
    kind: 'agreement-delivery',
    title: `${placeOf(locked, row.id)}: ${verdict} by ${party.user.name}`,
    page: 'compliance',
    row: row.id,
    mayLearn: (reader) => seesContent(row, delivery.side, reader),
  })
  return { woken }
}

/** Reports that something happened that calls for an update of a work product (rule AGREEMENT-10). */
export async function report(
  exchanging: Exchanging,
  { row, day, reason }: z.output<typeof reportEvent.input>,
): Promise<Exchanged> {
  const { tx, party, locked, services } = exchanging
  agreedRow(locked, party, row)
  // somewhere it is tomorrow already
  if (Date.parse(day) > Date.now() + 86_400_000)
    throw new Failure('INVALID_INPUT', { errors: { day: 'This day is in the future: report what has happened.' } })
  await refuseMoreIn(tx, party, row, 'events')
  await insertEvent(tx, party, { row, day, reason })
  await insertLogEntry(tx, party, { row, action: 'event-reported', detail: { note: `${day}: ${reason}` } })
  await audited(exchanging, 'report agreement event', { row, day, reason })
  const woken = await notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-comment',
    title: `${placeOf(locked, row)}: ${party.user.name} reports an event of ${day}`,
    page: 'compliance',
    row,
  })
  return { woken }
}

/** A row as notifications name it: without values of the agreement, because they go to mails and chats. */
export const placeOf = ({ number, title }: Pick<AgreementRecord, 'number' | 'title'>, row: number): string =>
  `${agreementCode(number)} ${title}, row ${row}`
