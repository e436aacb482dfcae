import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { documentFilters, releaseSorts } from '@carapace/shared/sbom/sbom'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { likeText } from '../paging.ts'
import type { listReleases, Release } from '@carapace/shared/sbom/releases.contract'
import { bomDocuments, releases, software } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'
import { codeOf } from './software.queries.ts'

export type ReleaseRow = typeof releases.$inferSelect
type ReleasesQuery = z.output<typeof listReleases.input>

const current = alias(bomDocuments, 'current_document')
const latest = alias(bomDocuments, 'latest_document')

/** The document that was added last; one whose bytes still arrive is none. */
const isLatest = eq(
  latest.uuid,
  sql`(SELECT d.uuid FROM bom_documents d WHERE d.release_uuid = ${releases.uuid} AND d.job_uuid IS NOT NULL
    ORDER BY d.added_at DESC, d.uuid DESC LIMIT 1)`,
)

/** What is shown of a release's document: its faults, head and points may be megabytes. */
const shownOf = (of: typeof current | typeof latest) => ({
  uuid: of.uuid,
  state: of.state,
  origin: of.origin,
  fileName: of.fileName,
  format: of.format,
  components: of.components,
  quality: sql<number | null>`(${of.quality} ->> 'score')::float8`,
  addedAt: of.addedAt,
})

function selectReleases(db: Database | Tx, where: SQL) {
  return db
    .select({
      row: getTableColumns(releases),
      software,
      document: shownOf(current),
      latest: shownOf(latest),
      approvedBy: users.name,
    })
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .leftJoin(current, eq(current.uuid, releases.documentUuid))
    .leftJoin(latest, isLatest)
    .leftJoin(users, eq(users.uuid, releases.approvedByUuid))
    .where(where)
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectReleases>>[number]

/** A release as people name it; of one that was deleted: a release. */
export async function releaseTitle(tx: Tx, org: Org, uuid: string): Promise<string> {
  const [row] = await tx
    .select({ name: software.name, version: releases.version })
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .where(ownedBy(org, releases, eq(releases.uuid, uuid)))
  return row === undefined ? 'A release' : `${row.name} ${row.version}`
}

/** Drizzle gives null, or an object of nulls, where there is none. */
function documentWire(row: Selected['document'] | null): Release['document'] {
  if (row === null || row.uuid === null) return null
  return {
    uuid: row.uuid,
    state: row.state!,
    origin: row.origin!,
    file_name: row.fileName!,
    format: row.format,
    components: row.components!,
    quality: row.quality,
    added_at: row.addedAt!.toISOString(),
  }
}

function wire({ row, software: of, document, latest: last, approvedBy }: Selected): Release {
  return {
    uuid: row.uuid,
    software: {
      uuid: of.uuid,
      code: codeOf(of.number),
      name: of.name,
      kind: of.kind,
      ecu: of.ecu,
      supplier: of.supplier,
      reported_as: of.reportedAs,
    },
    version: row.version,
    state: row.state,
    rxswin: row.rxswin,
    part_number: row.partNumber,
    hashes: [...row.hashes],
    released_at: row.releasedAt?.toISOString() ?? null,
    note: row.note,
    document: documentWire(document),
    latest: documentWire(last),
    findings: null,
    approved_by: approvedBy,
    approved_at: row.approvedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    revision: row.revision,
  }
}

const documentStates: Readonly<Record<(typeof documentFilters)[number], SQL>> = {
  ready: sql`${releases.documentUuid} IS NOT NULL`,
  reading: eq(latest.state, 'READING'),
  failed: eq(latest.state, 'FAILED'),
  none: sql`${latest.uuid} IS NULL`,
}

function matching(query: ReleasesQuery): SQL | undefined {
  const words = query.q ? `%${likeText(query.q.toLowerCase())}%` : undefined
  return and(
    words === undefined
      ? undefined
      : or(
          sql`lower(${software.name} || ' ' || ${releases.version}) LIKE ${words}`,
          sql`lower(${software.ecu}) LIKE ${words}`,
          sql`lower(${releases.partNumber}) LIKE ${words}`,
          sql`'sw-' || lpad(${software.number}::text, 3, '0') LIKE ${words}`,
        ),
    query.state && inArray(releases.state, [...query.state]),
    query.kind && inArray(software.kind, [...query.kind]),
    query.document && or(...query.document.map((state) => documentStates[state])),
    query.ecu === undefined ? undefined : sql`lower(${software.ecu}) = lower(${query.ecu})`,
    query.supplier === undefined ? undefined : sql`lower(${software.supplier}) = lower(${query.supplier})`,
    query.software_uuid === undefined ? undefined : eq(software.uuid, query.software_uuid),
    query.program_uuid === undefined ? undefined : eq(software.programUuid, query.program_uuid),
  )
}

const sorts: Readonly<Record<(typeof releaseSorts)[number], SQL>> = {
  age: sql`${releases.createdAt}`,
  software: sql`lower(${software.name})`,
  version: sql`lower(${releases.version})`,
  ecu: sql`lower(${software.ecu})`,
  supplier: sql`lower(${software.supplier})`,
  state: sql`${releases.state}`,
  components: sql`coalesce(${current.components}, -1)`,
  quality: sql`coalesce((${current.quality} ->> 'score')::float8, -1)`,
}

/** A page of the organisation's releases, and how many match. */
export async function releasesPage(
  db: Database,
  org: Org,
  query: ReleasesQuery,
  skip: number,
): Promise<{ releases: Release[]; total: number }> {
  const where = ownedBy(org, releases, matching(query))
  const way = query.order === 'asc' ? asc : desc
  const rows = await selectReleases(db, where)
    .orderBy(way(sorts[query.sort]), way(releases.uuid))
    .limit(query.limit)
    .offset(skip)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .leftJoin(latest, isLatest)
    .where(where)
  return { releases: rows.map(wire), total: counted!.total }
}

export async function releaseByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Release | undefined> {
  const [row] = await selectReleases(db, ownedBy(org, releases, eq(releases.uuid, uuid)))
  return row && wire(row)
}

/** A software's release of a version. */
export async function releaseOfVersion(
  tx: Tx,
  org: Org,
  softwareUuid: string,
  version: string,
): Promise<{ uuid: string } | undefined> {
  const [row] = await tx
    .select({ uuid: releases.uuid })
    .from(releases)
    .where(ownedBy(org, releases, eq(releases.softwareUuid, softwareUuid), eq(releases.version, version)))
  return row
}

/** Locks a release until the commit: others may add what refers to it, but not change or delete it. */
export async function lockRelease(tx: Tx, org: Org, uuid: string): Promise<ReleaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(releases)
    .where(ownedBy(org, releases, eq(releases.uuid, uuid)))
    .for('no key update')
  return row
}

export async function countReleases(tx: Tx, org: Org, softwareUuid: string): Promise<number> {
  return tx.$count(releases, ownedBy(org, releases, eq(releases.softwareUuid, softwareUuid)))
}

export async function insertRelease(
  tx: Tx,
  org: Org,
  fields: Omit<typeof releases.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(releases)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: releases.uuid })
  return row!.uuid
}

/** Changes a release that has this revision; false: it has another one by now. */
export async function updateRelease(
  tx: Tx,
  org: Org,
  { uuid, revision }: { uuid: string; revision: number },
  fields: Partial<Omit<typeof releases.$inferInsert, 'orgUuid'>>,
): Promise<boolean> {
  const rows = await tx
    .update(releases)
    .set({ ...fields, revision: revision + 1, updatedAt: new Date() })
    .where(ownedBy(org, releases, eq(releases.uuid, uuid), eq(releases.revision, revision)))
    .returning({ uuid: releases.uuid })
  return rows.length > 0
}

export async function removeRelease(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(releases).where(ownedBy(org, releases, eq(releases.uuid, uuid)))
}

/** Which document's components count as those of the release; its findings are made again (rule SBOM-15). */
export async function useDocument(tx: Tx, org: Org, uuid: string, documentUuid: string | null): Promise<void> {
  await tx
    .update(releases)
    .set({ documentUuid, revision: sql`${releases.revision} + 1`, updatedAt: new Date() })
    .where(ownedBy(org, releases, eq(releases.uuid, uuid)))
  await queueReleases(tx, sql`SELECT uuid, org_uuid FROM releases WHERE org_uuid = ${org.uuid} AND uuid = ${uuid}`)
}

/** The statements of a release's documents are applied again, without a comparison with advisories (rule SBOM-18). */
export async function restate(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.execute(sql`INSERT INTO releases_to_match (release_uuid, org_uuid, compares)
    SELECT uuid, org_uuid, false FROM releases WHERE org_uuid = ${org.uuid} AND uuid = ${uuid}
    ON CONFLICT (release_uuid) DO UPDATE SET since = now()`)
}

/** The releases that have one of some component versions are compared again (rule SBOM-15). */
export async function queueReleasesWith(tx: Tx, org: Org, components: readonly number[]): Promise<void> {
  if (components.length === 0) return
  await queueReleases(
    tx,
    sql`SELECT DISTINCT r.uuid, r.org_uuid FROM occurrences o JOIN releases r ON r.document_uuid = o.document_uuid
      WHERE o.org_uuid = ${org.uuid} AND o.component_id = ANY(${`{${components.join(',')}}`}::bigint[])`,
  )
}

/**
 * Queues selected releases, in the order of their uuids, so that no two writers wait crosswise.
 *
 * Across organisations: the callers select those of one.
 */
async function queueReleases(tx: Tx, selected: SQL): Promise<void> {
  await tx.execute(sql`INSERT INTO releases_to_match (release_uuid, org_uuid, compares)
    SELECT s.uuid, s.org_uuid, true FROM (${selected}) s ORDER BY s.uuid
    ON CONFLICT (release_uuid) DO UPDATE SET compares = true, since = now()`)
}
