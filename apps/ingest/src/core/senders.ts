import { and, eq, isNull } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { ingestKeys, organisations } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { deviceTokens, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from './database.ts'
import { networkOf } from './address-limit.ts'
import type { Guesses } from './guesses.ts'
import { isLicensed, licence } from './licence.ts'
import { createTurns } from './turns.ts'

/** The authenticated sender: an organisation by its key, or the phone of one vehicle by its token. */
export interface Sender {
  readonly org: Org
  readonly keyUuid: string
  readonly eventsPerSecond: number | null
  /** Whether its licence includes sending events now. */
  readonly isLicensed: boolean
  /** Only for a phone tracker: the vehicle of its token. */
  readonly vin: string | undefined
}

/** A revoked key is accepted at most this long, ms. */
const rememberedMs = 3_000
/** Maximum number of cached secrets: of valid ones, and of invalid ones, so that guesses displace no valid one. */
const secretsHeld = 10_000
/** Lookups of one network at a time, of secrets that were not valid lately: batches need the other connections. */
const lookupsAtOnce = 1
const organisationsHeld = 10_000

export interface Senders {
  /**
   * The sender of a key that came from this address.
   *
   * @throws {Failure} TOO_MANY where the address showed too many unknown ones
   */
  byKey(key: string, address: string): Promise<Sender | undefined>
  /** The same of a device token. */
  byDeviceToken(token: string, address: string): Promise<Sender | undefined>
  /**
   * The named organisation, or the only one; undefined if there are several and none is named, or its licence does not
   * include sending events.
   */
  organisation(uuid: string | undefined): Promise<Org | undefined>
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Remembered {
  readonly sender: Promise<Sender | undefined>
  readonly until: number
}

/** Adds to a bounded map; the oldest entry leaves. */
function hold(map: Map<string, Remembered>, name: string, one: Remembered): void {
  map.delete(name)
  map.set(name, one)
  if (map.size > secretsHeld) map.delete(map.keys().next().value!)
}

export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function createSenders(db: Database, guesses: Guesses): Senders {
  const valid = new Map<string, Remembered>()
  const others = new Map<string, Remembered>()
  const inTurn = createTurns(lookupsAtOnce)
  const organisationsKnown = new Map<string | undefined, { org: Promise<Org | undefined>; until: number }>()

  async function lookForOrganisation(uuid: string | undefined): Promise<Org | undefined> {
    if (uuid !== undefined && !uuidForm.test(uuid)) return undefined
    const rows = await db
      .select({ uuid: organisations.uuid, id: organisations.id, ...licence })
      .from(organisations)
      .where(uuid === undefined ? undefined : eq(organisations.uuid, uuid as Org['uuid']))
      .limit(2)
    const [row] = rows
    return rows.length === 1 && isLicensed(row!) ? { uuid: row!.uuid, id: row!.id } : undefined
  }

  /** Looks a secret up, through a short-lived cache that also holds "no such secret". */
  async function recall(
    kind: string,
    secret: string,
    address: string,
    look: (hash: Buffer) => Promise<Sender | undefined>,
  ): Promise<Sender | undefined> {
    const hash = sha256(secret)
    const name = `${kind} ${hash.toString('base64')}`
    const known = valid.get(name) ?? others.get(name)
    if (known && known.until > Date.now()) return known.sender
    guesses.check(name, address)
    const lookUp = async () => {
      // while it waited, its network may have shown too many
      guesses.check(name, address)
      const found = await look(hash)
      guesses.note(name, address, found !== undefined)
      return found
    }
    const sent = guesses.wasValid(name) ? lookUp() : inTurn(networkOf(address), lookUp)
    const one = { sender: sent, until: Date.now() + rememberedMs }
    valid.delete(name)
    hold(others, name, one)
    try {
      const sender = await one.sender
      if (sender) {
        others.delete(name)
        hold(valid, name, one)
      }
      return sender
    } catch (error) {
      others.delete(name)
      throw error
    }
  }

  return {
    byKey: (key, address) =>
      recall('key', key, address, async (hash) => {
        const [row] = await db
          .select({
            uuid: organisations.uuid,
            id: organisations.id,
            keyUuid: ingestKeys.uuid,
            eventsPerSecond: ingestKeys.eventsPerSecond,
            ...licence,
          })
          .from(ingestKeys)
          .innerJoin(organisations, eq(organisations.uuid, ingestKeys.orgUuid))
          .where(and(eq(ingestKeys.keyHash, hash), isNull(ingestKeys.revokedAt)))
        return (
          row && {
            org: { uuid: row.uuid, id: row.id },
            keyUuid: row.keyUuid,
            eventsPerSecond: row.eventsPerSecond,
            isLicensed: isLicensed(row),
            vin: undefined,
          }
        )
      }),
    byDeviceToken: (token, address) =>
      recall('device', token, address, async (hash) => {
        const [row] = await db
          .select({
            uuid: organisations.uuid,
            id: organisations.id,
            keyUuid: deviceTokens.uuid,
            vin: vehicles.vin,
            ...licence,
          })
          .from(deviceTokens)
          .innerJoin(vehicles, eq(vehicles.uuid, deviceTokens.vehicleUuid))
          .innerJoin(organisations, eq(organisations.uuid, deviceTokens.orgUuid))
          .where(and(eq(deviceTokens.tokenHash, hash), isNull(deviceTokens.revokedAt)))
        if (!row) return undefined
        const org = { uuid: row.uuid, id: row.id }
        return { org, keyUuid: row.keyUuid, eventsPerSecond: 50, isLicensed: isLicensed(row), vin: row.vin }
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
