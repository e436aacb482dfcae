import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { catalogueEntries } from '@carapace/shared/catalogues/catalogue.table'
import { type EntryState, mostOwnEntries } from '@carapace/shared/catalogues/entries'
import { shippedEntry } from '@carapace/shared/catalogues/shipped'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../core/db.ts'

type Row = typeof catalogueEntries.$inferSelect

/** The response for an organisation's own entry. */
function entryResponse({
  uuid,
  catalogue,
  code,
  title,
  fields,
  source,
  sourceId,
  isRetired,
  updatedAt,
  revision,
}: Row): CatalogueEntry {
  const isShipped = shippedEntry(uuid) !== undefined
  return {
    uuid,
    catalogue,
    code,
    title,
    fields,
    source,
    source_id: sourceId,
    is_changed: isShipped,
    is_shipped: isShipped,
    is_retired: isRetired,
    updated_at: updatedAt.toISOString(),
    revision,
  }
}

/** All of an organisation's own entries in some catalogues. */
export async function ownEntries(
  db: Database | Tx,
  org: Org,
  catalogues: readonly Catalogue[],
): Promise<CatalogueEntry[]> {
  const rows = await db
    .select()
    .from(catalogueEntries)
    .where(ownedBy(org, catalogueEntries, inArray(catalogueEntries.catalogue, [...catalogues])))
    .limit(mostOwnEntries * catalogues.length)
  return rows.map(entryResponse)
}

/** An organisation's own entry. */
export async function ownEntry(db: Database | Tx, org: Org, uuid: string): Promise<CatalogueEntry | undefined> {
  const [row] = await db
    .select()
    .from(catalogueEntries)
    .where(ownedBy(org, catalogueEntries, eq(catalogueEntries.uuid, uuid)))
  return row && entryResponse(row)
}

/** The organisation's own entries with these codes or these uuids. */
export async function ownEntriesCalled(
  db: Database | Tx,
  org: Org,
  catalogue: Catalogue,
  codes: readonly string[],
  uuids: readonly string[],
): Promise<CatalogueEntry[]> {
  const called = or(
    sql`${catalogueEntries.code} = ANY(${sql.param([...codes])}::text[])`,
    sql`${catalogueEntries.uuid} = ANY(${`{${uuids.join(',')}}`}::uuid[])`,
  )
  const rows = await db
    .select()
    .from(catalogueEntries)
    .where(ownedBy(org, catalogueEntries, and(eq(catalogueEntries.catalogue, catalogue), called)))
  return rows.map(entryResponse)
}

/**
 * Locks a catalogue, so that its writers run one after the other. Returns the number of the organisation's own entries
 * in it.
 */
export async function lockCatalogue(tx: Tx, org: Org, catalogue: Catalogue): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`catalogue ${org.uuid} ${catalogue}`}, 0))`)
  const [row] = await tx
    .select({ own: count() })
    .from(catalogueEntries)
    .where(ownedBy(org, catalogueEntries, eq(catalogueEntries.catalogue, catalogue)))
  return row!.own
}

/** The highest number among own codes with this prefix. */
export async function highestNumber(tx: Tx, org: Org, catalogue: Catalogue, prefix: string): Promise<number> {
  const [row] = await tx
    .select({
      most: sql<number | null>`max(substring(${catalogueEntries.code} FROM ${`^${prefix}([0-9]{1,8})$`})::int)`,
    })
    .from(catalogueEntries)
    .where(ownedBy(org, catalogueEntries, eq(catalogueEntries.catalogue, catalogue)))
  return row!.most ?? 0
}

export interface NewEntry extends EntryState {
  readonly catalogue: Catalogue
  /** The uuid of a shipped entry that becomes the organisation's own. */
  readonly uuid?: string | undefined
  readonly source: string
  readonly sourceId: string
}

export async function insertEntries(
  tx: Tx,
  org: Org,
  entries: readonly NewEntry[],
  byUuid: string,
): Promise<CatalogueEntry[]> {
  if (entries.length === 0) return []
  const rows = await tx
    .insert(catalogueEntries)
    .values(entries.map((entry) => ({ ...entry, orgUuid: org.uuid, updatedByUuid: byUuid })))
    .returning()
  return rows.map(entryResponse)
}

export async function updateEntry(
  tx: Tx,
  org: Org,
  { uuid, revision }: CatalogueEntry,
  { code, title, fields, isRetired }: EntryState,
  byUuid: string,
): Promise<CatalogueEntry> {
  const [row] = await tx
    .update(catalogueEntries)
    .set({ code, title, fields, isRetired, revision: revision + 1, updatedAt: sql`now()`, updatedByUuid: byUuid })
    .where(ownedBy(org, catalogueEntries, eq(catalogueEntries.uuid, uuid)))
    .returning()
  return entryResponse(row!)
}

export async function removeEntry(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(catalogueEntries).where(ownedBy(org, catalogueEntries, eq(catalogueEntries.uuid, uuid)))
}
