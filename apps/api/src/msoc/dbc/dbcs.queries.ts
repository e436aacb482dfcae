import { and, asc, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertEvidence } from '@carapace/shared/msoc/alerts/alerts.table'
import { canProfiles, captures, dbcAssignments, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import type { DbcAssignment, DbcFile, DbcVersion } from '@carapace/shared/msoc/can/dbc.contract'
import { canFrames } from '@carapace/shared/msoc/events/events.series'
import type { Database, Tx } from '../../core/db.ts'

/** Maximum databases, versions per database and assignments of a library: with more, users would lose the overview. */
export const dbcsAtMost = 500
export const versionsAtMost = 100
export const assignmentsAtMost = 2_000
export const versionsInAll = 2_000
export const bytesAtMost = 200 * 1024 * 1024
const mostBusesShown = 500
/** How many recent frames are examined for bus names. */
const framesSeen = 5_000

const described = {
  uuid: dbcVersions.uuid,
  dbc_uuid: dbcVersions.dbcUuid,
  name: dbcs.name,
  version: dbcVersions.version,
  file_name: dbcVersions.fileName,
  note: dbcVersions.note,
  messages: dbcVersions.messages,
  signals: dbcVersions.signals,
  warning_count: sql<number>`jsonb_array_length(${dbcVersions.warnings})`,
  uploaded_by: dbcVersions.uploadedBy,
  sha256: sql<string>`encode(${dbcVersions.sha256}, 'hex')`,
  createdAt: dbcVersions.createdAt,
}

function selectVersions(db: Database | Tx, where: SQL) {
  return db.select(described).from(dbcVersions).innerJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid)).where(where)
}

function wire({ createdAt, ...version }: Awaited<ReturnType<typeof selectVersions>>[number]): DbcVersion {
  return { ...version, created_at: createdAt.toISOString() }
}

/** The matching databases of an organisation, by name, with all their versions and assignments. */
export async function dbcFiles(db: Database | Tx, org: Org, uuid?: string): Promise<DbcFile[]> {
  const files = await db
    .select()
    .from(dbcs)
    .where(ownedBy(org, dbcs, uuid === undefined ? undefined : eq(dbcs.uuid, uuid)))
    .orderBy(asc(dbcs.name))
    .limit(dbcsAtMost)
  const rows = await selectVersions(
    db,
    ownedBy(org, dbcVersions, uuid === undefined ? undefined : eq(dbcVersions.dbcUuid, uuid)),
  )
    .orderBy(desc(dbcVersions.version))
    .limit(versionsInAll)
  const versions = Map.groupBy(rows.map(wire), ({ dbc_uuid: of }) => of)
  const assigned = await assignments(db, org)
  return files.map((file) => {
    const own = versions.get(file.uuid) ?? []
    const isOwn = new Set(own.map((version) => version.uuid))
    return {
      uuid: file.uuid,
      name: file.name,
      description: file.description,
      revision: file.revision,
      created_at: file.createdAt.toISOString(),
      versions: own,
      assignments: assigned.filter(({ version_uuid: of }) => isOwn.has(of)),
    }
  })
}

/** Which versions are assigned to which model and bus. */
export async function assignments(db: Database | Tx, org: Org): Promise<DbcAssignment[]> {
  const rows = await db
    .select({
      uuid: dbcAssignments.uuid,
      model: dbcAssignments.model,
      bus: dbcAssignments.bus,
      version_uuid: dbcAssignments.versionUuid,
      version: dbcVersions.version,
      assigned_by: dbcAssignments.assignedBy,
      createdAt: dbcAssignments.createdAt,
    })
    .from(dbcAssignments)
    .innerJoin(dbcVersions, eq(dbcVersions.uuid, dbcAssignments.versionUuid))
    .where(ownedBy(org, dbcAssignments))
    .orderBy(asc(dbcAssignments.model), asc(dbcAssignments.bus))
    .limit(assignmentsAtMost)
  return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() }))
}

/**
 * All bus names that the organisation uses: in assignments, profiles, captures and the latest
 * frames.
 */
export async function busNames(db: Database, org: Org): Promise<string[]> {
  const recent = db
    .select({ bus: canFrames.bus })
    .from(canFrames)
    .where(ownedBy(org, canFrames, gt(canFrames.ts, sql`now() - interval '10 minutes'`)))
    .limit(framesSeen)
    .as('recent')
  const listed = db
    .select({ bus: sql<string>`one->>'bus'` })
    .from(captures)
    .innerJoin(sql`jsonb_array_elements(${captures.buses}) one`, sql`true`)
    .where(ownedBy(org, captures))
  const [framed, ...others] = await Promise.all([
    db.selectDistinct({ bus: recent.bus }).from(recent).limit(mostBusesShown),
    listed.limit(mostBusesShown),
    db
      .selectDistinct({ bus: canProfiles.bus })
      .from(canProfiles)
      .where(ownedBy(org, canProfiles))
      .limit(mostBusesShown),
    db
      .selectDistinct({ bus: dbcAssignments.bus })
      .from(dbcAssignments)
      .where(ownedBy(org, dbcAssignments, ne(dbcAssignments.bus, '')))
      .limit(mostBusesShown),
  ])
  return [...new Set([...framed, ...others.flat()].map(({ bus }) => bus))].sort().slice(0, mostBusesShown)
}

export async function dbcVersion(db: Database | Tx, org: Org, uuid: string): Promise<DbcVersion | undefined> {
  const [row] = await selectVersions(db, ownedBy(org, dbcVersions, eq(dbcVersions.uuid, uuid)))
  return row && wire(row)
}

/** The text of a version as it was uploaded, and its warnings. */
export async function dbcText(
  db: Database | Tx,
  org: Org,
  uuid: string,
): Promise<Pick<typeof dbcVersions.$inferSelect, 'text' | 'warnings'> | undefined> {
  const [row] = await db
    .select({ text: dbcVersions.text, warnings: dbcVersions.warnings })
    .from(dbcVersions)
    .where(ownedBy(org, dbcVersions, eq(dbcVersions.uuid, uuid)))
  return row
}

/**
 * Locks a version's database until the transaction ends, so that it cannot be deleted while something new refers to it;
 * false if it does not exist (any longer).
 */
export async function holdDbcOf(tx: Tx, org: Org, versionUuid: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: dbcs.uuid })
    .from(dbcVersions)
    .innerJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .where(ownedBy(org, dbcVersions, eq(dbcVersions.uuid, versionUuid)))
    .for('key share', { of: dbcs })
  return rows.length > 0
}

/** Waits for transactions that are adding references to a database, and blocks new ones until this one ends. */
export async function holdToRemove(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .select({ uuid: dbcs.uuid })
    .from(dbcs)
    .where(ownedBy(org, dbcs, eq(dbcs.uuid, uuid)))
    .for('update')
}

/**
 * Locks the organisation's library until the transaction ends: names, version numbers and limits stay valid.
 * Across organisations: no row is touched.
 */
export async function holdLibrary(tx: Tx, org: Org): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dbcs ${org.uuid}`}, 0))`)
}

/** The number of versions in a library, and the bytes of their texts. */
export async function kept(tx: Tx, org: Org): Promise<{ versions: number; bytes: number }> {
  const [row] = await tx
    .select({
      versions: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(octet_length(${dbcVersions.text})), 0)::float8`,
    })
    .from(dbcVersions)
    .where(ownedBy(org, dbcVersions))
  return row!
}

export async function countDbcs(tx: Tx, org: Org): Promise<number> {
  return tx.$count(dbcs, ownedBy(org, dbcs))
}

/** The version that already has this text. */
export async function versionWithText(tx: Tx, org: Org, sha256: Buffer): Promise<DbcVersion | undefined> {
  const [row] = await selectVersions(tx, ownedBy(org, dbcVersions, eq(dbcVersions.sha256, sha256))).limit(1)
  return row && wire(row)
}

export async function dbcNamed(tx: Tx, org: Org, name: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ uuid: dbcs.uuid })
    .from(dbcs)
    .where(ownedBy(org, dbcs, eq(dbcs.name, name)))
  return row?.uuid
}

export async function insertDbc(tx: Tx, org: Org, name: string): Promise<string> {
  const [row] = await tx.insert(dbcs).values({ orgUuid: org.uuid, name }).returning({ uuid: dbcs.uuid })
  return row!.uuid
}

type NewVersion = Omit<typeof dbcVersions.$inferInsert, 'orgUuid'>

export async function insertVersion(tx: Tx, org: Org, version: NewVersion): Promise<string> {
  const [row] = await tx
    .insert(dbcVersions)
    .values({ ...version, orgUuid: org.uuid })
    .returning({ uuid: dbcVersions.uuid })
  return row!.uuid
}

/** Updates a database; false if it was changed meanwhile. */
export async function updateDbc(
  tx: Tx,
  org: Org,
  uuid: string,
  revision: number,
  fields: { name: string; description: string },
): Promise<boolean> {
  const where = ownedBy(org, dbcs, eq(dbcs.uuid, uuid), eq(dbcs.revision, revision))
  const rows = await tx
    .update(dbcs)
    .set({ ...fields, revision: revision + 1 })
    .where(where)
    .returning({ uuid: dbcs.uuid })
  return rows.length > 0
}

/** Deletes a database with its versions; false if it was changed meanwhile. */
export async function removeDbc(tx: Tx, org: Org, uuid: string, revision: number): Promise<boolean> {
  const rows = await tx
    .delete(dbcs)
    .where(ownedBy(org, dbcs, eq(dbcs.uuid, uuid), eq(dbcs.revision, revision)))
    .returning({ uuid: dbcs.uuid })
  return rows.length > 0
}

/** What refers to versions of a database and prevents its deletion: the number of profiles and of alert evidence. */
export async function dependentsOf(tx: Tx, org: Org, dbcUuid: string): Promise<{ profiles: number; alerts: number }> {
  const versions = tx
    .select({ uuid: dbcVersions.uuid })
    .from(dbcVersions)
    .where(ownedBy(org, dbcVersions, eq(dbcVersions.dbcUuid, dbcUuid)))
  const profiles = await tx.$count(
    canProfiles,
    ownedBy(org, canProfiles, sql`${canProfiles.dbcVersionUuid} IN ${versions}`),
  )
  const alerts = await tx.$count(
    alertEvidence,
    ownedBy(org, alertEvidence, sql`${alertEvidence.dbcVersionUuid} IN ${versions}`),
  )
  return { profiles, alerts }
}

interface Place {
  readonly model: string
  readonly bus: string
}

/** Assigns a version to a bus of a model, in place of the previous one; null removes the assignment. */
export async function assign(
  tx: Tx,
  org: Org,
  { model, bus }: Place,
  versionUuid: string | null,
  assignedBy: string,
): Promise<void> {
  const where = ownedBy(org, dbcAssignments, and(eq(dbcAssignments.model, model), eq(dbcAssignments.bus, bus)))
  await tx.delete(dbcAssignments).where(where)
  if (versionUuid !== null)
    await tx.insert(dbcAssignments).values({ orgUuid: org.uuid, model, bus, versionUuid, assignedBy })
}
