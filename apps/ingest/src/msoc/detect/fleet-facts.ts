import type { Org } from '@carapace/shared/core/owned'
import type { Area, VehicleFacts } from '@carapace/shared/msoc/detect/detector'
import { defaultMeaningOf } from '@carapace/shared/msoc/ingest/event-catalogue'
import type { EventCatalogueEntry } from '@carapace/shared/msoc/ingest/ingest.contract'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { RuleDatabases } from '../rules/databases.ts'
import type { ByName } from './held.ts'

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

/** An area, and the vehicles and models that it applies to; both empty: all vehicles (rule GEOFENCE-6). */
export interface FleetArea extends Area {
  readonly vins: ReadonlySet<string>
  readonly models: ReadonlySet<string>
}

/** The vehicles of an organisation in memory, and its settings. */
export interface Fleet {
  readonly org: Org
  registers: boolean
  falseAlertsAtMost: number | null
  areas: readonly FleetArea[]
  catalogues: Map<string, Map<number, EventCatalogueEntry>>
  /** Active profiles by `busOf` their model and bus. */
  profiles: Map<string, { readonly uuid: string; readonly revision: number; readonly profile: CanProfile }>
  /** The CAN databases with which detectors read signals; undefined: none are read. */
  readonly databases: RuleDatabases | undefined
  readonly byName: ByName<Vehicle>
  /** Vehicles changed in the tables since they were read: read again with the next batch, not during this one. */
  readonly stale: Set<VehicleId>
  /** Host names without a vehicle, until the next refresh. */
  readonly unknownHosts: Set<string>
  /** For log lines without a vehicle. */
  nobody: Vehicle
  /** How many vehicles the organisation has; counted again after each refresh, since others register some, too. */
  count: number | undefined
  readAt: number
  refreshing: Promise<void> | undefined
}

/** A fleet of which nothing has been read yet. */
export function emptyFleet(org: Org, databases: RuleDatabases | undefined): Fleet {
  const fleet: Fleet = {
    org,
    registers: false,
    falseAlertsAtMost: null,
    areas: [],
    catalogues: new Map(),
    profiles: new Map(),
    databases,
    byName: new Map(),
    stale: new Set(),
    unknownHosts: new Set(),
    count: undefined,
    readAt: 0,
    refreshing: undefined,
    nobody: undefined!,
  }
  fleet.nobody = nobodyOf(fleet)
  return fleet
}

export function nobodyOf(fleet: Fleet): Vehicle {
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
export function factsOf(
  fleet: Fleet,
  vehicle: Pick<Vehicle, 'vin' | 'platform' | 'model' | 'canGeneration'>,
  lastPosition: VehicleFacts['lastPosition'],
): VehicleFacts {
  const areas = areasOf(fleet, vehicle)
  return {
    vin: vehicle.vin,
    lastPosition,
    get areas() {
      return areas()
    },
    get canGeneration() {
      return vehicle.canGeneration
    },
    get falseAlertsAtMost() {
      return fleet.falseAlertsAtMost
    },
    profileOf: (bus) =>
      fleet.profiles.size === 0
        ? undefined
        : (fleet.profiles.get(busOf(vehicle.model, bus)) ?? fleet.profiles.get(busOf('', bus)))?.profile,
    dbcOf: (bus) => fleet.databases?.dbcOf(vehicle.model, bus),
    meaningOf: (eventId) =>
      fleet.catalogues.get(vehicle.platform)?.get(eventId) ??
      fleet.catalogues.get('')?.get(eventId) ??
      defaultMeaningOf(eventId),
  }
}

/** The areas that apply to a vehicle; selected again when the areas or its model changed. */
function areasOf(fleet: Fleet, vehicle: Pick<Vehicle, 'vin' | 'model'>): () => readonly Area[] {
  let own: readonly Area[] = []
  let from: Fleet['areas'] | undefined
  let model: string | undefined
  return () => {
    if (from === fleet.areas && model === vehicle.model) return own
    ;[from, model] = [fleet.areas, vehicle.model]
    own = from.filter(
      ({ vins, models }) => vins.size + models.size === 0 || vins.has(vehicle.vin) || models.has(vehicle.model),
    )
    return own
  }
}

/** The name under which a profile of a model and a bus is kept. */
export const busOf = (model: string, bus: string) => `${bus} ${model}`
