import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { CryptoPolicy } from '@carapace/shared/sbom/cbom/crypto-rules'
import { CryptoPolicyFields, type CryptoPolicyWire, type saveCryptoPolicy } from '@carapace/shared/sbom/crypto.contract'
import { softwarePolicies } from '@carapace/shared/sbom/sbom.table'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'

/** How the organisation judges cryptography; what it never chose has the usual values, with revision 0. */
export async function cryptoPolicyOf(db: Database | Tx, org: Org): Promise<CryptoPolicyWire> {
  const [row] = await db.select().from(softwarePolicies).where(ownedBy(org, softwarePolicies))
  return {
    ...CryptoPolicyFields.parse(row?.crypto ?? {}),
    updated_by: row?.updatedBy ?? '',
    updated_at: row?.updatedAt.toISOString() ?? null,
    revision: row?.revision ?? 0,
  }
}

/** The policy as the rules take it. */
export function policyFor(fields: CryptoPolicyFields): CryptoPolicy {
  return {
    severities: fields.severities,
    expiryDays: fields.expiry_days,
    secureStorage: fields.secure_storage,
    ...(fields.end_of_life !== null && { endOfLife: new Date(fields.end_of_life) }),
  }
}

/**
 * Changes how cryptography is judged (rule CBOM-API-6).
 *
 * @throws {Failure} ROW_CHANGED: the policies have another revision by now
 */
export async function saveCryptoPolicyOf(
  tx: Tx,
  caller: Caller,
  { revision, ...fields }: z.output<typeof saveCryptoPolicy.input>,
): Promise<CryptoPolicyWire> {
  const { org, user } = caller
  const before = CryptoPolicyFields.parse(await cryptoPolicyOf(tx, org))
  await tx.insert(softwarePolicies).values({ orgUuid: org.uuid, revision: 0 }).onConflictDoNothing()
  const rows = await tx
    .update(softwarePolicies)
    .set({ crypto: fields, revision: revision + 1, updatedBy: user.name, updatedAt: new Date() })
    .where(ownedBy(org, softwarePolicies, eq(softwarePolicies.revision, revision)))
    .returning({ revision: softwarePolicies.revision })
  if (rows.length === 0) throw new Failure('ROW_CHANGED')
  await audit(tx, org, byCaller(caller), {
    action: 'change cryptography policy',
    subject: 'software policies',
    before,
    after: fields,
  })
  return cryptoPolicyOf(tx, org)
}
