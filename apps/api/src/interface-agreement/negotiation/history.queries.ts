import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { agreementLog, agreementSteps } from '@carapace/shared/interface-agreement/agreements.table'
import type { Step } from '@carapace/shared/interface-agreement/negotiation'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

/** The place of an entry in the history: it is a step with this number, or an entry of the log with this id. */
export interface HistoryPlace {
  readonly of: 'step' | 'log'
  readonly id: number
}

/** A step or an entry of the log. */
export interface HistoryRow extends HistoryPlace {
  /** Microseconds since 1970. */
  readonly micros: number
  readonly orgUuid: string
  readonly side: Side
  readonly actor: string
  readonly row: number | null
  readonly step: Step | undefined
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

interface HistoryQuery {
  readonly row?: number | undefined
  /** Only these rows, and nothing about the whole agreement; undefined: all. */
  readonly onlyRows?: readonly number[] | undefined
  /** The last entry of the page before. */
  readonly after?: HistoryPlace | undefined
  /** Whether the author's editing before the agreement was sent is included. */
  readonly withBeginning: boolean
  readonly limit: number
}

const microsOf = (at: typeof agreementSteps.at | typeof agreementLog.at) =>
  sql<string>`(extract(epoch FROM ${at}) * 1000000)::bigint::text`

/** What both sides did, the latest first; of two entries of one time, that of the log first. */
export async function historyPage(db: Database, party: Party, query: HistoryQuery): Promise<HistoryRow[]> {
  const [steps, log] = await Promise.all([stepsPage(db, party, query), logPage(db, party, query)])
  return [...log, ...steps]
    .toSorted((a, b) => b.micros - a.micros || rankOf(a) - rankOf(b) || b.id - a.id)
    .slice(0, query.limit)
}

const rankOf = ({ of }: HistoryPlace): number => (of === 'log' ? 0 : 1)

async function stepsPage(db: Database, party: Party, query: HistoryQuery): Promise<HistoryRow[]> {
  const { after } = query
  const place = sql`(${agreementSteps.at}, ${agreementSteps.seq})`
  const rows = await db
    .select({
      id: agreementSteps.seq,
      micros: microsOf(agreementSteps.at),
      orgUuid: agreementSteps.orgUuid,
      side: agreementSteps.side,
      actor: agreementSteps.actor,
      row: agreementSteps.row,
      step: agreementSteps.step,
    })
    .from(agreementSteps)
    .where(
      sharedBy(
        party,
        agreementSteps,
        inRows(agreementSteps.row, query),
        query.withBeginning ? undefined : sql`${agreementSteps.seq} >= ${sentSeq(party)}`,
        after &&
          (after.of === 'step' ? sql`${place} < ${placeOf(party, after)}` : notAfter(party, agreementSteps.at, after)),
      ),
    )
    .orderBy(desc(agreementSteps.at), desc(agreementSteps.seq))
    .limit(query.limit)
  return rows.map((row) => ({ ...row, of: 'step', micros: Number(row.micros), action: row.step.what, detail: {} }))
}

async function logPage(db: Database, party: Party, query: HistoryQuery): Promise<HistoryRow[]> {
  const { after } = query
  const place = sql`(${agreementLog.at}, ${agreementLog.id})`
  const rows = await db
    .select({
      id: agreementLog.id,
      micros: microsOf(agreementLog.at),
      orgUuid: agreementLog.orgUuid,
      side: agreementLog.side,
      actor: agreementLog.actor,
      row: agreementLog.row,
      action: agreementLog.action,
      // the rows with which an agreement began are large, and not shown here
      detail: sql<Record<string, unknown>>`${agreementLog.detail} - 'rows'`,
    })
    .from(agreementLog)
    .where(
      sharedBy(
        party,
        agreementLog,
        inRows(agreementLog.row, query),
        query.withBeginning ? undefined : sql`${agreementLog.at} >= ${sentAt(party)}`,
        after &&
          (after.of === 'log'
            ? sql`${place} < ${placeOf(party, after)}`
            : sql`${agreementLog.at} < ${atOf(party, after)}`),
      ),
    )
    .orderBy(desc(agreementLog.at), desc(agreementLog.id))
    .limit(query.limit)
  return rows.map((row) => ({ ...row, of: 'log', micros: Number(row.micros), step: undefined }))
}

function inRows(column: typeof agreementSteps.row | typeof agreementLog.row, { row, onlyRows }: HistoryQuery) {
  return and(
    row === undefined ? undefined : eq(column, row),
    onlyRows === undefined ? undefined : inArray(column, [...onlyRows]),
  )
}

const stepAt = ({ agreementUuid }: Party, condition: SQL): SQL =>
  sql`(SELECT s.at FROM ${agreementSteps} s WHERE s.agreement_uuid = ${agreementUuid} AND ${condition})`

/** The time of an entry. */
function atOf(party: Party, { of, id }: HistoryPlace): SQL {
  return of === 'step'
    ? stepAt(party, sql`s.seq = ${id}`)
    : sql`(SELECT l.at FROM ${agreementLog} l WHERE l.agreement_uuid = ${party.agreementUuid} AND l.id = ${id})`
}

const placeOf = (party: Party, place: HistoryPlace): SQL => sql`(${atOf(party, place)}, ${place.id})`

const notAfter = (party: Party, at: typeof agreementSteps.at, place: HistoryPlace): SQL =>
  sql`${at} <= ${atOf(party, place)}`

const isSending = sql`s.row IS NULL`
const sentAt = (party: Party): SQL => stepAt(party, isSending)
const sentSeq = ({ agreementUuid }: Party): SQL =>
  sql`(SELECT s.seq FROM ${agreementSteps} s WHERE s.agreement_uuid = ${agreementUuid} AND ${isSending})`

/** The titles of rows when they were added, for those that are not there any more. */
export async function addedTitles(
  db: Database,
  party: Party,
  rows: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  const found = await db
    .select({ row: agreementSteps.row, step: agreementSteps.step })
    .from(agreementSteps)
    .where(
      sharedBy(
        party,
        agreementSteps,
        inArray(agreementSteps.row, [...rows]),
        sql`${agreementSteps.step}->>'what' = 'row-added'`,
      ),
    )
    .limit(1_000)
  return new Map(
    found.flatMap(({ row, step }) =>
      step.what === 'row-added' && row !== null
        ? [[row, step.added.is_heading ? step.added.title : step.added.work_product]]
        : [],
    ),
  )
}
