import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/database.ts'
import type { AllRules } from '../rules/org-rules.ts'
import { emptyFleet, type Fleet, nobodyOf, type Vehicle } from './fleet-facts.ts'
import {
  bringIn,
  freshMs,
  hold,
  insertVehicles,
  readVehicles,
  refresh,
  vehiclesRegistered,
  type Watchlists,
} from './fleet.queries.ts'
import { createHeld } from './held.ts'

/** Maximum vehicles in memory, over all organisations; the least recently seen ones are removed. */
const vehiclesHeld = 200_000
const maxUnknownHosts = 10_000
/** Vehicles that are registered with one statement: others' queries run in between. */
const registeredAtOnce = 500

export interface Fleets {
  /**
   * Changes whenever vehicles are forgotten: what refers to vehicles of an earlier version may be ahead of the tables.
   */
  readonly version: number
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
  /** Whether `prepare` would read nothing and no vehicle of these events is cold; marks the vehicles as seen if so. */
  isReady(org: Org, chunks: readonly { readonly events: readonly { readonly vehicle: string }[] }[]): boolean
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

/** `rules` are read with the settings of their organisation, and forgotten with its vehicles; `watchlists` as well. */
export function createFleets(db: Database, rules?: AllRules, watchlists?: Watchlists): Fleets {
  const fleets = new Map<string, Fleet>()
  const held = createHeld<Vehicle>(vehiclesHeld)
  let version = 0

  /** Stored before the first await, so that concurrent callers get the same object. */
  async function fleetOf(org: Org): Promise<Fleet> {
    const fleet = fleets.get(org.uuid) ?? emptyFleet(org, rules?.databasesOf(org))
    fleets.set(org.uuid, fleet)
    if (Date.now() - fleet.readAt < freshMs) return fleet
    fleet.refreshing ??= refresh(db, fleet, rules, watchlists).finally(() => (fleet.refreshing = undefined))
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
    get version() {
      return version
    },
    makeRoom: () => held.makeRoom(),
    async prepare(org, names) {
      const fleet = await fleetOf(org)
      if (fleet.stale.size > 0) dropStale(fleet)
      const unknown = [...names].filter((name) => name !== '' && !fleet.byName.has(name))
      if (unknown.length > 0) await bringIn(db, fleet, unknown)
      held.touch(fleet.byName, names)
    },
    isReady(org, chunks) {
      const fleet = fleets.get(org.uuid)
      if (!fleet || Date.now() - fleet.readAt >= freshMs || fleet.stale.size > 0) return false
      const names = new Set<string>()
      for (const { events } of chunks) for (const { vehicle } of events) names.add(vehicle)
      for (const name of names)
        if ((name === '' ? fleet.nobody : fleet.byName.get(name))?.isCold !== false) return false
      held.touch(fleet.byName, names)
      return true
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
      version += 1
      rules?.rollback(org)
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
      version += 1
      rules?.forget()
      fleets.clear()
      held.clear()
    },
  }
}
