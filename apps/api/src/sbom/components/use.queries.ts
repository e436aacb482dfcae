import { eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { ComponentType } from '@carapace/shared/sbom/documents/bom'
import { componentKeys, componentVersions } from '@carapace/shared/sbom/sbom.table'
import type { Database } from '../../core/db.ts'
import { likeText } from '../paging.ts'

/** Whether an occurrence `o` is in the document that its release `r` uses. */
const inUse = sql`r.uuid = o.release_uuid AND r.document_uuid = o.document_uuid`

/** Component versions that releases have, by a part of their name, and a version. */
export async function foundComponents(db: Database, org: Org, q: string, limit: number) {
  const { name, version } = wordsOf(q)
  const words = `%${likeText(name.toLowerCase())}%`
  const isPurl = q.startsWith('pkg:')
  const rows = await rowsOf<{
    component_id: string
    type: ComponentType
    group_name: string
    name: string
    version: string
    purl: string | null
    supplier: string
    releases: number
  }>(
    db,
    sql`WITH found AS (
        SELECT c.* FROM component_versions c
        WHERE c.org_uuid = ${org.uuid}
        AND ${isPurl ? sql`lower(c.purl) LIKE ${`${likeText(q.toLowerCase())}%`}` : sql`lower(c.name) LIKE ${words}`}
        ${version === undefined || isPurl ? sql`` : sql`AND starts_with(lower(c.version), ${version.toLowerCase()})`}
        ORDER BY lower(c.name) = ${name.toLowerCase()} DESC, length(c.name), lower(c.name), c.version, c.id
        LIMIT 1000)
      SELECT f.id AS component_id, f.type, f.group_name, f.name, f.version, f.purl, f.supplier, u.releases
      FROM found f CROSS JOIN LATERAL (
        SELECT count(DISTINCT o.release_uuid)::int AS releases FROM occurrences o JOIN releases r ON ${inUse}
        WHERE o.org_uuid = ${org.uuid} AND o.component_id = f.id) u
      WHERE u.releases > 0
      ORDER BY lower(f.name) = ${name.toLowerCase()} DESC, length(f.name), lower(f.name), f.version, f.id
      LIMIT ${limit + 1}`,
  )
  return {
    components: rows
      .slice(0, limit)
      .map(({ component_id: id, group_name: group, ...row }) => ({ ...row, component_id: Number(id), group })),
    is_cut: rows.length > limit,
  }
}

/** The name and the version in `zlib 1.2.11` or `zlib@1.2.11`. */
export function wordsOf(q: string): { readonly name: string; readonly version: string | undefined } {
  const [, name, version] = /^(.*\S)(?:\s+|@)(v?\d\S*)$/.exec(q.trim()) ?? []
  return name === undefined ? { name: q.trim(), version: undefined } : { name, version }
}

/** A component version with its keys; undefined: the organisation has none of this id. */
export async function componentById(db: Database, org: Org, id: number) {
  const [row] = await db
    .select()
    .from(componentVersions)
    .where(ownedBy(org, componentVersions, eq(componentVersions.id, id)))
  if (!row) return undefined
  const keys = await db
    .select({ ecosystem: componentKeys.ecosystem, name: componentKeys.name, version: componentKeys.version })
    .from(componentKeys)
    .where(ownedBy(org, componentKeys, eq(componentKeys.componentId, id)))
    .orderBy(componentKeys.ecosystem, componentKeys.name)
  return { row, keys }
}

interface Named {
  readonly group: string
  readonly name: string
}

const sameName = ({ group, name }: Named) =>
  sql`lower(c.name) = ${name.toLowerCase()} AND c.name = ${name} AND c.group_name = ${group}`

/** The versions of a component by group and name, with how many releases and vehicles have each; at most 200. */
export async function versionsOf(db: Database, org: Org, named: Named) {
  const rows = await rowsOf<{ component_id: string; version: string; releases: number; vehicles: number }>(
    db,
    sql`SELECT c.id AS component_id, c.version,
        count(DISTINCT r.uuid)::int AS releases,
        (SELECT count(DISTINCT v.vehicle_uuid)::int FROM vehicle_software v
          JOIN software s ON v.org_uuid = ${org.uuid} AND s.org_uuid = ${org.uuid} AND s.reported_as <> ''
            AND lower(v.software) = lower(s.reported_as)
          JOIN releases r ON r.software_uuid = s.uuid AND r.version = v.version
          JOIN occurrences o ON ${inUse} WHERE o.org_uuid = ${org.uuid} AND o.component_id = c.id) AS vehicles
      FROM component_versions c
      JOIN occurrences o ON o.org_uuid = c.org_uuid AND o.component_id = c.id
      JOIN releases r ON ${inUse}
      WHERE c.org_uuid = ${org.uuid} AND ${sameName(named)}
      GROUP BY c.id, c.version ORDER BY releases DESC, c.version, c.id LIMIT 200`,
  )
  return rows.map(({ component_id: id, ...row }) => ({ ...row, component_id: Number(id) }))
}

/** The releases that have a version of a component, with how many vehicles run each; at most 500. */
export async function releasesWith(db: Database, org: Org, named: Named) {
  const rows = await rowsOf<{
    release_uuid: string
    software: string
    release: string
    ecu: string
    supplier: string
    component_id: string
    version: string
    position: number
    depth: number | null
    vehicles: number
  }>(
    db,
    sql`SELECT DISTINCT ON (lower(s.name), r.created_at, r.uuid, c.id)
        r.uuid AS release_uuid, s.name AS software, r.version AS release, s.ecu, s.supplier, c.id AS component_id,
        c.version, o.position, o.depth,
        (SELECT count(DISTINCT v.vehicle_uuid)::int FROM vehicle_software v
          WHERE v.org_uuid = ${org.uuid} AND s.reported_as <> '' AND lower(v.software) = lower(s.reported_as)
          AND v.version = r.version) AS vehicles
      FROM component_versions c
      JOIN occurrences o ON o.org_uuid = c.org_uuid AND o.component_id = c.id
      JOIN releases r ON ${inUse}
      JOIN software s ON s.uuid = r.software_uuid
      WHERE c.org_uuid = ${org.uuid} AND ${sameName(named)}
      ORDER BY lower(s.name), r.created_at, r.uuid, c.id, o.position LIMIT 500`,
  )
  return rows.map(({ component_id: id, ...row }) => ({ ...row, component_id: Number(id) }))
}

/** How many vehicles run a release with any version of a component. */
export async function vehiclesWith(db: Database, org: Org, named: Named): Promise<number> {
  const [row] = await rowsOf<{ vehicles: number }>(
    db,
    sql`WITH having_it AS (
        SELECT DISTINCT s.reported_as, r.version FROM component_versions c
        JOIN occurrences o ON o.org_uuid = c.org_uuid AND o.component_id = c.id
        JOIN releases r ON ${inUse}
        JOIN software s ON s.uuid = r.software_uuid
        WHERE c.org_uuid = ${org.uuid} AND ${sameName(named)} AND s.reported_as <> '')
      SELECT count(DISTINCT v.vehicle_uuid)::int AS vehicles FROM having_it h
      JOIN vehicle_software v ON v.org_uuid = ${org.uuid} AND lower(v.software) = lower(h.reported_as)
        AND v.version = h.version`,
  )
  return row!.vehicles
}
