import { asc, count, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { StoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { caseStory } from '@carapace/shared/msoc/cases/cases.table'
import type { Database, Tx } from '../../core/db.ts'

/** The story of a case, in order. */
export async function storyOf(db: Database | Tx, org: Org, caseUuid: string): Promise<StoryEntry[]> {
  const rows = await db
    .select()
    .from(caseStory)
    .where(ownedBy(org, caseStory, eq(caseStory.caseUuid, caseUuid)))
    .orderBy(asc(caseStory.order), asc(caseStory.at), asc(caseStory.uuid))
  return rows.map((row) => ({
    uuid: row.uuid,
    at: row.at.toISOString(),
    title: row.title,
    note: row.note,
    tactic: row.tactic,
    reference: row.reference,
    order: row.order,
    added_by: row.addedBy,
    revision: row.revision,
  }))
}

type NewEntry = Omit<typeof caseStory.$inferInsert, 'orgUuid'>

export async function insertEntry(tx: Tx, org: Org, entry: NewEntry): Promise<string> {
  const [row] = await tx
    .insert(caseStory)
    .values({ ...entry, orgUuid: org.uuid })
    .returning({ uuid: caseStory.uuid })
  return row!.uuid
}

export async function saveEntry(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Pick<NewEntry, 'at' | 'title' | 'note' | 'tactic'>,
): Promise<void> {
  await tx
    .update(caseStory)
    .set({ ...set, revision: sql`${caseStory.revision} + 1` })
    .where(ownedBy(org, caseStory, eq(caseStory.uuid, uuid)))
}

export async function entryRow(tx: Tx, org: Org, caseUuid: string, uuid: string) {
  const [row] = await tx
    .select()
    .from(caseStory)
    .where(ownedBy(org, caseStory, eq(caseStory.caseUuid, caseUuid), eq(caseStory.uuid, uuid)))
    .for('update')
  return row
}

/** How many steps a story has, and the order of the next one. */
export async function countEntries(tx: Tx, org: Org, caseUuid: string) {
  const [row] = await tx
    .select({ entries: count(), next: sql<number>`coalesce(max(${caseStory.order}), -1) + 1` })
    .from(caseStory)
    .where(ownedBy(org, caseStory, eq(caseStory.caseUuid, caseUuid)))
  return row!
}

export async function removeEntry(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(caseStory).where(ownedBy(org, caseStory, eq(caseStory.uuid, uuid)))
}

/** Sets the order of the steps: the named ones in this order, then the others as they are. */
export async function orderEntries(tx: Tx, org: Org, caseUuid: string, uuids: readonly string[]): Promise<void> {
  const place = sql`array_position(ARRAY[${sql.join(
    uuids.map((uuid) => sql`${uuid}`),
    sql`, `,
  )}]::uuid[], ${caseStory.uuid})`
  await tx
    .update(caseStory)
    .set({ order: sql`coalesce(${place} - 1, ${caseStory.order} + ${uuids.length}::int)` })
    .where(ownedBy(org, caseStory, eq(caseStory.caseUuid, caseUuid)))
}
