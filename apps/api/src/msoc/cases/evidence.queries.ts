import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '@carapace/shared/core/actor'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { CaseEvidence, CustodyEntry, EvidenceSource } from '@carapace/shared/msoc/cases/case-evidence.contract'
import type { CustodyAction } from '@carapace/shared/msoc/cases/cases'
import { caseCustody, caseEvidence, caseEvidenceFiles } from '@carapace/shared/msoc/cases/cases.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

/** A file that is still arriving is not shown. */
const hasArrived = or(sql`${caseEvidence.kind} <> 'file'`, isNotNull(caseEvidence.sha256))

function selectEvidence(db: Database | Tx, where: SQL) {
  return db
    .select({
      row: caseEvidence,
      vehicle: { uuid: vehicles.uuid, vin: vehicles.vin },
      alertNumber: alerts.number,
      custody: sql<number>`(SELECT count(*)::int FROM case_custody c WHERE c.evidence_uuid = ${caseEvidence.uuid})`,
    })
    .from(caseEvidence)
    .leftJoin(alerts, and(eq(caseEvidence.kind, 'alert'), eq(alerts.uuid, caseEvidence.targetUuid)))
    .leftJoin(vehicles, and(eq(caseEvidence.kind, 'window'), eq(vehicles.uuid, caseEvidence.targetUuid)))
    .where(where)
}

type Row = Awaited<ReturnType<typeof selectEvidence>>[number]

function wire({ row, vehicle, alertNumber, custody }: Row): CaseEvidence {
  return {
    uuid: row.uuid,
    name: row.name,
    note: row.note,
    source: sourceOf(row, vehicle, alertNumber),
    added_by: row.addedBy,
    added_at: row.addedAt.toISOString(),
    removed_at: row.removedAt?.toISOString() ?? null,
    custody,
  }
}

function sourceOf(row: Row['row'], vehicle: Row['vehicle'], alertNumber: number | null): EvidenceSource {
  switch (row.kind) {
    case 'alert':
      return { kind: 'alert', alert_uuid: row.targetUuid!, number: alertNumber ?? 0 }
    case 'capture':
      return { kind: 'capture', capture_uuid: row.targetUuid! }
    case 'window':
      return { kind: 'window', vehicle, bus: row.bus, from: row.fromAt!.toISOString(), to: row.toAt!.toISOString() }
    case 'file':
      return {
        kind: 'file',
        file_name: row.fileName ?? '',
        content_type: row.contentType ?? '',
        bytes: row.bytes,
        sha256: hexOf(row.sha256),
      }
  }
}

export const hexOf = (hash: Uint8Array | null) => Buffer.from(hash ?? []).toString('hex')

/** The evidence of a case, the latest first; with what was removed, of which the entry stays. */
export async function evidenceOf(db: Database | Tx, org: Org, caseUuid: string): Promise<CaseEvidence[]> {
  const where = ownedBy(org, caseEvidence, eq(caseEvidence.caseUuid, caseUuid), hasArrived)
  const rows = await selectEvidence(db, where).orderBy(desc(caseEvidence.addedAt), desc(caseEvidence.uuid))
  return rows.map(wire)
}

export async function evidenceNamed(
  db: Database | Tx,
  org: Org,
  caseUuid: string,
  uuid: string,
): Promise<CaseEvidence | undefined> {
  const isThis = eq(caseEvidence.uuid, uuid)
  const where = ownedBy(org, caseEvidence, eq(caseEvidence.caseUuid, caseUuid), isThis, hasArrived)
  const [row] = await selectEvidence(db, where)
  return row && wire(row)
}

type NewEvidence = Omit<typeof caseEvidence.$inferInsert, 'orgUuid'>

export async function insertEvidence(tx: Tx, org: Org, evidence: NewEvidence): Promise<string> {
  const [row] = await tx
    .insert(caseEvidence)
    .values({ ...evidence, orgUuid: org.uuid })
    .returning({ uuid: caseEvidence.uuid })
  return row!.uuid
}

export async function finishFile(
  tx: Tx,
  org: Org,
  uuid: string,
  { bytes, sha256 }: { bytes: number; sha256: Uint8Array },
): Promise<void> {
  await tx
    .update(caseEvidence)
    .set({ bytes, sha256 })
    .where(ownedBy(org, caseEvidence, eq(caseEvidence.uuid, uuid)))
}

/** Forgets a file that did not arrive. */
export async function abandonFile(db: Database, org: Org, uuid: string): Promise<void> {
  await db
    .delete(caseEvidence)
    .where(ownedBy(org, caseEvidence, eq(caseEvidence.uuid, uuid), isNull(caseEvidence.sha256)))
}

export async function insertPart(db: Database, org: Org, evidenceUuid: string, part: number, bytes: Uint8Array) {
  await db.insert(caseEvidenceFiles).values({ orgUuid: org.uuid, evidenceUuid, part, bytes })
}

/** The bytes of a file, one part after the other. */
export async function* partsOf(db: Database, org: Org, evidenceUuid: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await db
      .select({ bytes: caseEvidenceFiles.bytes })
      .from(caseEvidenceFiles)
      .where(
        ownedBy(
          org,
          caseEvidenceFiles,
          eq(caseEvidenceFiles.evidenceUuid, evidenceUuid),
          eq(caseEvidenceFiles.part, part),
        ),
      )
    if (!row) return
    yield row.bytes
  }
}

/** Marks an item as removed and deletes its bytes. */
export async function markRemoved(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(caseEvidence)
    .set({ removedAt: new Date() })
    .where(ownedBy(org, caseEvidence, eq(caseEvidence.uuid, uuid)))
  await tx.delete(caseEvidenceFiles).where(ownedBy(org, caseEvidenceFiles, eq(caseEvidenceFiles.evidenceUuid, uuid)))
}

/**
 * The bytes of evidence that the organisation stores, and how many files are arriving. No other transaction can begin
 * an upload until this one ends.
 */
export async function storedBytes(tx: Tx, org: Org): Promise<{ bytes: number; arriving: number }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`evidence ${org.uuid}`}))`)
  // what a process that died left behind is neither counted nor kept
  await tx
    .delete(caseEvidence)
    .where(
      ownedBy(
        org,
        caseEvidence,
        eq(caseEvidence.kind, 'file'),
        isNull(caseEvidence.sha256),
        sql`${caseEvidence.addedAt} < now() - interval '1 hour'`,
      ),
    )
  const [row] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${caseEvidence.bytes}), 0)::float8`,
      arriving: sql<number>`(count(*) FILTER (WHERE ${caseEvidence.sha256} IS NULL))::int`,
    })
    .from(caseEvidence)
    .where(ownedBy(org, caseEvidence, eq(caseEvidence.kind, 'file'), isNull(caseEvidence.removedAt)))
  return row!
}

export async function countEvidence(tx: Tx, org: Org, caseUuid: string): Promise<number> {
  return tx.$count(caseEvidence, ownedBy(org, caseEvidence, eq(caseEvidence.caseUuid, caseUuid)))
}

export async function addCustody(
  db: Database | Tx,
  org: Org,
  evidenceUuid: string,
  entry: { action: CustodyAction; actor: Actor; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insert(caseCustody)
    .values({
      orgUuid: org.uuid,
      evidenceUuid,
      action: entry.action,
      actorUuid: entry.actor.uuid,
      actor: entry.actor.name,
      detail: entry.detail ?? {},
    })
}

const custodyShown = 1_000

/** The chain of custody of an item, latest first. */
export async function custodyOf(db: Database, org: Org, evidenceUuid: string): Promise<CustodyEntry[]> {
  const rows = await db
    .select()
    .from(caseCustody)
    .where(ownedBy(org, caseCustody, eq(caseCustody.evidenceUuid, evidenceUuid)))
    .orderBy(desc(caseCustody.id))
    .limit(custodyShown)
  return rows.map(({ at, action, actor, detail }) => ({ at: at.toISOString(), action, actor, detail }))
}

/** The chains of custody of all evidence of a case, for its report. */
export async function custodyOfCase(db: Database | Tx, org: Org, caseUuid: string) {
  return db
    .select({ name: caseEvidence.name, at: caseCustody.at, action: caseCustody.action, actor: caseCustody.actor })
    .from(caseCustody)
    .innerJoin(caseEvidence, eq(caseEvidence.uuid, caseCustody.evidenceUuid))
    .where(and(ownedBy(org, caseCustody), ownedBy(org, caseEvidence, eq(caseEvidence.caseUuid, caseUuid))))
    .orderBy(asc(caseCustody.id))
    .limit(custodyShown)
}

/** Whether a case has this capture as evidence that was not removed. */
export async function isEvidence(tx: Tx, org: Org, captureUuid: string): Promise<boolean> {
  const refers = ownedBy(org, caseEvidence, eq(caseEvidence.targetUuid, captureUuid), isNull(caseEvidence.removedAt))
  return (await tx.$count(caseEvidence, refers)) > 0
}
