import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { canNotes, captures } from '@carapace/shared/msoc/can/can.table'
import type { CanNote, noteSubjects } from '@carapace/shared/msoc/can/notes.contract'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

/** Maximum notes returned at once, and maximum notes stored per subject. */
const mostReturned = 1_000
export const notesAtMost = 10_000

export interface Subject {
  readonly subject: (typeof noteSubjects)[number]
  readonly subject_uuid: string
}

type Row = typeof canNotes.$inferSelect

/** A note as it is sent to the caller with the uuid `me`. */
export function wireNote(
  { uuid, subject, subjectUuid, atMs, bus, arbitrationId, ext, text, author, authorUuid, createdAt, revision }: Row,
  me: string,
): CanNote {
  return {
    uuid,
    subject,
    subject_uuid: subjectUuid,
    at_ms: atMs,
    bus,
    id: arbitrationId,
    ext,
    text,
    author,
    own: authorUuid === me,
    created_at: createdAt.toISOString(),
    revision,
  }
}

const isOf = ({ subject, subject_uuid: uuid }: Subject) =>
  and(eq(canNotes.subject, subject), eq(canNotes.subjectUuid, uuid))

/** The subject's notes in a window; of many, those nearest to its end, oldest first. */
export async function notesOf(
  db: Database,
  org: Org,
  about: Subject,
  { from, to }: { from: number | undefined; to: number | undefined },
): Promise<Row[]> {
  const where = ownedBy(
    org,
    canNotes,
    isOf(about),
    from === undefined ? undefined : gte(canNotes.atMs, from),
    to === undefined ? undefined : lte(canNotes.atMs, to),
  )
  return (
    await db
      .select()
      .from(canNotes)
      .where(where)
      .orderBy(desc(canNotes.atMs), desc(canNotes.createdAt))
      .limit(mostReturned)
  ).reverse()
}

/** Whether the organisation has the subject of the note. */
export async function hasSubject(tx: Tx, org: Org, { subject, subject_uuid: uuid }: Subject): Promise<boolean> {
  const table = { vehicle: vehicles, capture: captures, alert: alerts }[subject]
  return (await tx.$count(table, ownedBy(org, table, eq(table.uuid, uuid)))) > 0
}

/** The number of notes on the subject; no other transaction can add one until this one ends. */
export async function countNotes(tx: Tx, org: Org, about: Subject): Promise<number> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`can notes ${org.uuid} ${about.subject_uuid}`}, 0))`,
  )
  return tx.$count(canNotes, ownedBy(org, canNotes, isOf(about)))
}

export async function lockNote(tx: Tx, org: Org, uuid: string): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(canNotes)
    .where(ownedBy(org, canNotes, eq(canNotes.uuid, uuid)))
    .for('update')
  return row
}

type Written = Omit<typeof canNotes.$inferInsert, 'orgUuid' | 'uuid' | 'revision' | 'createdAt'>

export async function insertNote(tx: Tx, org: Org, note: Written): Promise<Row> {
  const [row] = await tx
    .insert(canNotes)
    .values({ ...note, orgUuid: org.uuid })
    .returning()
  return row!
}

export async function updateNote(
  tx: Tx,
  org: Org,
  uuid: string,
  note: Pick<Written, 'atMs' | 'bus' | 'arbitrationId' | 'ext' | 'text'>,
): Promise<Row> {
  const [row] = await tx
    .update(canNotes)
    .set({ ...note, revision: sql`${canNotes.revision} + 1` })
    .where(ownedBy(org, canNotes, eq(canNotes.uuid, uuid)))
    .returning()
  return row!
}

export async function removeNote(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(canNotes).where(ownedBy(org, canNotes, eq(canNotes.uuid, uuid)))
}
