import { and, eq, isNull } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { ingestKeys, organisations } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { deviceTokens, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from './database.ts'

/** The authenticated sender: an organisation by its key, or the phone of one vehicle by its token. */
export interface Sender {
  readonly org: Org
  readonly keyUuid: string
  readonly eventsPerSecond: number | null
  /** Only for a phone tracker: the vehicle of its token. */
  readonly vin: string | undefined
}

/** A revoked key is accepted at most this long, ms. */
const rememberedMs = 3_000
/** Maximum number of cached secrets, valid and invalid ones; guessing cannot exceed it. */
const secretsHeld = 10_000
const organisationsHeld = 10_000

export interface Senders {
  byKey(key: string): Promise<Sender | undefined>
  byDeviceToken(token: string): Promise<Sender | undefined>
  /** The named organisation, or the only one; undefined if there are several and none is named. */
  organisation(uuid: string | undefined): Promise<Org | undefined>
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function createSenders(db: Database): Senders {
  const remembered = new Map<string, { sender: Promise<Sender | undefined>; until: number }>()
  const organisationsKnown = new Map<string | undefined, { org: Promise<Org | undefined>; until: number }>()

  async function lookForOrganisation(uuid: string | undefined): Promise<Org | undefined> {
    if (uuid !== undefined && !uuidForm.test(uuid)) return undefined
    const rows = await db
      .select({ uuid: organisations.uuid, id: organisations.id })
      .from(organisations)
      .where(uuid === undefined ? undefined : eq(organisations.uuid, uuid as Org['uuid']))
      .limit(2)
    return rows.length === 1 ? rows[0] : undefined
  }

  /** Looks a secret up, through a short-lived cache that also holds "no such secret". */
  function recall(
    kind: string,
    secret: string,
    look: (hash: Buffer) => Promise<Sender | undefined>,
  ): Promise<Sender | undefined> {
    const hash = sha256(secret)
    const name = `${kind} ${hash.toString('base64')}`
    const known = remembered.get(name)
    if (known && known.until > Date.now()) return known.sender
    const sender = look(hash)
    remembered.delete(name)
    remembered.set(name, { sender, until: Date.now() + rememberedMs })
    sender.catch(() => remembered.delete(name))
    if (remembered.size > secretsHeld) remembered.delete(remembered.keys().next().value!)
    return sender
  }

  return {
    byKey: (key) =>
      recall('key', key, async (hash) => {
        const [row] = await db
          .select({
            uuid: organisations.uuid,
            id: organisations.id,
            keyUuid: ingestKeys.uuid,
            eventsPerSecond: ingestKeys.eventsPerSecond,
          })
          .from(ingestKeys)
          .innerJoin(organisations, eq(organisations.uuid, ingestKeys.orgUuid))
          .where(and(eq(ingestKeys.keyHash, hash), isNull(ingestKeys.revokedAt)))
        return (
          row && {
            org: { uuid: row.uuid, id: row.id },
            keyUuid: row.keyUuid,
            eventsPerSecond: row.eventsPerSecond,
            vin: undefined,
          }
        )
      }),
    byDeviceToken: (token) =>
      recall('device', token, async (hash) => {
        const [row] = await db
          .select({ uuid: organisations.uuid, id: organisations.id, keyUuid: deviceTokens.uuid, vin: vehicles.vin })
          .from(deviceTokens)
          .innerJoin(vehicles, eq(vehicles.uuid, deviceTokens.vehicleUuid))
          .innerJoin(organisations, eq(organisations.uuid, deviceTokens.orgUuid))
          .where(and(eq(deviceTokens.tokenHash, hash), isNull(deviceTokens.revokedAt)))
        return row && { org: { uuid: row.uuid, id: row.id }, keyUuid: row.keyUuid, eventsPerSecond: 50, vin: row.vin }
      }),
    organisation(uuid) {
      const known = organisationsKnown.get(uuid)
      if (known && known.until > Date.now()) return known.org
      const org = lookForOrganisation(uuid)
      organisationsKnown.delete(uuid)
      organisationsKnown.set(uuid, { org, until: Date.now() + rememberedMs })
      org.catch(() => organisationsKnown.delete(uuid))
      if (organisationsKnown.size > organisationsHeld) organisationsKnown.delete(organisationsKnown.keys().next().value)
      return org
    },
  }
}

/**
 * Limits the events per second of each key, with a burst of two seconds.
 *
 * @throws {Failure} (the returned function) TOO_MANY beyond the limit
 */
export function createRateLimit(now: () => number = Date.now) {
  const buckets = new Map<string, { left: number; at: number }>()

  /** Takes the events from the key's bucket, or returns for how many seconds it has to wait. */
  function charge({ keyUuid, eventsPerSecond: rate }: Sender, events: number): number {
    if (rate === null) return 0
    const bucket = buckets.get(keyUuid) ?? { left: 2 * rate, at: now() }
    bucket.left = Math.min(2 * rate, bucket.left + ((now() - bucket.at) / 1000) * rate)
    bucket.at = now()
    buckets.set(keyUuid, bucket)
    if (bucket.left <= 0) return Math.max(1, Math.ceil(-bucket.left / rate))
    bucket.left -= events
    return 0
  }

  const limit = (sender: Sender, events: number): void => {
    const wait = charge(sender, events)
    if (wait > 0)
      throw new Failure('TOO_MANY', {
        message: `This key may send ${sender.eventsPerSecond} events a second.`,
        retryAfter: wait,
      })
  }
  /** For sources that cannot answer: whether the key may send so many now. */
  const takes = (sender: Sender, events: number): boolean => charge(sender, events) === 0
  return Object.assign(limit, { takes })
}
