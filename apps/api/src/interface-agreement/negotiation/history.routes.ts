import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import { isNegotiated, type Negotiation, restored, type Step } from '@carapace/shared/interface-agreement/negotiation'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { getAgreementHistory, type HistoryEntry } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { partiesOf } from '../agreements.queries.ts'
import { addedTitles, historyPage, type HistoryPlace, type HistoryRow } from './history.queries.ts'
import type { Party } from '../party.ts'
import { agreementOf, partyOf } from '../party.queries.ts'
import { hiddenIn, visibleChanges } from './sheet.ts'

/**
 * The audit trail: the steps of the negotiation with the log beside them. The other side sees it from the sending on;
 * third parties see what concerns their rows.
 */
export async function agreementHistoryRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getAgreementHistory).with(async ({ input: { agreement_uuid: uuid, row, cursor, limit }, caller }) => {
    const party = await partyOf(db, caller, uuid)
    if (row !== undefined && !takesPart(party, row)) throw new Failure('NOT_FOUND')
    const record = await agreementOf(db, party)
    const found = await historyPage(db, party, {
      row,
      onlyRows: party.access === 'third-party' ? party.rows : undefined,
      after: cursor === undefined ? undefined : placeIn(cursor),
      withBeginning: party.side === record.side && party.access !== 'third-party',
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      entries: await entriesOf(db, party, restored(record.negotiation), page),
      next_cursor: found.length > limit && last ? `${last.of}-${last.id}` : null,
    }
  })
}

function placeIn(cursor: string): HistoryPlace {
  const [, of, id] = /^(step|log)-(\d{1,9})$/.exec(cursor) ?? []
  if (of === undefined) throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not the end of a page.' } })
  return { of: of as HistoryPlace['of'], id: Number(id) }
}

async function entriesOf(
  db: Database,
  party: Party,
  negotiation: Negotiation,
  page: readonly HistoryRow[],
): Promise<HistoryEntry[]> {
  const numbers = [...new Set(page.flatMap(({ row }) => row ?? []))]
  const gone = numbers.filter((row) => !negotiation.rows.has(row))
  const [parties, added] = await Promise.all([
    partiesOf(db, party.org, [party.agreementUuid]),
    addedTitles(db, party, gone),
  ])
  const names = new Map(parties.map(({ orgUuid, name }) => [orgUuid, name]))
  return page.map(({ micros, orgUuid, side, actor, row, step, action, detail }) => ({
    at: new Date(micros / 1_000).toISOString(),
    side,
    party: names.get(orgUuid) ?? '',
    actor,
    row,
    title: row === null ? '' : (titleIn(negotiation, row) ?? added.get(row) ?? `Row ${row}`),
    what: action,
    ...contentOf(step, detail, row === null ? [] : hiddenOf(negotiation, row, party)),
  }))
}

function titleIn({ rows }: Negotiation, id: number): string | undefined {
  const row = rows.get(id)
  return row && (isNegotiated(row) ? row.row.work_product : row.heading)
}

function hiddenOf(negotiation: Negotiation, id: number, party: Party): readonly RowField[] {
  const row = negotiation.rows.get(id)
  return row && isNegotiated(row) ? hiddenIn(negotiation, row.row, party) : []
}

/** What an entry is about; of the log only its fields, its differences and its note. */
function contentOf(
  step: Step | undefined,
  { note, fields, differences }: HistoryRow['detail'],
  hidden: readonly RowField[],
): Pick<HistoryEntry, 'changes' | 'fields' | 'differences' | 'note'> {
  if (!step)
    return {
      changes: {},
      fields: Array.isArray(fields) ? (fields as RowField[]) : [],
      differences: Array.isArray(differences) ? (differences as HistoryEntry['differences']) : [],
      note: typeof note === 'string' ? note : '',
    }
  return {
    changes: 'changes' in step ? visibleChanges(step.changes, hidden) : {},
    fields: 'fields' in step ? [...step.fields] : [],
    differences: [],
    note: 'note' in step ? step.note : 'reason' in step ? step.reason : '',
  }
}
