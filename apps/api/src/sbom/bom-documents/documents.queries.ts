import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { BomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import { bomDocumentParts, bomDocuments, bomStatements, releases } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'

export type DocumentRow = typeof bomDocuments.$inferSelect
export type PlacedDocument = DocumentRow & { readonly releaseUuid: string }

/** A document whose bytes still arrive has no job, and is not shown. */
const hasArrived = sql`${bomDocuments.jobUuid} IS NOT NULL`

/** It states something of vulnerabilities and has no components (rule SBOM-18). */
const hasStatementsAlone = sql<boolean>`(${bomDocuments.components} = 0
  AND EXISTS (SELECT 1 FROM ${bomStatements} s WHERE s.document_uuid = ${bomDocuments.uuid}))`

function selectDocuments(db: Database | Tx, where: SQL) {
  return db
    .select({ row: bomDocuments, release: releases.uuid, current: releases.documentUuid, hasStatementsAlone })
    .from(bomDocuments)
    .innerJoin(releases, eq(releases.uuid, bomDocuments.releaseUuid))
    .where(and(where, hasArrived))
    .orderBy(desc(bomDocuments.addedAt), desc(bomDocuments.uuid))
    .limit(sbomLimits.documentsOfOne)
}

interface Selected {
  readonly row: DocumentRow
  readonly release: string
  readonly current: string | null
  readonly hasStatementsAlone: boolean
}

function wire({ row, release, current, hasStatementsAlone: isVex }: Selected): BomDocument {
  return {
    uuid: row.uuid,
    release_uuid: release,
    origin: row.origin,
    file_name: row.fileName,
    bytes: row.bytes,
    sha256: row.sha256,
    state: row.state,
    faults: [...row.faults],
    format: row.format,
    head: row.head as Record<string, unknown> | null,
    components: row.components,
    edges: row.edges,
    ignored: [...row.ignored],
    quality: row.quality,
    signature: row.signature,
    has_statements_alone: isVex,
    is_current: current === row.uuid,
    job_uuid: row.jobUuid,
    source: row.source,
    added_by: row.addedBy,
    added_at: row.addedAt.toISOString(),
  }
}

/** A release's documents, the latest first. */
export async function documentsOf(db: Database | Tx, org: Org, releaseUuid: string): Promise<BomDocument[]> {
  return (await selectDocuments(db, ownedBy(org, bomDocuments, eq(bomDocuments.releaseUuid, releaseUuid)))).map(wire)
}

export async function documentByUuid(db: Database | Tx, org: Org, uuid: string): Promise<BomDocument | undefined> {
  const [row] = await selectDocuments(db, ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))
  return row && wire(row)
}

/** A document of the release with these very bytes that was read, or is being read. */
export async function documentWithBytes(
  tx: Tx,
  org: Org,
  releaseUuid: string,
  sha256: string,
): Promise<BomDocument | undefined> {
  const [row] = await selectDocuments(
    tx,
    ownedBy(
      org,
      bomDocuments,
      eq(bomDocuments.releaseUuid, releaseUuid),
      eq(bomDocuments.sha256, sha256),
      sql`${bomDocuments.state} <> 'FAILED'`,
    ),
  )
  return row && wire(row)
}

export async function insertDocument(
  tx: Tx,
  org: Org,
  fields: Omit<typeof bomDocuments.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(bomDocuments)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: bomDocuments.uuid })
  return row!.uuid
}

/** Changes a document; false: it was deleted. */
export async function writeDocument(
  tx: Tx,
  org: Org,
  uuid: string,
  fields: Partial<Omit<typeof bomDocuments.$inferInsert, 'orgUuid'>>,
): Promise<boolean> {
  const rows = await tx
    .update(bomDocuments)
    .set(fields)
    .where(ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))
    .returning({ uuid: bomDocuments.uuid })
  return rows.length > 0
}

/** Takes a document out of its release: nobody sees it any more, and `removing.ts` deletes what it holds. */
export async function detachDocument(tx: Tx, org: Org, uuid: string): Promise<void> {
  await writeDocument(tx, org, uuid, { releaseUuid: null })
}

/** Keeps one part of a document's bytes. */
export async function insertPart(db: Database | Tx, org: Org, documentUuid: string, part: number, bytes: Uint8Array) {
  await db.insert(bomDocumentParts).values({ orgUuid: org.uuid, documentUuid, part, bytes })
}

/** The bytes of a document, one part after the other. */
export async function* partsOf(db: Database | Tx, org: Org, documentUuid: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await db
      .select({ bytes: bomDocumentParts.bytes })
      .from(bomDocumentParts)
      .where(
        ownedBy(
          org,
          bomDocumentParts,
          eq(bomDocumentParts.documentUuid, documentUuid),
          eq(bomDocumentParts.part, part),
        ),
      )
    if (!row) return
    yield row.bytes
  }
}

/** All bytes of a document. */
export async function bytesOf(db: Database | Tx, org: Org, documentUuid: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of partsOf(db, org, documentUuid)) parts.push(part)
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Documents whose job ended before they were read become failed, with the reason. Across organisations: the worker of
 * jobs clears up for all.
 */
export async function failAbandoned(db: Database): Promise<void> {
  const fault: BomFault = { place: '', message: 'The reading was cancelled, or it broke. Start it again.' }
  await db.execute(
    sql`UPDATE bom_documents d SET state = 'FAILED', faults = ${JSON.stringify([fault])}::jsonb
      WHERE d.state = 'READING' AND d.job_uuid IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.uuid = d.job_uuid AND j.status IN ('QUEUED', 'RUNNING'))`,
  )
}

/** Another ready document of the release that has components, the latest: for when the one in use is deleted. */
export async function otherReady(tx: Tx, org: Org, releaseUuid: string, uuid: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ uuid: bomDocuments.uuid })
    .from(bomDocuments)
    .where(
      ownedBy(
        org,
        bomDocuments,
        eq(bomDocuments.releaseUuid, releaseUuid),
        eq(bomDocuments.state, 'READY'),
        sql`${bomDocuments.uuid} <> ${uuid} AND NOT ${hasStatementsAlone}`,
      ),
    )
    .orderBy(desc(bomDocuments.addedAt))
    .limit(1)
  return row?.uuid
}

/** A document that is in a release; undefined: it was removed. */
export async function documentToRead(tx: Tx, org: Org, uuid: string): Promise<PlacedDocument | undefined> {
  const [row] = await rowsToRead(tx, org, uuid)
  return placed(row)
}

/** A document that cannot be removed until the commit; undefined: it was. Its release is locked first (rule SBOM-8). */
export async function lockDocument(tx: Tx, org: Org, uuid: string): Promise<PlacedDocument | undefined> {
  const [row] = await rowsToRead(tx, org, uuid).for('share')
  return placed(row)
}

const rowsToRead = (tx: Tx, org: Org, uuid: string) =>
  tx
    .select()
    .from(bomDocuments)
    .where(ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))

function placed(row: DocumentRow | undefined): PlacedDocument | undefined {
  return row?.releaseUuid ? { ...row, releaseUuid: row.releaseUuid } : undefined
}

/** Whether a document was added later than another one, or there is no other. */
export async function isLaterThan(tx: Tx, org: Org, uuid: string, other: string | null): Promise<boolean> {
  if (other === null) return true
  const later = sql<boolean>`(${bomDocuments.addedAt}, ${bomDocuments.uuid}) >=
    (SELECT d.added_at, d.uuid FROM bom_documents d WHERE d.uuid = ${other})`
  const [row] = await tx
    .select({ later })
    .from(bomDocuments)
    .where(ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))
  return row?.later !== false
}
