import { and, desc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Handover, Notes } from '@carapace/shared/msoc/shifts/handovers.contract'
import { handovers, shiftNotes } from '@carapace/shared/msoc/shifts/shifts.table'
import type { Database, Tx } from '../../core/db.ts'
import { isCursorTime } from '../../core/http/storable.ts'
import { isUuid } from '../vehicles/vehicles.queries.ts'

export type HandoverRow = typeof handovers.$inferSelect

export function wireHandover(row: HandoverRow): Handover {
  const { uuid, shift, date, acceptedByUuid, acceptedBy, acceptedAt } = row
  return {
    uuid,
    shift_uuid: row.shiftUuid,
    shift,
    date,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    signed: { uuid: row.signedByUuid, name: row.signedBy, at: row.signedAt.toISOString() },
    accepted:
      acceptedByUuid === null || acceptedBy === null || acceptedAt === null
        ? null
        : { uuid: acceptedByUuid, name: acceptedBy, at: acceptedAt.toISOString() },
  }
}

async function oneWhere(db: Database | Tx, where: SQL): Promise<HandoverRow | undefined> {
  const [row] = await db.select().from(handovers).where(where).limit(1)
  return row
}

export async function handoverOf(db: Database | Tx, org: Org, shiftUuid: string, date: string) {
  return oneWhere(db, ownedBy(org, handovers, eq(handovers.shiftUuid, shiftUuid), eq(handovers.date, date)))
}

export async function handoverByUuid(db: Database | Tx, org: Org, uuid: string) {
  return oneWhere(db, ownedBy(org, handovers, eq(handovers.uuid, uuid)))
}

/** Signed hand-overs, the latest first; the cursor is the time and the uuid of the last one. */
export async function handoversPage(
  db: Database,
  org: Org,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ handovers: Handover[]; next_cursor: string | null }> {
  const rows = await db
    .select()
    .from(handovers)
    .where(ownedBy(org, handovers, behind(cursor)))
    .orderBy(desc(handovers.signedAt), desc(handovers.uuid))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    handovers: shown.map(wireHandover),
    next_cursor: rows.length > limit && last ? `${last.signedAt.toISOString()}|${last.uuid}` : null,
  }
}

function behind(cursor: string | undefined): SQL | undefined {
  const [time = '', uuid = ''] = (cursor ?? '').split('|')
  if (!isCursorTime(time) || !isUuid(uuid)) return undefined
  const at = new Date(time)
  return or(lt(handovers.signedAt, at), and(eq(handovers.signedAt, at), lt(handovers.uuid, uuid)))
}

/** Until when the latest hand-over reached that ended in a span; undefined if none did. */
export async function handedOverUntil(
  db: Database | Tx,
  org: Org,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Date | undefined> {
  const [row] = await db
    .select({ to: handovers.to })
    .from(handovers)
    .where(ownedBy(org, handovers, gt(handovers.to, from), lte(handovers.to, to)))
    .orderBy(desc(handovers.to))
    .limit(1)
  return row?.to
}

/** Stores a signed hand-over. */
export async function insertHandover(
  tx: Tx,
  org: Org,
  fields: Omit<typeof handovers.$inferInsert, 'uuid' | 'orgUuid'>,
): Promise<HandoverRow> {
  const [row] = await tx
    .insert(handovers)
    .values({ ...fields, orgUuid: org.uuid })
    .returning()
  return row!
}

/** Accepts a hand-over; undefined if somebody has accepted it before. */
export async function acceptRow(
  tx: Tx,
  org: Org,
  uuid: string,
  { by, at }: { by: { uuid: string; name: string }; at: Date },
): Promise<HandoverRow | undefined> {
  const [row] = await tx
    .update(handovers)
    .set({ acceptedByUuid: by.uuid, acceptedBy: by.name, acceptedAt: at })
    .where(ownedBy(org, handovers, eq(handovers.uuid, uuid), isNull(handovers.acceptedAt)))
    .returning()
  return row
}

/** The hand-over if it is signed. Until the transaction ends, nobody else signs it or writes its notes. */
export async function lockHandover(tx: Tx, org: Org, shiftUuid: string, date: string) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`handover ${org.uuid} ${shiftUuid} ${date}`}))`)
  return oneWhere(tx, ownedBy(org, handovers, eq(handovers.shiftUuid, shiftUuid), eq(handovers.date, date)))
}

export const noNotes: Notes = { text: '', revision: 0, author: null, changed_at: null }

export async function notesOf(db: Database | Tx, org: Org, shiftUuid: string, date: string): Promise<Notes> {
  const [row] = await db
    .select()
    .from(shiftNotes)
    .where(ownedBy(org, shiftNotes, eq(shiftNotes.shiftUuid, shiftUuid), eq(shiftNotes.date, date)))
  if (!row) return noNotes
  const { text, revision, author, changedAt } = row
  return { text, revision, author, changed_at: changedAt.toISOString() }
}

interface NotesWrite {
  readonly shiftUuid: string
  readonly date: string
  readonly text: string
  readonly revision: number
  readonly by: { readonly uuid: string; readonly name: string }
}

/** Writes notes over a known revision; false if somebody has written others (rule SHIFT-12). */
export async function writeNotes(tx: Tx, org: Org, input: NotesWrite): Promise<boolean> {
  const { shiftUuid, date, text, revision, by } = input
  const fields = { text, authorUuid: by.uuid, author: by.name, changedAt: new Date(), revision: revision + 1 }
  const rows =
    revision === 0
      ? await tx
          .insert(shiftNotes)
          .values({ ...fields, shiftUuid, date, orgUuid: org.uuid })
          .onConflictDoNothing()
          .returning({ revision: shiftNotes.revision })
      : await tx
          .update(shiftNotes)
          .set(fields)
          .where(
            ownedBy(
              org,
              shiftNotes,
              eq(shiftNotes.shiftUuid, shiftUuid),
              eq(shiftNotes.date, date),
              eq(shiftNotes.revision, revision),
            ),
          )
          .returning({ revision: shiftNotes.revision })
  return rows.length > 0
}

export async function organisationName(db: Database, org: Org): Promise<string> {
  const [row] = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
  return row!.name
}
