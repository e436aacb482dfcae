import { inArray } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { dbcAssignments, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import type { EventCatalogueEntry } from '@carapace/shared/msoc/ingest/ingest.contract'
import { eventCatalogue } from '@carapace/shared/msoc/ingest/ingest.table'

/** Which database version decodes which bus of which model. */
export async function assignedVersions(db: AnyDatabase, org: Org) {
  return db
    .select({ model: dbcAssignments.model, bus: dbcAssignments.bus, version: dbcAssignments.versionUuid })
    .from(dbcAssignments)
    .where(ownedBy(org, dbcAssignments))
}

/** The texts of database versions. */
export async function versionTexts(db: AnyDatabase, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return db
    .select({ uuid: dbcVersions.uuid, text: dbcVersions.text })
    .from(dbcVersions)
    .where(ownedBy(org, dbcVersions, inArray(dbcVersions.uuid, [...uuids])))
}

/** The meanings of IDS events, by platform. */
export async function catalogues(db: AnyDatabase, org: Org): Promise<Map<string, Map<number, EventCatalogueEntry>>> {
  const rows = await db.select().from(eventCatalogue).where(ownedBy(org, eventCatalogue))
  const found = new Map<string, Map<number, EventCatalogueEntry>>()
  for (const { platform, eventId, name, severity, description, tactics } of rows) {
    const catalogue = found.get(platform) ?? new Map<number, EventCatalogueEntry>()
    found.set(platform, catalogue.set(eventId, { event_id: eventId, name, severity, description, tactics }))
  }
  return found
}
