import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ownedBy } from '@carapace/shared/core/owned'
import { agreementDeliveries, agreementEvents } from '@carapace/shared/interface-agreement/agreements.table'
import type { Delivered } from '@carapace/shared/interface-agreement/compliance'
import { agreementLimits, type EvidenceItem } from '@carapace/shared/interface-agreement/exchange'
import { type DeliverableType, otherSide, type Side } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

export type DeliveryRecord = typeof agreementDeliveries.$inferSelect

/** The rows of which somebody may see the deliveries, by the side that made them. */
export type VisibleRows = Readonly<Record<Side, readonly number[]>>

const isVisible = ({ customer, supplier }: VisibleRows): SQL =>
  or(
    and(eq(agreementDeliveries.side, 'customer'), inArray(agreementDeliveries.row, [...customer])),
    and(eq(agreementDeliveries.side, 'supplier'), inArray(agreementDeliveries.row, [...supplier])),
  )!

/** The deliveries of a row, the latest first. */
export async function deliveriesOn(db: Database, party: Party, row: number): Promise<DeliveryRecord[]> {
  return db
    .select()
    .from(agreementDeliveries)
    .where(sharedBy(party, agreementDeliveries, eq(agreementDeliveries.row, row)))
    .orderBy(desc(agreementDeliveries.at), desc(agreementDeliveries.uuid))
    .limit(2 * agreementLimits.perRow)
}

/**
 * A page of the deliveries that somebody may see, the latest first.
 *
 * @param after the uuid of the last delivery of the page before
 */
export async function deliveriesPage(
  db: Database,
  party: Party,
  visible: VisibleRows,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ deliveries: DeliveryRecord[]; nextCursor: string | null }> {
  const { at, uuid } = agreementDeliveries
  const isLater =
    after === undefined
      ? undefined
      : sql`(${at}, ${uuid}) < (SELECT d.at, d.uuid FROM agreement_deliveries d
          WHERE d.uuid = ${after} AND d.agreement_uuid = ${party.agreementUuid})`
  const rows = await db
    .select()
    .from(agreementDeliveries)
    .where(sharedBy(party, agreementDeliveries, isVisible(visible), isLater))
    .orderBy(desc(at), desc(uuid))
    .limit(limit + 1)
  const deliveries = rows.slice(0, limit)
  return { deliveries, nextCursor: rows.length > limit ? deliveries.at(-1)!.uuid : null }
}

export async function deliveryNamed(tx: Tx, party: Party, uuid: string): Promise<DeliveryRecord | undefined> {
  const [row] = await tx
    .select()
    .from(agreementDeliveries)
    .where(sharedBy(party, agreementDeliveries, eq(agreementDeliveries.uuid, uuid)))
  return row
}

interface NewDelivery {
  readonly row: number
  readonly kind: DeliverableType
  readonly version: string
  readonly note: string
  readonly evidence: EvidenceItem[]
}

export async function insertDelivery(tx: Tx, party: Party, delivery: NewDelivery): Promise<string> {
  const { agreementUuid, org, side, user } = party
  const [made] = await tx
    .insert(agreementDeliveries)
    .values({
      ...delivery,
      agreementUuid,
      orgUuid: org.uuid,
      side,
      author: user.name,
      authorUuid: user.uuid,
      // not the beginning of the transaction: the writers of an agreement wait for each other
      at: sql`clock_timestamp()`,
    })
    .returning({ uuid: agreementDeliveries.uuid })
  return made!.uuid
}

/** Writes the receipt of a delivery; false: it has one. */
export async function writeReceipt(
  tx: Tx,
  party: Party,
  uuid: string,
  { receipt, reason }: { receipt: 'received' | 'returned'; reason: string },
): Promise<boolean> {
  const { name, uuid: userUuid } = party.user
  const written = await tx
    .update(agreementDeliveries)
    .set({ receipt, receiptReason: reason, receiver: name, receiverUuid: userUuid, receivedAt: new Date() })
    .where(
      sharedBy(
        party,
        agreementDeliveries,
        eq(agreementDeliveries.uuid, uuid),
        eq(agreementDeliveries.side, otherSide(party.side)),
        isNull(agreementDeliveries.receipt),
      ),
    )
    .returning({ uuid: agreementDeliveries.uuid })
  return written.length > 0
}

const wasKept = sql`${agreementDeliveries.receipt} IS DISTINCT FROM 'returned'`

/** The latest deliveries that were not returned, one of each kind and side, by their row. */
export async function latestDeliveries(db: Database | Tx, party: Party): Promise<ByRow<Delivered>> {
  return latestWhere(db, sharedBy(party, agreementDeliveries))
}

type ByRow<T> = ReadonlyMap<number, readonly T[]>

/** The same for a condition that names one agreement. */
export async function latestWhere(db: Database | Tx, where: SQL): Promise<ByRow<Delivered>> {
  const { row, side, kind, at, receipt } = agreementDeliveries
  const rows = await db
    .selectDistinctOn([row, side, kind], { row, side, kind, at, receipt })
    .from(agreementDeliveries)
    .where(and(where, wasKept))
    .orderBy(asc(row), asc(side), asc(kind), desc(at))
  return grouped(
    rows.map((each) => [
      each.row,
      { side: each.side, kind: each.kind, at: each.at.toISOString(), hasReceipt: each.receipt === 'received' },
    ]),
  )
}

function grouped<T>(pairs: readonly (readonly [number, T])[]): ByRow<T> {
  return new Map([...Map.groupBy(pairs, ([row]) => row)].map(([row, some]) => [row, some.map(([, each]) => each)]))
}

/** When the own side last delivered in rows what was not returned (ISO 8601), by the row. */
export async function lastOwnDeliveries(db: Database | Tx, party: Party): Promise<ReadonlyMap<number, string>> {
  const { row, at } = agreementDeliveries
  const rows = await db
    .select({ row, at: sql<string>`to_char(max(${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` })
    .from(agreementDeliveries)
    .where(ownedBy(party.org, agreementDeliveries, sharedBy(party, agreementDeliveries, wasKept)))
    .groupBy(row)
  return new Map(rows.map((each) => [each.row, each.at]))
}

export async function insertEvent(
  tx: Tx,
  party: Party,
  event: { row: number; day: string; reason: string },
): Promise<void> {
  const { agreementUuid, org, side, user } = party
  await tx
    .insert(agreementEvents)
    .values({ ...event, agreementUuid, orgUuid: org.uuid, side, author: user.name, authorUuid: user.uuid })
}

/** The events that both sides reported for a row, the latest first. */
export async function eventsOn(db: Database, party: Party, onRow: number) {
  const { day, side, reason, author, row, at } = agreementEvents
  return db
    .select({ day, side, reason, author })
    .from(agreementEvents)
    .where(sharedBy(party, agreementEvents, eq(row, onRow)))
    .orderBy(desc(day), desc(at))
    .limit(2 * agreementLimits.perRow)
}

/** The days of the events that both sides reported, by the row. */
export async function eventDays(db: Database | Tx, party: Party): Promise<ByRow<string>> {
  return eventDaysWhere(db, sharedBy(party, agreementEvents))
}

/** The same for a condition that names one agreement. */
export async function eventDaysWhere(db: Database | Tx, where: SQL): Promise<ByRow<string>> {
  const { row, day } = agreementEvents
  const rows = await db.selectDistinct({ row, day }).from(agreementEvents).where(where)
  return grouped(rows.map((each) => [each.row, each.day]))
}
