import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { agreementFileParts, agreementFiles } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { AgreementFile } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database, Tx } from '../../core/db.ts'
import { takeLock } from '../../core/locks.queries.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

export type FileRecord = typeof agreementFiles.$inferSelect

/** A file that is still arriving is not shown, and neither is one that was removed. */
const isThere = and(isNotNull(agreementFiles.sha256), isNull(agreementFiles.removedAt))

const hexOf = (hash: Uint8Array | null) => Buffer.from(hash ?? []).toString('hex')

export const wireFile = (file: FileRecord, { user }: Party): AgreementFile => ({
  uuid: file.uuid,
  side: file.side,
  name: file.name,
  content_type: file.contentType,
  bytes: file.bytes,
  sha256: hexOf(file.sha256),
  author: file.author,
  at: file.at.toISOString(),
  delivery_uuid: file.deliveryUuid,
  is_mine: file.authorUuid === user.uuid,
})

/** The files of a row, those of its deliveries too, the earliest first. */
export async function filesOn(db: Database, party: Party, row: number): Promise<FileRecord[]> {
  return db
    .select()
    .from(agreementFiles)
    .where(sharedBy(party, agreementFiles, eq(agreementFiles.row, row), isThere))
    .orderBy(asc(agreementFiles.at), asc(agreementFiles.uuid))
    .limit(2 * agreementLimits.perRow)
}

/** The files of deliveries, by the delivery. */
export async function filesDelivered(
  db: Database,
  party: Party,
  deliveries: readonly string[],
): Promise<ReadonlyMap<string, readonly FileRecord[]>> {
  if (deliveries.length === 0) return new Map()
  const rows = await db
    .select()
    .from(agreementFiles)
    .where(sharedBy(party, agreementFiles, inArray(agreementFiles.deliveryUuid, [...deliveries]), isThere))
    .orderBy(asc(agreementFiles.at), asc(agreementFiles.uuid))
  return Map.groupBy(rows, ({ deliveryUuid }) => deliveryUuid!)
}

export async function fileNamed(db: Database | Tx, party: Party, uuid: string): Promise<FileRecord | undefined> {
  const [file] = await db
    .select()
    .from(agreementFiles)
    .where(sharedBy(party, agreementFiles, eq(agreementFiles.uuid, uuid), isThere))
  return file
}

interface NewFile {
  readonly row: number
  readonly name: string
  readonly contentType: string
  /** As they are stated. */
  readonly bytes: number
}

/** Reserves the place of a file that is about to arrive; nobody sees it until `finishFile`. */
export async function insertFile(tx: Tx, party: Party, file: NewFile): Promise<string> {
  const { agreementUuid, org, side, user } = party
  const [made] = await tx
    .insert(agreementFiles)
    .values({ ...file, agreementUuid, orgUuid: org.uuid, side, author: user.name, authorUuid: user.uuid })
    .returning({ uuid: agreementFiles.uuid })
  return made!.uuid
}

export async function finishFile(
  tx: Tx,
  party: Party,
  uuid: string,
  { bytes, sha256 }: { bytes: number; sha256: Uint8Array },
): Promise<FileRecord> {
  const [file] = await tx
    .update(agreementFiles)
    .set({ bytes, sha256, at: new Date() })
    .where(ownedBy(party.org, agreementFiles, sharedBy(party, agreementFiles, eq(agreementFiles.uuid, uuid))))
    .returning()
  return file!
}

/** Forgets a file that did not arrive. */
export async function abandonFile(db: Database, { org }: Party, uuid: string): Promise<void> {
  await db
    .delete(agreementFiles)
    .where(ownedBy(org, agreementFiles, eq(agreementFiles.uuid, uuid), isNull(agreementFiles.sha256)))
}

export async function insertPart(db: Database, { org }: Party, fileUuid: string, part: number, bytes: Uint8Array) {
  await db.insert(agreementFileParts).values({ orgUuid: org.uuid, fileUuid, part, bytes })
}

/** The bytes of a file of either side, one part after the other. */
export async function* partsOf(db: Database, party: Party, fileUuid: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await db
      .select({ bytes: agreementFileParts.bytes })
      .from(agreementFileParts)
      .innerJoin(agreementFiles, eq(agreementFiles.uuid, agreementFileParts.fileUuid))
      .where(
        sharedBy(
          party,
          agreementFiles,
          isThere,
          eq(agreementFileParts.fileUuid, fileUuid),
          eq(agreementFileParts.part, part),
        ),
      )
    if (!row) return
    yield row.bytes
  }
}

/** Marks a file of the own side as removed and deletes its bytes. */
export async function markRemoved(tx: Tx, party: Party, uuid: string): Promise<void> {
  await tx
    .update(agreementFiles)
    .set({ removedAt: new Date() })
    .where(ownedBy(party.org, agreementFiles, sharedBy(party, agreementFiles, eq(agreementFiles.uuid, uuid))))
  await tx
    .delete(agreementFileParts)
    .where(ownedBy(party.org, agreementFileParts, eq(agreementFileParts.fileUuid, uuid)))
}

/** Makes files of the own side part of a delivery; returns how many of them were files of the row to hand over. */
export async function handOverFiles(
  tx: Tx,
  party: Party,
  { row, delivery, files }: { row: number; delivery: string; files: readonly string[] },
): Promise<number> {
  if (files.length === 0) return 0
  const toHandOver = and(
    eq(agreementFiles.row, row),
    inArray(agreementFiles.uuid, [...files]),
    isNull(agreementFiles.deliveryUuid),
    isThere,
  )
  const handed = await tx
    .update(agreementFiles)
    .set({ deliveryUuid: delivery })
    .where(ownedBy(party.org, agreementFiles, sharedBy(party, agreementFiles, toHandOver)))
    .returning({ uuid: agreementFiles.uuid })
  return handed.length
}

/**
 * The bytes of files that the organisation stores, in all agreements, and how many files are arriving. No other
 * transaction can begin an upload until this one ends.
 */
export async function storedBytes(tx: Tx, org: Org): Promise<{ bytes: number; arriving: number }> {
  await takeLock(tx, org, 'agreement files')
  // what a process that died left behind is neither counted nor kept
  await tx
    .delete(agreementFiles)
    .where(
      ownedBy(
        org,
        agreementFiles,
        isNull(agreementFiles.sha256),
        sql`${agreementFiles.at} < now() - interval '1 hour'`,
      ),
    )
  const [row] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${agreementFiles.bytes}), 0)::float8`,
      arriving: sql<number>`(count(*) FILTER (WHERE ${agreementFiles.sha256} IS NULL))::int`,
    })
    .from(agreementFiles)
    .where(ownedBy(org, agreementFiles, isNull(agreementFiles.removedAt)))
  return row!
}
