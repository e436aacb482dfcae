import { asc, eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { defaultMeaningOf } from '@carapace/shared/msoc/ingest/event-catalogue'
import type { EventCatalogueEntry } from '@carapace/shared/msoc/ingest/ingest.contract'
import { eventCatalogue } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database, Tx } from '../../core/db.ts'

type Row = typeof eventCatalogue.$inferSelect

function entryOf({ eventId, name, severity, description, tactics }: Row): EventCatalogueEntry {
  return { event_id: eventId, name, severity, description, tactics }
}

export async function catalogueOf(db: Database, org: Org, platform: string): Promise<EventCatalogueEntry[]> {
  const rows = await db
    .select()
    .from(eventCatalogue)
    .where(ownedBy(org, eventCatalogue, eq(eventCatalogue.platform, platform)))
    .orderBy(asc(eventCatalogue.eventId))
  return rows.map(entryOf)
}

/**
 * The meaning of an event id on a platform: from its catalogue, else from the organisation's default catalogue, else
 * from the shipped one; as in ingest.
 */
export async function meaningsOf(
  db: Database,
  org: Org,
): Promise<(eventId: number, platform: string) => EventCatalogueEntry | undefined> {
  const rows = await db.select().from(eventCatalogue).where(ownedBy(org, eventCatalogue))
  const own = new Map(rows.map((row) => [`${row.eventId} ${row.platform}`, entryOf(row)]))
  return (eventId, platform) => own.get(`${eventId} ${platform}`) ?? own.get(`${eventId} `) ?? defaultMeaningOf(eventId)
}

export async function replaceCatalogue(
  tx: Tx,
  org: Org,
  platform: string,
  entries: readonly EventCatalogueEntry[],
): Promise<void> {
  await tx.delete(eventCatalogue).where(ownedBy(org, eventCatalogue, eq(eventCatalogue.platform, platform)))
  for (let at = 0; at < entries.length; at += 1_000) {
    await tx
      .insert(eventCatalogue)
      .values(
        entries
          .slice(at, at + 1_000)
          .map(({ event_id: eventId, ...entry }) => ({ ...entry, eventId, orgUuid: org.uuid, platform })),
      )
  }
}
