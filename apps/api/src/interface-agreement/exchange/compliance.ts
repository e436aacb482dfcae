import type { z } from 'zod'
import {
  afterDayOf,
  dayOf,
  type Delivered,
  dueOfRow,
  exchangesOf,
  responsibleFor,
} from '@carapace/shared/interface-agreement/compliance'
import type { Cover } from '@carapace/shared/interface-agreement/cover'
import { isOverdue } from '@carapace/shared/interface-agreement/due-dates'
import type { Side, WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { ComplianceRow, getAgreementCompliance } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { licensedKinds } from '../../graph/licences.ts'
import { rowsFor, seesContent } from '../rows/agreed-rows.ts'
import { eventDays, lastOwnDeliveries, latestDeliveries } from './deliveries.queries.ts'
import { type EvidenceCount, evidenceCounts, firstChanges } from './evidence.queries.ts'
import { evidenceParts, evidenceProgram } from './evidence.ts'
import type { Party } from '../party.ts'
import { agreementOf } from '../party.queries.ts'

/** What happened in rows, as far as due dates depend on it. */
export interface Happened {
  readonly deliveries: ReadonlyMap<number, readonly Delivered[]>
  readonly events: ReadonlyMap<number, readonly string[]>
  readonly cover: Cover
}

/** The artefacts that are a side's evidence. */
export interface EvidenceSource {
  readonly side: Side
  readonly org: Org
  readonly programUuid: string
  readonly kinds: readonly string[]
  /** Whether its changes count in a row. */
  readonly countsIn: (row: WorkProductRow) => boolean
}

export interface RowDue {
  readonly last: Delivered | undefined
  /** The day; undefined: nothing is due. */
  readonly due: string | undefined
}

/**
 * When rows are due, by their number (rules AGREEMENT-10, AGREEMENT-31).
 *
 * @param source the artefacts whose changes are events for the side that is responsible; undefined: they are not known
 */
export async function duesOf(
  db: Database | Tx,
  rows: readonly WorkProductRow[],
  { deliveries, events, cover }: Happened,
  source: EvidenceSource | undefined,
): Promise<ReadonlyMap<number, RowDue>> {
  const exchanges = new Map(rows.map((row) => [row.id, exchangesOf(row, deliveries.get(row.id) ?? [])]))
  const changes = source ? await changesAfter(db, rows, exchanges, source) : new Map<number, string>()
  return new Map(
    rows.map((row) => {
      const made = exchanges.get(row.id)!
      const change = changes.get(row.id)
      const days = [...(events.get(row.id) ?? []), ...(change === undefined ? [] : [change])]
      return [row.id, { last: made[0], due: dueOfRow(row, made, days, cover) }]
    }),
  )
}

/** The first days after the last exchange on which artefacts of the rows changed that a side updates on events. */
async function changesAfter(
  db: Database | Tx,
  rows: readonly WorkProductRow[],
  exchanges: ReadonlyMap<number, readonly Delivered[]>,
  { side, org, programUuid, kinds, countsIn }: EvidenceSource,
): Promise<ReadonlyMap<number, string>> {
  const updated = rows.filter(
    (row) =>
      row.update_cycle === 'on-event' &&
      responsibleFor(row).includes(side) &&
      exchanges.get(row.id)!.length > 0 &&
      countsIn(row),
  )
  const parts = evidenceParts(updated, kinds)
  return firstChanges(
    db,
    org,
    programUuid,
    parts.map((part) => ({ ...part, since: afterDayOf(exchanges.get(part.row)![0]!.at) })),
  )
}

/** The rows that the caller takes part in, with what is due today (rules AGREEMENT-10, AGREEMENT-31, AGREEMENT-32). */
export async function complianceOf(
  db: Database,
  caller: Caller,
  party: Party,
): Promise<z.output<typeof getAgreementCompliance.output>> {
  const today = dayOf(new Date().toISOString())
  const record = await agreementOf(db, party)
  const agreed = rowsFor(record, party)
  const rows = [...agreed.values()].map(({ row }) => row)
  const program = await evidenceProgram(db, caller, party)
  const dues = await duesSeen(db, caller, party, { rows, cover: record.cover, program: program?.uuid })
  const evidence = program ? await countsSeen(db, caller, party, rows, program.uuid) : undefined
  return {
    today,
    program: program?.name ?? null,
    rows: [...agreed.values()].map(({ row, section }) => ({
      ...shown(row, dues.get(row.id)!, today),
      section,
      evidence: evidence?.get(row.id) ?? null,
    })),
  }
}

/** When rows are due as far as the caller knows: changes of the own program count for whoever may see it. */
export async function duesSeen(
  db: Database,
  caller: Caller,
  party: Party,
  { rows, cover, program }: { rows: readonly WorkProductRow[]; cover: Cover; program: string | undefined },
): Promise<ReadonlyMap<number, RowDue>> {
  const [deliveries, events] = await Promise.all([latestDeliveries(db, party), eventDays(db, party)])
  const source = program === undefined ? undefined : ownEvidence(caller, party, program)
  return duesOf(db, rows, { deliveries, events, cover }, source)
}

/** The artefacts of the own program that the caller may see. */
const ownEvidence = (caller: Caller, party: Party, programUuid: string): EvidenceSource => ({
  side: party.side,
  org: caller.org,
  programUuid,
  kinds: licensedKinds(caller),
  countsIn: (row) => seesContent(row, party.side, party),
})

const none: EvidenceCount = { total: 0, changed: 0, suspect: 0 }

/** The artefacts of rows whose evidence the caller may see; a row without a reference has none. */
async function countsSeen(
  db: Database,
  caller: Caller,
  party: Party,
  rows: readonly WorkProductRow[],
  programUuid: string,
): Promise<ReadonlyMap<number, EvidenceCount>> {
  const since = await lastOwnDeliveries(db, party)
  const { kinds, countsIn } = ownEvidence(caller, party, programUuid)
  const parts = evidenceParts(rows.filter(countsIn), kinds)
  const counts = await evidenceCounts(
    db,
    caller.org,
    programUuid,
    parts.map((part) => ({ ...part, since: since.get(part.row) ?? null })),
  )
  return new Map(parts.map(({ row }) => [row, counts.get(row) ?? none]))
}

function shown(row: WorkProductRow, { last, due }: RowDue, today: string): Omit<ComplianceRow, 'section' | 'evidence'> {
  return {
    row: row.id,
    title: row.work_product,
    iso_reference: row.iso_reference,
    status: row.status,
    responsible: responsibleFor(row),
    deliverable_type: row.deliverable_type,
    update_cycle: row.update_cycle,
    is_tailored: row.tailoring_applicable,
    last: last ? { side: last.side, day: dayOf(last.at), has_receipt: last.hasReceipt } : null,
    due: due ?? null,
    is_overdue: isOverdue(due, today),
  }
}
