import { cities, cityAt, cityNamed, corridors } from '../roads/cities.ts'
import { cityTour } from '../roads/city-tour.ts'
import { corridorRun } from '../roads/corridor.ts'
import { chance, hash } from '../random.ts'
import { drawStreets, type Streets } from '../roads/streets.ts'
import type { Track } from '../roads/track.ts'

/** The data from which the energy and driveline figures of a model are derived. */
interface Model {
  name: string
  /** VIN positions 4-8. */
  code: string
  batteryKwh: number
  whPerKm: number
  massKg: number
  wheelRadiusM: number
  gearRatio: number
  packVolts: number
}

export const models: readonly Model[] = [
  {
    name: 'EQX-24',
    code: 'EX24A',
    batteryKwh: 92,
    whPerKm: 178,
    massKg: 2150,
    wheelRadiusM: 0.35,
    gearRatio: 9.2,
    packVolts: 396,
  },
  {
    name: 'Halo 7',
    code: 'HA07B',
    batteryKwh: 77,
    whPerKm: 165,
    massKg: 1980,
    wheelRadiusM: 0.34,
    gearRatio: 9.6,
    packVolts: 380,
  },
  {
    name: 'Tern Van',
    code: 'TV03V',
    batteryKwh: 89,
    whPerKm: 265,
    massKg: 3100,
    wheelRadiusM: 0.36,
    gearRatio: 10.4,
    packVolts: 400,
  },
  {
    name: 'Hauler T9',
    code: 'HT09T',
    batteryKwh: 540,
    whPerKm: 1150,
    massKg: 24000,
    wheelRadiusM: 0.5,
    gearRatio: 17.5,
    packVolts: 700,
  },
]

/** One simulated vehicle: all its constant properties. */
export interface Vehicle {
  index: number
  vin: string
  model: Model
  home: string
  /** Metres above sea level, and degrees: the temperature of its home town. */
  altitude: number
  /** Seconds by which its lap is shifted against the clock. */
  shiftS: number
  track: Track
}

const TOURS_PER_CITY = 28
const HAULER = models[3]!

/**
 * The first `count` vehicles of the fleet with this seed. Vehicle n is always the same, whatever the size of the fleet.
 * Vehicles share tours (a few hundred are generated, on demand), each at a different time of the lap.
 */
export function fleetOf(seed: number, count: number): Vehicle[] {
  const drawTour = tourBook(seed)
  return Array.from({ length: count }, (_, index) => vehicleOf(seed, index, drawTour))
}

function vehicleOf(seed: number, index: number, tours: TourBook): Vehicle {
  const model = modelAt(chance(seed, index, 1))
  const pick = chance(seed, index, 2)
  const drivesFar = model === HAULER || chance(seed, index, 3) < 0.09
  const home = drivesFar ? cityNamed(corridors[Math.floor(pick * corridors.length)]![0]) : cityAt(pick)
  const track = drivesFar
    ? tours.far(Math.floor(pick * corridors.length), model)
    : tours.near(home.name, hash(seed, index, 4) % TOURS_PER_CITY)
  return {
    index,
    vin: vinOf(seed, index, model),
    model,
    home: home.name,
    altitude: home.altitude,
    shiftS: chance(seed, index, 5) * track.periodS,
    track,
  }
}

function modelAt(fraction: number): Model {
  if (fraction < 0.36) return models[0]!
  if (fraction < 0.66) return models[1]!
  return fraction < 0.9 ? models[2]! : HAULER
}

interface TourBook {
  near(city: string, tour: number): Track
  far(corridor: number, model: Model): Track
}

function tourBook(seed: number): TourBook {
  const streets = remembered((city: string): Streets => drawStreets(hash(seed, 100, cityIndex(city))))
  const tours = remembered((key: string) => {
    const [city, tour] = key.split('/') as [string, string]
    return cityTour(cityNamed(city), streets(city), hash(seed, 200, cityIndex(city), Number(tour)))
  })
  const runs = remembered((key: string) => {
    const [corridor, kind] = key.split('/') as [string, string]
    const [from, to] = corridors[Number(corridor)]!
    return corridorRun(
      cityNamed(from),
      cityNamed(to),
      kind === 'truck' ? 23.3 : 33.3,
      hash(seed, 300, Number(corridor)),
    )
  })
  return {
    near: (city, tour) => tours(`${city}/${tour}`),
    far: (corridor, model) => runs(`${corridor}/${model === HAULER ? 'truck' : 'car'}`),
  }
}

function cityIndex(name: string): number {
  return cities.findIndex((city) => city.name === name)
}

function remembered<V>(make: (key: string) => V): (key: string) => V {
  const made = new Map<string, V>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/**
 * A vehicle identification number: NHV, the model's code, the check digit of ISO 3779 / 49 CFR 565, year S (2025),
 * plant A, and a serial number that is unique for this seed.
 */
function vinOf(seed: number, index: number, model: Model): string {
  const serial = String((index * 7919 + (hash(seed, 6) % 1_000_000)) % 1_000_000).padStart(6, '0')
  const open = `NHV${model.code}0SA${serial}`
  return open.slice(0, 8) + checkDigit(open) + open.slice(9)
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'

/** The check digit for position 9 of this VIN. */
export function checkDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * (VALUES.indexOf(vin[i]!) % 10), 0) % 11
  return sum === 10 ? 'X' : String(sum)
}
