import { createHash, randomBytes } from 'node:crypto'
import type { Org } from '../core/owned.ts'
import type { AnyDatabase } from '../core/time-series/time-series.queries.ts'
import { type Licence, licences } from '../modules.ts'
import { changeCounters, ingestKeys, organisations } from './account.table.ts'

/** A secret that is shown once and stored as its SHA-256: 192 random bits behind a prefix that names its purpose. */
export function newSecret(prefix: string): { secret: string; hash: Uint8Array; hint: string } {
  const secret = `${prefix}_${randomBytes(24).toString('base64url')}`
  return { secret, hash: createHash('sha256').update(secret).digest(), hint: `${secret.slice(0, prefix.length + 5)}…` }
}

/** Creates an organisation with everything that belongs to it. */
export async function createOrganisation(
  db: AnyDatabase,
  {
    name,
    isDemoMode = false,
    licenceUntil = null,
    modules = [...licences],
  }: { name: string; isDemoMode?: boolean; licenceUntil?: Date | null; modules?: Licence[] },
): Promise<Org> {
  return db.transaction(async (tx) => {
    const [org] = await tx
      .insert(organisations)
      .values({ name, isDemoMode, licenceUntil, modules })
      .returning({ uuid: organisations.uuid, id: organisations.id })
    await tx.insert(changeCounters).values({ orgUuid: org!.uuid })
    return org!
  })
}

/** Creates an ingest key and returns the key itself, which cannot be read again. */
export async function createKey(
  db: AnyDatabase,
  org: Org,
  { name, createdBy, eventsPerSecond = null }: { name: string; createdBy: string; eventsPerSecond?: number | null },
) {
  const { secret, hash, hint } = newSecret('cik')
  const [row] = await db
    .insert(ingestKeys)
    .values({ orgUuid: org.uuid, name, keyHash: hash, hint, createdBy, eventsPerSecond })
    .returning()
  return { key: secret, row: row! }
}
