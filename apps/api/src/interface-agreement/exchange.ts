import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import type { EvidenceItem } from '@carapace/shared/interface-agreement/exchange'
import { otherSide, type WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { giveReceipt, handOver, reportEvent } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { licensedKinds } from '../graph/licences.ts'
import type { Services } from '../module.ts'
import { agreedRow, seesContent } from './agreed-rows.ts'
import { audited } from './audited.ts'
import { deliveryNamed, insertDelivery, insertEvent, writeReceipt } from './deliveries.queries.ts'
import { evidenceProgram } from './evidence.ts'
import { evidenceNamed } from './evidence.queries.ts'
import { handOverFiles } from './files.queries.ts'
import { writeLog } from './log.ts'
import { notifySide } from './notices.ts'
import { type AgreementRecord, lockAgreement } from './party.queries.ts'
import type { Party } from './party.ts'
import { refuseMoreIn } from './row-limits.queries.ts'
import { organisationsOf } from './sides.queries.ts'

/** What a write of an exchange needs. */
export interface Exchanging {
  readonly tx: Tx
  readonly caller: Caller
  readonly party: Party
  readonly services: Partial<Pick<Services, 'notifications'>>
}

/** What is to be done after the commit. */
export type AfterCommit = () => void

/** Hands a work product over with files and artefacts, or opens it for inspection or insight (rule AGREEMENT-33). */
export async function deliver(
  exchanging: Exchanging,
  { row: number, kind, version, note, files, artefacts }: z.output<typeof handOver.input>,
): Promise<{ uuid: string; done: AfterCommit }> {
  const { tx, party, services } = exchanging
  const locked = await lockAgreement(tx, party)
  const row = agreedRow(locked, party, number)
  await refuseAlone(tx, party, locked)
  await refuseMoreIn(tx, party, number, 'deliveries')
  if (kind === 'handover' && files.length + artefacts.length === 0 && version === '')
    throw new Failure('INVALID_INPUT', {
      errors: { version: 'State the version of the document, or choose files or artefacts to hand over.' },
    })
  const evidence = await artefactsNamed(exchanging, artefacts)
  const uuid = await insertDelivery(tx, party, { row: number, kind, version, note, evidence })
  const handed = await handOverFiles(tx, party, { row: number, delivery: uuid, files })
  if (handed !== new Set(files).size)
    throw new Failure('INVALID_INPUT', {
      errors: { files: 'Choose files that your side attached to this row and has not handed over yet.' },
    })
  await writeLog(tx, party, { row: number, action: 'delivered', detail: { delivery: uuid, kind } })
  await audited(exchanging, 'hand over deliverable', { row: number, delivery: uuid, kind, version, files, artefacts })
  const done = await notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-delivery',
    title: `${titleOf(row)}: ${verbs[kind]} by ${party.user.name}`,
    page: 'compliance',
    row: number,
    mayLearn: (reader) => seesContent(row, party.side, reader),
  })
  return { uuid, done }
}

const verbs = {
  handover: 'handed over',
  inspection: 'opened for inspection',
  'insight-on-demand': 'opened for insight',
}

/** Throws unless there is another side to exchange with. */
async function refuseAlone(tx: Tx, party: Party, { negotiation }: AgreementRecord): Promise<void> {
  const isAlone = !negotiation.isSent || (await organisationsOf(tx, party)).size < 2
  if (isAlone)
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

/** Confirms a delivery of the other side, or returns it; only once, and never by its own side (rule AGREEMENT-34). */
export async function receive(
  exchanging: Exchanging,
  { uuid, verdict, reason }: z.output<typeof giveReceipt.input>,
): Promise<{ done: AfterCommit }> {
  const { tx, party, services } = exchanging
  const locked = await lockAgreement(tx, party)
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
  await writeLog(tx, party, { row: row.id, action: verdict, detail: { delivery: uuid } })
  await audited(exchanging, 'give deliverable receipt', { row: row.id, delivery: uuid, verdict, reason })
  const done = await notifySide(tx, services, party, delivery.side, {
    kind: 'agreement-delivery',
    title: `${titleOf(row)}: ${verdict} by ${party.user.name}`,
    text: reason,
    page: 'compliance',
    row: row.id,
    mayLearn: (reader) => seesContent(row, delivery.side, reader),
  })
  return { done }
}

/** Reports that something happened that calls for an update of a work product (rule AGREEMENT-10). */
export async function report(
  exchanging: Exchanging,
  { row: number, day, reason }: z.output<typeof reportEvent.input>,
): Promise<{ done: AfterCommit }> {
  const { tx, party, services } = exchanging
  const row = agreedRow(await lockAgreement(tx, party), party, number)
  // somewhere it is tomorrow already
  if (Date.parse(day) > Date.now() + 86_400_000)
    throw new Failure('INVALID_INPUT', { errors: { day: 'This day is in the future: report what has happened.' } })
  await refuseMoreIn(tx, party, number, 'events')
  await insertEvent(tx, party, { row: number, day, reason })
  await writeLog(tx, party, { row: number, action: 'event-reported', detail: { day, reason } })
  await audited(exchanging, 'report agreement event', { row: number, day, reason })
  const done = await notifySide(tx, services, party, otherSide(party.side), {
    kind: 'agreement-comment',
    title: `${titleOf(row)}: ${party.user.name} reports an event of ${day}`,
    text: reason,
    page: 'compliance',
    row: number,
    mayLearn: (reader) => takesPart(reader, number),
  })
  return { done }
}

/** The row as notifications name it. */
export const titleOf = ({ id, work_product: title }: WorkProductRow): string => `${id} ${title.slice(0, 100)}`
