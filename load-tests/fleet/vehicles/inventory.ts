import { chance } from '../random.ts'
import { timesIn, type FleetEvent, type UnitSoftware } from '../sending/events.ts'
import type { Vehicle } from './vehicles.ts'

/** The software of a control unit, as the demo's suppliers deliver it. */
interface Delivered {
  readonly ecu: string
  readonly software: string
  /** The newest last. */
  readonly versions: readonly [string, ...string[]]
  readonly hardware: string
  readonly rxswin?: string
  /** The models that have the control unit. */
  readonly models: readonly string[]
}

const all = ['EQX-24', 'Halo 7', 'Tern Van', 'Hauler T9']

/** All software that runs in the fleet; a test of the demo compares it with the releases that the demo adds. */
export const delivered: readonly Delivered[] = [
  {
    ecu: 'TCU',
    software: 'NH-TCU-APP',
    versions: ['4.1.1', '4.1.2'],
    hardware: 'H-1051',
    models: ['EQX-24', 'Tern Van'],
  },
  { ecu: 'IVI', software: 'NH-IVI-SYS', versions: ['12.3'], hardware: 'H-1062', models: ['EQX-24', 'Halo 7'] },
  {
    ecu: 'GTW',
    software: 'NH-GTW-FW',
    versions: ['2.7.3', '2.8.0'],
    hardware: 'H-1040',
    rxswin: 'RXSWIN-R155-GTW-05',
    models: all,
  },
  {
    ecu: 'VCU',
    software: 'NH-VCU-SW',
    versions: ['4.1.2'],
    hardware: 'H-1084',
    rxswin: 'RXSWIN-R156-VCU-11',
    models: all,
  },
  {
    ecu: 'INV',
    software: 'NH-INV-FW',
    versions: ['3.2.4'],
    hardware: 'H-1095',
    rxswin: 'RXSWIN-R156-INV-03',
    models: all,
  },
  {
    ecu: 'CCU',
    software: 'NH-CCU-SW',
    versions: ['1.9.2'],
    hardware: 'H-1106',
    models: ['EQX-24', 'Halo 7', 'Tern Van'],
  },
  { ecu: 'ACU', software: 'NH-ACU-FW', versions: ['1.1.0'], hardware: 'H-1117', models: ['EQX-24'] },
  {
    ecu: 'BCM',
    software: 'NH-BCM-SW',
    versions: ['7.4.0'],
    hardware: 'H-1073',
    rxswin: 'RXSWIN-R13H-BCM-02',
    models: ['EQX-24', 'Hauler T9'],
  },
]

const DAY_MS = 86_400_000
/** One vehicle in this many did not get the latest updates. */
const LAGGING_EVERY = 4

/** The software of a vehicle: what its model is delivered with, or the version before where updates did not arrive. */
export function softwareOf({ model, index }: Pick<Vehicle, 'model' | 'index'>): UnitSoftware[] {
  const isLagging = index % LAGGING_EVERY === LAGGING_EVERY - 1
  return delivered
    .filter(({ models }) => models.includes(model.name))
    .map(({ ecu, software, versions, hardware, rxswin }) => ({
      ecu,
      software,
      version: (isLagging ? versions.at(-2) : undefined) ?? versions.at(-1)!,
      hardware_part: hardware,
      ...(rxswin !== undefined && { rxswin }),
    }))
}

/** The daily reports of a vehicle's software in [from, to), each vehicle at a time of its own. */
export function inventoriesIn(vehicle: Vehicle, from: number, to: number): FleetEvent[] {
  return timesIn(from, to, DAY_MS, Math.floor(chance(vehicle.index, 91) * DAY_MS)).map((ts) =>
    inventoryReport(vehicle, ts),
  )
}

/** The report of a vehicle's software, as it sends it when it starts. */
export function inventoryReport(vehicle: Vehicle, ts: number): FleetEvent {
  return { type: 'inventory', vehicle: vehicle.vin, ts: Math.round(ts), ecus: softwareOf(vehicle) }
}
