import { asc, eq, sql } from 'drizzle-orm'
import { agreementLog, agreementVersions } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { SealedVersion } from '@carapace/shared/interface-agreement/seals'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

export interface StoredVersion extends SealedVersion {
  /** The number of steps that led to it. */
  readonly seq: number
  readonly at: Date
}

/** All signed versions, the first one first. */
export async function versionsOf(db: Database | Tx, party: Party): Promise<StoredVersion[]> {
  return db
    .select({
      number: agreementVersions.number,
      seq: agreementVersions.seq,
      content: agreementVersions.content,
      signatures: agreementVersions.signatures,
      hash: agreementVersions.hash,
      at: agreementVersions.at,
    })
    .from(agreementVersions)
    .where(sharedBy(party, agreementVersions))
    .orderBy(asc(agreementVersions.number))
    .limit(agreementLimits.versions + 1)
}

/** Stores a version that was sealed. */
export async function insertVersion(tx: Tx, party: Party, version: SealedVersion & { seq: number }): Promise<void> {
  const { number, seq, content, signatures, hash } = version
  const { agreementUuid, org } = party
  await tx.insert(agreementVersions).values({
    agreementUuid,
    orgUuid: org.uuid,
    number,
    seq,
    content,
    signatures: [...signatures],
    hash,
    // after the entries of the log that led to it, also if this transaction waited for another one
    at: sql`clock_timestamp()`,
  })
}

export const sealedAction = 'version-sealed'

/** The hashes that were written to the log when versions were sealed, by the version's number. */
export async function loggedHashes(db: Database | Tx, party: Party): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({
      number: sql<number>`(${agreementLog.detail}->>'version')::int`,
      hash: sql<string>`${agreementLog.detail}->>'hash'`,
    })
    .from(agreementLog)
    .where(sharedBy(party, agreementLog, eq(agreementLog.action, sealedAction)))
    .orderBy(asc(agreementLog.id))
    .limit(agreementLimits.versions)
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}
