import { asc, eq, sql } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Analysis } from '@carapace/shared/msoc/observables/analyze/analyzers'
import type { Analyzer } from '@carapace/shared/msoc/observables/analyzers.contract'
import { limits } from '@carapace/shared/msoc/observables/observables'
import { observableAnalyzers, observableResults } from '@carapace/shared/msoc/observables/observables.table'
import { dbcAssignments, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import type { Database, Tx } from '../../../core/db.ts'
import { takeLock } from '../../../core/locks.queries.ts'

export type StoredAnalyzer = typeof observableAnalyzers.$inferSelect
type NewAnalyzer = Omit<typeof observableAnalyzers.$inferInsert, 'orgUuid'>

/** Lets no other transaction change analyzers of the organisation until this one ends. */
export async function lockAnalyzers(tx: Tx, org: Org): Promise<void> {
  await takeLock(tx, org, 'analyzers')
}

export async function storedAnalyzers(db: Database | Tx, org: Org): Promise<StoredAnalyzer[]> {
  return db
    .select()
    .from(observableAnalyzers)
    .where(ownedBy(org, observableAnalyzers))
    .orderBy(asc(sql`lower(${observableAnalyzers.name})`))
    .limit(limits.analyzers)
}

/** @throws {Failure} NOT_FOUND */
export async function storedAnalyzer(db: Database | Tx, org: Org, uuid: string): Promise<StoredAnalyzer> {
  const [row] = await db
    .select()
    .from(observableAnalyzers)
    .where(ownedBy(org, observableAnalyzers, eq(observableAnalyzers.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

/** An analyzer as it is sent: without its secret. */
export function wireAnalyzer(row: StoredAnalyzer): Analyzer {
  return {
    uuid: row.uuid,
    kind: row.kind,
    name: row.name,
    url: row.url,
    types: row.types,
    max_tlp: row.maxTlp,
    max_pap: row.maxPap,
    per_hour: row.perHour,
    cache_hours: row.cacheHours,
    options: row.options,
    has_secret: row.secret !== null,
    active: row.active,
    author: row.author,
    revision: row.revision,
  }
}

export async function insertAnalyzer(tx: Tx, org: Org, row: NewAnalyzer): Promise<string> {
  const [stored] = await tx
    .insert(observableAnalyzers)
    .values({ ...row, orgUuid: org.uuid })
    .returning({ uuid: observableAnalyzers.uuid })
  return stored!.uuid
}

export async function updateAnalyzer(tx: Tx, org: Org, uuid: string, set: Partial<NewAnalyzer>): Promise<void> {
  await tx
    .update(observableAnalyzers)
    .set({ ...set, revision: sql`${observableAnalyzers.revision} + 1` })
    .where(ownedBy(org, observableAnalyzers, eq(observableAnalyzers.uuid, uuid)))
}

export async function removeAnalyzer(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(observableAnalyzers).where(ownedBy(org, observableAnalyzers, eq(observableAnalyzers.uuid, uuid)))
}

/** Counts a use of an analyzer in this hour; returns false if it has had all of them (rule OBSERVABLE-37). */
export async function takeUse(db: Database, org: Org, uuid: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`
    UPDATE observable_analyzers SET
      used_count = CASE WHEN used_hour = date_trunc('hour', now()) THEN used_count + 1 ELSE 1 END,
      used_hour = date_trunc('hour', now())
    WHERE org_uuid = ${org.uuid} AND uuid = ${uuid}
      AND (used_hour IS DISTINCT FROM date_trunc('hour', now()) OR used_count < per_hour)
    RETURNING 1`,
  )
  return rows.length > 0
}

/** Stores a result in the place of the one before. */
export async function storeResult(
  db: Database,
  org: Org,
  observableUuid: string,
  of: { readonly analyzer: string; readonly name: string; readonly cacheHours: number },
  { verdict, summary, facts }: Analysis,
): Promise<void> {
  const at = new Date()
  const row = {
    at,
    name: of.name,
    expiresAt: new Date(at.getTime() + of.cacheHours * 3_600_000),
    verdict,
    summary: summary.slice(0, 1_000),
    facts: [...facts],
  }
  await db
    .insert(observableResults)
    .values({ ...row, orgUuid: org.uuid, observableUuid, analyzer: of.analyzer })
    .onConflictDoUpdate({ target: [observableResults.observableUuid, observableResults.analyzer], set: row })
}

/** Databases whose texts are read for one result: those that are assigned to buses come first. */
const mostDatabases = 10

/** The newest versions of the organisation's CAN databases that are assigned to buses, and where. */
export async function assignedDatabases(db: Database, org: Org) {
  return db
    .select({
      name: dbcs.name,
      text: dbcVersions.text,
      assigned: sql<string>`string_agg(trim(${dbcAssignments.model} || ' ' || ${dbcAssignments.bus}), ', ')`,
    })
    .from(dbcAssignments)
    .innerJoin(dbcVersions, eq(dbcVersions.uuid, dbcAssignments.versionUuid))
    .innerJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .where(ownedBy(org, dbcAssignments))
    .groupBy(dbcs.name, dbcVersions.uuid)
    .orderBy(asc(dbcs.name))
    .limit(mostDatabases)
}
