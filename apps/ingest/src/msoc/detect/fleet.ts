import { eq, gt, inArray, or, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { detectors } from '@carapace/shared/msoc/detect/all'
import type { Area, VehicleFacts } from '@carapace/shared/msoc/detect/detector'
import { boxOf } from '@carapace/shared/msoc/detect/geo'
import { defaultMeaningOf } from '@carapace/shared/msoc/ingest/event-catalogue'
import type { EventCatalogueEntry } from '@carapace/shared/msoc/ingest/ingest.contract'
import { canProfiles } from '@carapace/shared/msoc/can/can.table'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { eventCatalogue } from '@carapace/shared/msoc/ingest/ingest.table'
import { geofences, type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { type ByName, createHeld } from './held.ts'

/** A vehicle in ingest: its ids, the facts that detectors may use, and their memory. */
export interface Vehicle {
  readonly id: VehicleId
  readonly vin: string
  readonly deviceId: string | null
  platform: string
  model: string
  canGeneration: number
  facts: VehicleFacts
  /** For each of `detectors`: its memory; undefined until its first event. */
  readonly memory: unknown[]
  /** The memory that detectors saved before this process first saw the vehicle. */
  readonly saved: Readonly<Record<string, unknown>>
  /** This process is new for the vehicle: its recently stored events are not in its detectors' memory yet. */
  isCold: boolean
}

/** The vehicle number of log lines without a vehicle. */
export const noVehicle = 0 as VehicleId

interface Fleet {
  readonly org: Org
  registers: boolean
  areas: Area[]
  catalogues: Map<string, Map<number, EventCatalogueEntry>>
  /** Active profiles by `busOf` their model and bus. */
  profiles: Map<string, { readonly uuid: string; readonly revision: number; readonly profile: CanProfile }>
  readonly byName: ByName<Vehicle>
  /** Vehicles changed in the tables since they were read: read again with the next batch, not during this one. */
  readonly stale: Set<VehicleId>
  /** Host names without a vehicle, until the next refresh. */
  readonly unknownHosts: Set<string>
  /** For log lines without a vehicle. */
  nobody: Vehicle
  readAt: number
  refreshing: Promise<void> | undefined
}

/** Maximum age of settings, geofences and catalogues, ms. */
const freshMs = 5_000
/** Maximum vehicles in memory, over all organisations; the least recently seen ones are removed. */
const vehiclesHeld = 200_000
const maxUnknownHosts = 10_000
/** Maximum vehicles of an organisation that ingest registers. */
const vehiclesRegistered = 200_000
/** Vehicles that are registered with one statement: others' queries run in between. */
const registeredAtOnce = 500

export interface Fleets {
  /**
   * Removes vehicles from memory if there are too many. Call it before a batch is prepared: with the batch there may be
   * more, which must stay.
   */
  makeRoom(): void
  /**
   * Loads what the batch needs: settings, and its vehicles (registering unknown ones, if the organisation enables
   * that).
   */
  prepare(org: Org, names: ReadonlySet<string>): Promise<void>
  /** Whether memory lacks a vehicle of these events: it may have to be registered. */
  isAnyNew(org: Org, events: readonly { readonly vehicle: string }[]): boolean
  /** Registers unknown vehicles, if the organisation enables that, some at a time, between the batches. */
  register(org: Org, names: ReadonlySet<string>): Promise<void>
  /** The vehicle with that name, or why its events are refused. Call `prepare` first. */
  find(org: Org, name: string): Vehicle | string
  /** Whether a vehicle has the name; for log lines, whose host name may be anything. */
  isKnown(org: Org, name: string): Promise<boolean>
  /**
   * Clears the memory of these vehicles, and of no others, so that the next batch reads them again: after a failed
   * batch, their memory may be ahead of the tables (rule SHARE-6).
   */
  forgetThese(org: Org, names: Iterable<string>): void
  /** Clears all memory: another process may have stored events of any vehicle. */
  forget(): void
}

export function createFleets(db: Database): Fleets {
  const fleets = new Map<string, Fleet>()
  const held = createHeld<Vehicle>(vehiclesHeld)

  /** Stored before the first await, so that concurrent callers get the same object. */
  async function fleetOf(org: Org): Promise<Fleet> {
    const fleet = fleets.get(org.uuid) ?? emptyFleet(org)
    fleets.set(org.uuid, fleet)
    if (Date.now() - fleet.readAt < freshMs) return fleet
    fleet.refreshing ??= refresh(db, fleet).finally(() => (fleet.refreshing = undefined))
    await fleet.refreshing
    return fleets.get(org.uuid) === fleet ? fleet : fleetOf(org)
  }

  /** Also under its current names, which a lookup for a log line may have added. */
  function dropStale({ byName, stale }: Fleet): void {
    for (const [name, vehicle] of byName) {
      if (!stale.has(vehicle.id)) continue
      held.drop(byName, vehicle)
      byName.delete(name)
    }
    stale.clear()
  }

  return {
    makeRoom: () => held.makeRoom(),
    async prepare(org, names) {
      const fleet = await fleetOf(org)
      if (fleet.stale.size > 0) dropStale(fleet)
      const unknown = [...names].filter((name) => name !== '' && !fleet.byName.has(name))
      if (unknown.length > 0) await bringIn(db, fleet, unknown)
      held.touch(fleet.byName, names)
    },
    isAnyNew(org, events) {
      const byName = fleets.get(org.uuid)?.byName
      return events.some(({ vehicle }) => vehicle !== '' && !byName?.has(vehicle))
    },
    async register(org, names) {
      const fleet = await fleetOf(org)
      const unknown = [...names].filter((name) => name !== '' && !fleet.byName.has(name))
      if (!fleet.registers) return
      for (let at = 0; at < unknown.length; at += registeredAtOnce) {
        const some = unknown.slice(at, at + registeredAtOnce)
        const known = new Set((await readVehicles(db, fleet, some)).flatMap(({ vin, device_id: id }) => [vin, id]))
        await insertVehicles(
          db,
          fleet,
          some.filter((name) => !known.has(name)),
        )
        held.touch(fleet.byName, some)
      }
    },
    find(org, name) {
      const fleet = fleets.get(org.uuid)!
      if (name === '') return fleet.nobody
      return (
        fleet.byName.get(name) ??
        (fleet.registers
          ? `vehicle: the organisation has its limit of ${vehiclesRegistered} vehicles`
          : 'vehicle: not registered, and the organisation takes registered ones only')
      )
    },
    async isKnown(org, name) {
      const fleet = await fleetOf(org)
      if (fleet.byName.has(name)) return true
      // a flood of names must not become a flood of queries
      if (fleet.unknownHosts.has(name) || fleet.unknownHosts.size >= maxUnknownHosts) return false
      const rows = await readVehicles(db, fleet, [name])
      if (rows.length === 0) fleet.unknownHosts.add(name)
      if (fleets.get(org.uuid) === fleet) {
        hold(fleet, rows)
        held.touch(fleet.byName, [name])
      }
      return rows.length > 0
    },
    forgetThese(org, names) {
      const fleet = fleets.get(org.uuid)
      if (!fleet) return
      for (const name of names) {
        const vehicle = fleet.byName.get(name)
        if (vehicle) held.drop(fleet.byName, vehicle)
        fleet.byName.delete(name)
        if (name === '') fleet.nobody = nobodyOf(fleet)
      }
    },
    forget() {
      fleets.clear()
      held.clear()
    },
  }
}

function emptyFleet(org: Org): Fleet {
  const fleet: Fleet = {
    org,
    registers: false,
    areas: [],
    catalogues: new Map(),
    profiles: new Map(),
    byName: new Map(),
    stale: new Set(),
    unknownHosts: new Set(),
    readAt: 0,
    refreshing: undefined,
    nobody: undefined!,
  }
  fleet.nobody = nobodyOf(fleet)
  return fleet
}

function nobodyOf(fleet: Fleet): Vehicle {
  const nobody: Vehicle = {
    id: noVehicle,
    vin: '',
    deviceId: null,
    platform: '',
    model: '',
    canGeneration: 0,
    facts: undefined!,
    memory: [],
    saved: {},
    isCold: true,
  }
  nobody.facts = factsOf(fleet, nobody, null)
  return nobody
}

/**
 * Facts with the current areas and catalogues of the fleet, not those of the time when the vehicle was first
 * seen.
 */
function factsOf(
  fleet: Fleet,
  vehicle: Pick<Vehicle, 'vin' | 'platform' | 'model' | 'canGeneration'>,
  lastPosition: VehicleFacts['lastPosition'],
): VehicleFacts {
  return {
    vin: vehicle.vin,
    lastPosition,
    get areas() {
      return fleet.areas
    },
    get canGeneration() {
      return vehicle.canGeneration
    },
    profileOf: (bus) =>
      fleet.profiles.size === 0
        ? undefined
        : (fleet.profiles.get(busOf(vehicle.model, bus)) ?? fleet.profiles.get(busOf('', bus)))?.profile,
    meaningOf: (eventId) =>
      fleet.catalogues.get(vehicle.platform)?.get(eventId) ??
      fleet.catalogues.get('')?.get(eventId) ??
      defaultMeaningOf(eventId),
  }
}

const busOf = (model: string, bus: string) => `${bus} ${model}`

async function refresh(db: Database, fleet: Fleet): Promise<void> {
  const { org } = fleet
  const since = new Date(fleet.readAt - freshMs)
  const [settings, fences, entries, active, changed] = await Promise.all([
    db.select({ unknown: organisations.unknownVehicles }).from(organisations).where(eq(organisations.uuid, org.uuid)),
    db
      .select()
      .from(geofences)
      .where(ownedBy(org, geofences, eq(geofences.active, true))),
    db.select().from(eventCatalogue).where(ownedBy(org, eventCatalogue)),
    db
      .select({
        uuid: canProfiles.uuid,
        model: canProfiles.model,
        bus: canProfiles.bus,
        revision: canProfiles.revision,
      })
      .from(canProfiles)
      .where(ownedBy(org, canProfiles, eq(canProfiles.state, 'ACTIVE'))),
    fleet.readAt === 0
      ? []
      : db
          .select()
          .from(vehicles)
          .where(ownedBy(org, vehicles, gt(vehicles.updatedAt, since), gt(vehicles.revision, 1))),
  ])
  const profiles = await readProfiles(db, fleet, active)
  // no await from here on: a batch sees consistent settings
  fleet.registers = settings[0]?.unknown === 'register'
  fleet.areas = fences.map(({ uuid, name, severity, polygon }) => ({
    uuid,
    name,
    severity,
    polygon,
    box: boxOf(polygon),
  }))
  fleet.catalogues = new Map()
  for (const { platform, eventId, name, severity, description, tactics } of entries) {
    const catalogue = fleet.catalogues.get(platform) ?? new Map<number, EventCatalogueEntry>()
    fleet.catalogues.set(platform, catalogue.set(eventId, { event_id: eventId, name, severity, description, tactics }))
  }
  fleet.profiles = profiles
  for (const { id } of changed) fleet.stale.add(id)
  fleet.unknownHosts.clear()
  fleet.readAt = Date.now()
}

/** The active profiles; known ones stay the same objects, so that detectors can keep what they derived from them. */
async function readProfiles(
  db: Database,
  fleet: Fleet,
  active: readonly { uuid: string; model: string; bus: string; revision: number }[],
): Promise<Fleet['profiles']> {
  const held = new Map([...fleet.profiles.values()].map((one) => [`${one.uuid} ${one.revision}`, one]))
  const missing = active.filter(({ uuid, revision }) => !held.has(`${uuid} ${revision}`)).map(({ uuid }) => uuid)
  const rows =
    missing.length === 0
      ? []
      : await db
          .select({ uuid: canProfiles.uuid, revision: canProfiles.revision, profile: canProfiles.profile })
          .from(canProfiles)
          .where(ownedBy(fleet.org, canProfiles, inArray(canProfiles.uuid, missing)))
  const read = new Map(rows.map((row) => [row.uuid, row]))
  return new Map(
    active.flatMap(({ uuid, model, bus, revision }) => {
      const one = read.get(uuid) ?? held.get(`${uuid} ${revision}`)
      return one ? [[busOf(model, bus), one] as const] : []
    }),
  )
}

async function bringIn(db: Database, fleet: Fleet, names: string[]): Promise<void> {
  hold(fleet, await readVehicles(db, fleet, names))
  const unknown = names.filter((name) => !fleet.byName.has(name))
  if (unknown.length === 0 || !fleet.registers) return
  await insertVehicles(db, fleet, unknown)
  const others = unknown.filter((name) => !fleet.byName.has(name))
  if (others.length > 0) hold(fleet, await readVehicles(db, fleet, others))
}

async function insertVehicles(db: Database, fleet: Fleet, vins: readonly string[]): Promise<void> {
  if (vins.length === 0) return
  if ((await db.$count(vehicles, ownedBy(fleet.org, vehicles))) + vins.length > vehiclesRegistered) return
  const rows = await db
    .insert(vehicles)
    .values(vins.map((vin) => ({ orgUuid: fleet.org.uuid, orgId: fleet.org.id, vin })))
    .onConflictDoNothing()
    .returning({ id: vehicles.id, vin: vehicles.vin, canGeneration: vehicles.canGeneration })
  hold(
    fleet,
    rows.map(({ id, vin, canGeneration }) => ({ ...justRegistered, id, vin, can_generation: canGeneration })),
  )
  // nothing is stored of them that their detectors could be warmed up with
  for (const { vin } of rows) fleet.byName.get(vin)!.isCold = false
}

const justRegistered = {
  device_id: null,
  platform: '',
  model: '',
  lat: null,
  lon: null,
  position_ms: null,
  saved: null,
}

interface KnownVehicle {
  id: VehicleId
  vin: string
  device_id: string | null
  platform: string
  model: string
  can_generation: number
  lat: number | null
  lon: number | null
  position_ms: number | null
  saved: Record<string, unknown> | null
}

async function readVehicles(db: Database, fleet: Fleet, names: string[]): Promise<KnownVehicle[]> {
  const named = or(inArray(vehicles.vin, names), inArray(vehicles.deviceId, names))
  return rowsOf<KnownVehicle>(
    db,
    sql`
   
      SELECT ${vehicles.id} AS id, vin, device_id, platform, model, can_generation, s.lat, s.lon, extract(epoch
      FROM s.position_ts)::float8 * 1000 AS position_ms,
      (SELECT jsonb_object_agg(m.detector, m.memory)
      FROM detector_memory m
      WHERE m.vehicle_id = ${vehicles.id}) AS saved
    FROM ${vehicles} LEFT JOIN vehicle_state s ON s.vehicle_id = ${vehicles.id}
    WHERE ${ownedBy(fleet.org, vehicles, named)}`,
  )
}

function hold(fleet: Fleet, rows: KnownVehicle[]): void {
  for (const {
    id,
    vin,
    device_id: deviceId,
    platform,
    model,
    can_generation: canGeneration,
    lat,
    lon,
    position_ms: ts,
    saved,
  } of rows) {
    const held = fleet.byName.get(vin) ?? (deviceId === null ? undefined : fleet.byName.get(deviceId))
    const vehicle: Vehicle = held ?? {
      id,
      vin,
      deviceId,
      platform,
      model,
      canGeneration,
      facts: undefined!,
      memory: new Array<unknown>(detectors.length),
      saved: saved ?? {},
      isCold: true,
    }
    vehicle.platform = platform
    vehicle.model = model
    vehicle.canGeneration = canGeneration
    vehicle.facts ??= factsOf(fleet, vehicle, lat === null || lon === null || ts === null ? null : { lat, lon, ts })
    fleet.byName.set(vin, vehicle)
    if (deviceId !== null) fleet.byName.set(deviceId, vehicle)
  }
}
