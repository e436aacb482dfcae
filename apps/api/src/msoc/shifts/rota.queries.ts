import { asc, count, eq, gte, inArray, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { ShiftOverride, ShiftPlan } from '@carapace/shared/msoc/shifts/rota'
import type { RotaOverride, RotaShift } from '@carapace/shared/msoc/shifts/shifts.contract'
import { shiftOverrides, shifts } from '@carapace/shared/msoc/shifts/shifts.table'
import { rolesWith } from '@carapace/shared/permissions'
import { formerMember } from '../../core/personal-data.queries.ts'
import type { Database, Tx } from '../../core/db.ts'

export type ShiftRow = typeof shifts.$inferSelect
type ShiftFields = Omit<typeof shifts.$inferInsert, 'uuid' | 'orgUuid' | 'createdAt' | 'revision'>

/** Maximum number of shifts of an organisation, and of absences from two weeks ago on. */
export const shiftsAtMost = 100
export const overridesAtMost = 2_000
const shownBackMs = 14 * 86_400_000

/** The shifts of an organisation, as the rota needs them: members who left or lost their role are on none. */
export async function plansOf(db: Database | Tx, org: Org): Promise<ShiftPlan[]> {
  const [rows, people] = await Promise.all([shiftsOf(db, org), peopleOf(db, org)])
  const known = new Set(people.map(({ uuid }) => uuid))
  return rows.map((row) => ({ ...row, people: known }))
}

export async function shiftsOf(db: Database | Tx, org: Org): Promise<ShiftRow[]> {
  return db
    .select()
    .from(shifts)
    .where(ownedBy(org, shifts))
    .orderBy(asc(shifts.name), asc(shifts.uuid))
    .limit(shiftsAtMost)
}

/** The members who can be on a shift. */
export async function peopleOf(db: Database | Tx, org: Org): Promise<{ uuid: string; name: string }[]> {
  return db
    .select({ uuid: users.uuid, name: users.name })
    .from(users)
    .where(ownedBy(org, users, eq(users.active, true), inArray(users.role, [...rolesWith('shifts.manage')])))
    .orderBy(asc(users.name), asc(users.uuid))
    .limit(1_000)
}

/** The absences since a day: two weeks ago, unless it is given. */
export async function overridesOf(
  db: Database | Tx,
  org: Org,
  since = new Date(Date.now() - shownBackMs).toISOString().slice(0, 10),
): Promise<ShiftOverride[]> {
  return (await selectOverrides(db, org, since)).map(({ shiftUuid, date, memberUuid, substituteUuid }) => ({
    shiftUuid,
    date,
    memberUuid,
    substituteUuid,
  }))
}

async function selectOverrides(db: Database | Tx, org: Org, since: string) {
  return db
    .select()
    .from(shiftOverrides)
    .where(ownedBy(org, shiftOverrides, gte(shiftOverrides.date, since)))
    .orderBy(asc(shiftOverrides.date), asc(shiftOverrides.createdAt))
    .limit(overridesAtMost)
}

/** The absences as the console shows them. */
export async function wireOverrides(db: Database, org: Org): Promise<RotaOverride[]> {
  const rows = await selectOverrides(db, org, new Date(Date.now() - shownBackMs).toISOString().slice(0, 10))
  const named = await namesOf(
    db,
    org,
    rows.flatMap(({ memberUuid, substituteUuid }) => [memberUuid, substituteUuid ?? []].flat()),
  )
  return rows.map((row) => ({
    uuid: row.uuid,
    shift_uuid: row.shiftUuid,
    date: row.date,
    member: named(row.memberUuid),
    substitute: row.substituteUuid === null ? null : named(row.substituteUuid),
    note: row.note,
    author: row.author,
  }))
}

/** A function that gives people of the organisation their names. */
export async function namesOf(db: Database | Tx, org: Org, uuids: readonly string[]) {
  const rows =
    uuids.length === 0
      ? []
      : await db
          .select({ uuid: users.uuid, name: users.name })
          .from(users)
          .where(ownedBy(org, users, inArray(users.uuid, [...new Set(uuids)])))
  const names = new Map(rows.map(({ uuid, name }) => [uuid, name]))
  return (uuid: string) => ({ uuid, name: names.get(uuid) ?? formerMember })
}

export function wireShift({ orgUuid: _org, createdAt: _at, startsOn, endsOn, ...row }: ShiftRow): RotaShift {
  return { ...row, starts_on: startsOn, ends_on: endsOn }
}

/** Locks the rota of an organisation until the transaction ends, and counts its shifts. */
export async function countShifts(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`shifts ${org.uuid}`}))`)
  const [row] = await tx.select({ shifts: count() }).from(shifts).where(ownedBy(org, shifts))
  return row!.shifts
}

export async function lockShift(tx: Tx, org: Org, uuid: string): Promise<ShiftRow | undefined> {
  const [row] = await tx
    .select()
    .from(shifts)
    .where(ownedBy(org, shifts, eq(shifts.uuid, uuid)))
    .for('update')
  return row
}

export async function insertShift(tx: Tx, org: Org, fields: ShiftFields): Promise<ShiftRow> {
  const [row] = await tx
    .insert(shifts)
    .values({ ...fields, orgUuid: org.uuid })
    .returning()
  return row!
}

export async function updateShift(tx: Tx, org: Org, uuid: string, fields: ShiftFields): Promise<ShiftRow> {
  const [row] = await tx
    .update(shifts)
    .set({ ...fields, revision: sql`${shifts.revision} + 1` })
    .where(ownedBy(org, shifts, eq(shifts.uuid, uuid)))
    .returning()
  return row!
}

export async function removeShift(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(shifts).where(ownedBy(org, shifts, eq(shifts.uuid, uuid)))
}

export async function countOverrides(tx: Tx, org: Org): Promise<number> {
  const since = new Date(Date.now() - shownBackMs).toISOString().slice(0, 10)
  const [row] = await tx
    .select({ overrides: count() })
    .from(shiftOverrides)
    .where(ownedBy(org, shiftOverrides, gte(shiftOverrides.date, since)))
  return row!.overrides
}

type OverrideFields = Omit<typeof shiftOverrides.$inferInsert, 'uuid' | 'orgUuid' | 'createdAt'>

/** Records an absence, in place of what was recorded before of the same member, shift and day. */
export async function upsertOverride(tx: Tx, org: Org, fields: OverrideFields): Promise<string> {
  const { substituteUuid, note, authorUuid, author } = fields
  const [row] = await tx
    .insert(shiftOverrides)
    .values({ ...fields, orgUuid: org.uuid })
    .onConflictDoUpdate({
      target: [shiftOverrides.shiftUuid, shiftOverrides.date, shiftOverrides.memberUuid],
      set: { substituteUuid, note, authorUuid, author },
      setWhere: ownedBy(org, shiftOverrides),
    })
    .returning({ uuid: shiftOverrides.uuid })
  return row!.uuid
}

export async function removeOverride(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .delete(shiftOverrides)
    .where(ownedBy(org, shiftOverrides, eq(shiftOverrides.uuid, uuid)))
    .returning()
  return row
}
