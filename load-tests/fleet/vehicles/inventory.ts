import { chance } from '../random.ts'
import { timesIn, type FleetEvent, type UnitSoftware } from '../sending/events.ts'
import type { Vehicle } from './vehicles.ts'

/** An update is released so often; each vehicle installs it within the first days. */
const RELEASE_MS = 28 * 86_400_000
const ROLLOUT_MS = 5 * 86_400_000
/** One vehicle in this many did not get the latest update of its body control module. */
const LAGGING_EVERY = 12

/** The control units of every model, with the major version of their software. */
const units = [
  { ecu: 'GTW', major: 3, hardware: 'H-1040', rxswin: 'R155-01' },
  { ecu: 'TCU', major: 5, hardware: 'H-1051' },
  { ecu: 'IVI', major: 2, hardware: 'H-1062' },
  { ecu: 'BCM', major: 4, hardware: 'H-1073' },
  { ecu: 'VCU', major: 7, hardware: 'H-1084', rxswin: 'R10-02' },
  { ecu: 'BMS', major: 6, hardware: 'H-1095', rxswin: 'R100-03' },
  { ecu: 'EPS', major: 1, hardware: 'H-1106', rxswin: 'R79-04' },
  { ecu: 'ESC', major: 9, hardware: 'H-1117', rxswin: 'R13H-01' },
] as const

/** The control units whose software is updated over the air; the others keep the version of the factory. */
const updated: readonly string[] = ['TCU', 'IVI', 'BCM']

/** The software that the manufacturer declares for a model at a time: what a vehicle runs once it is up to date. */
export function declaredSoftware({ model }: Pick<Vehicle, 'model'>, ts: number): UnitSoftware[] {
  return softwareAt(model.code, Math.floor(ts / RELEASE_MS))
}

/** The software of a vehicle at a time. */
export function softwareOf(vehicle: Vehicle, ts: number): UnitSoftware[] {
  const release = Math.floor((ts - delayOf(vehicle)) / RELEASE_MS)
  const units = softwareAt(vehicle.model.code, release)
  if (vehicle.index % LAGGING_EVERY !== LAGGING_EVERY - 1) return units
  const before = softwareAt(vehicle.model.code, release - 1)
  return units.map((unit, i) => (unit.ecu === 'BCM' ? before[i]! : unit))
}

/** A report of the software at each time in [from, to) at which the vehicle installs an update. */
export function inventoriesIn(vehicle: Vehicle, from: number, to: number): FleetEvent[] {
  return timesIn(from, to, RELEASE_MS, delayOf(vehicle)).map((ts) => inventoryReport(vehicle, ts))
}

/** The report of a vehicle's software, as it sends it when it starts. */
export function inventoryReport(vehicle: Vehicle, ts: number): FleetEvent {
  return { type: 'inventory', vehicle: vehicle.vin, ts: Math.round(ts), ecus: softwareOf(vehicle, ts) }
}

function delayOf({ index }: Vehicle): number {
  return Math.floor(chance(index, 91) * ROLLOUT_MS)
}

function softwareAt(model: string, release: number): UnitSoftware[] {
  return units.map(({ ecu, major, hardware, ...rest }) => ({
    ecu,
    software: `${model}-${ecu}`,
    version: updated.includes(ecu) ? `${major}.${release % 100}.0` : `${major}.0.0`,
    hardware_part: hardware,
    ...rest,
  }))
}
