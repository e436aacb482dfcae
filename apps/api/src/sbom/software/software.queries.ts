import { asc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { likeText } from '../paging.ts'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import { software } from '@carapace/shared/sbom/sbom.table'
import type { Software } from '@carapace/shared/sbom/software.contract'
import type { Database, Tx } from '../../core/db.ts'

export type SoftwareRow = typeof software.$inferSelect

/** The code of a software, such as SW-012. */
export const codeOf = (number: number): string => `SW-${String(number).padStart(3, '0')}`

function selectSoftware(db: Database | Tx, where: SQL) {
  return db
    .select({
      ...getTableColumns(software),
      // written out: a column of the only table has no table's name, and would be one of releases
      releases: sql<number>`(SELECT count(*)::int FROM releases r WHERE r.software_uuid = software.uuid)`,
    })
    .from(software)
    .where(where)
    .orderBy(asc(sql`lower(${software.name})`), asc(software.uuid))
    .limit(sbomLimits.software)
}

function wire(row: SoftwareRow & { readonly releases: number }): Software {
  return {
    uuid: row.uuid,
    code: codeOf(row.number),
    name: row.name,
    kind: row.kind,
    ecu: row.ecu,
    reported_as: row.reportedAs,
    supplier: row.supplier,
    description: row.description,
    program_uuid: row.programUuid,
    releases: row.releases,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    revision: row.revision,
  }
}

/** The organisation's software by name. */
export async function softwareOf(
  db: Database,
  org: Org,
  { q, program_uuid: program }: { readonly q?: string | undefined; readonly program_uuid?: string | undefined },
): Promise<Software[]> {
  const words = q ? `%${likeText(q.toLowerCase())}%` : undefined
  const rows = await selectSoftware(
    db,
    ownedBy(
      org,
      software,
      program === undefined ? undefined : eq(software.programUuid, program),
      words === undefined
        ? undefined
        : or(
            sql`lower(${software.name}) LIKE ${words}`,
            sql`lower(${software.ecu}) LIKE ${words}`,
            sql`lower(${software.supplier}) LIKE ${words}`,
            sql`'sw-' || lpad(${software.number}::text, 3, '0') LIKE ${words}`,
          ),
    ),
  )
  return rows.map(wire)
}

export async function softwareByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Software | undefined> {
  const [row] = await selectSoftware(db, ownedBy(org, software, eq(software.uuid, uuid)))
  return row && wire(row)
}

/** A software by its uuid, its code, or its name in any case. */
export async function softwareNamed(db: Database | Tx, org: Org, name: string): Promise<Software | undefined> {
  const number = /^sw-(\d{1,7})$/i.exec(name)?.[1]
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)
  const [row] = await selectSoftware(
    db,
    ownedBy(
      org,
      software,
      isUuid
        ? eq(software.uuid, name)
        : or(
            sql`lower(${software.name}) = lower(${name})`,
            number === undefined ? undefined : eq(software.number, Number(number)),
          ),
    ),
  )
  return row && wire(row)
}

/** Locks the organisation's list of software until the commit. Returns how many there are, and the highest number. */
export async function lockSoftware(tx: Tx, org: Org): Promise<{ count: number; highest: number }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`software ${org.uuid}`}, 0))`)
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int`, highest: sql<number>`coalesce(max(${software.number}), 0)::int` })
    .from(software)
    .where(ownedBy(org, software))
  return row!
}

/** What another software has already: its name, or the name by which vehicles report it. */
export async function takenNames(
  tx: Tx,
  org: Org,
  { uuid, name, reportedAs }: { uuid: string | undefined; name: string; reportedAs: string },
): Promise<{ name: boolean; reportedAs: boolean }> {
  const rows = await tx
    .select({ name: software.name, reportedAs: software.reportedAs })
    .from(software)
    .where(
      ownedBy(
        org,
        software,
        uuid === undefined ? undefined : sql`${software.uuid} <> ${uuid}`,
        or(
          sql`lower(${software.name}) = lower(${name})`,
          reportedAs === '' ? undefined : sql`lower(${software.reportedAs}) = lower(${reportedAs})`,
        ),
      ),
    )
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return {
    name: rows.some((row) => same(row.name, name)),
    reportedAs: reportedAs !== '' && rows.some((row) => same(row.reportedAs, reportedAs)),
  }
}

type Fields = Partial<Omit<typeof software.$inferInsert, 'orgUuid'>>

export async function insertSoftware(
  tx: Tx,
  org: Org,
  fields: Omit<typeof software.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(software)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: software.uuid })
  return row!.uuid
}

/** Changes a software that has this revision; false: it has another one by now. */
export async function updateSoftware(
  tx: Tx,
  org: Org,
  { uuid, revision }: { uuid: string; revision: number },
  fields: Fields,
): Promise<boolean> {
  const rows = await tx
    .update(software)
    .set({ ...fields, revision: revision + 1, updatedAt: new Date() })
    .where(ownedBy(org, software, eq(software.uuid, uuid), eq(software.revision, revision)))
    .returning({ uuid: software.uuid })
  return rows.length > 0
}

export async function removeSoftware(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(software).where(ownedBy(org, software, eq(software.uuid, uuid)))
}
