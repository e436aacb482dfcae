/** Where the fleet lives. Weights say how much of the city fleet is at home there; corridors join neighbours. */

export interface City {
  name: string
  lat: number
  lon: number
  altitude: number
  weight: number
}

export const cities: readonly City[] = [
  { name: 'Hamburg', lat: 53.5585, lon: 9.9752, altitude: 12, weight: 4 },
  { name: 'Berlin', lat: 52.5170, lon: 13.3889, altitude: 38, weight: 4 },
  { name: 'München', lat: 48.1372, lon: 11.5755, altitude: 519, weight: 4 },
  { name: 'Stuttgart', lat: 48.7784, lon: 9.1800, altitude: 251, weight: 4 },
  { name: 'Köln', lat: 50.9384, lon: 6.9400, altitude: 52, weight: 3 },
  { name: 'Frankfurt', lat: 50.1200, lon: 8.6700, altitude: 112, weight: 3 },
  { name: 'Paris', lat: 48.8590, lon: 2.3470, altitude: 36, weight: 3 },
  { name: 'Amsterdam', lat: 52.3580, lon: 4.8850, altitude: 2, weight: 2 },
  { name: 'Wien', lat: 48.2000, lon: 16.3600, altitude: 171, weight: 2 },
  { name: 'Praha', lat: 50.0780, lon: 14.4350, altitude: 200, weight: 2 },
  { name: 'Zürich', lat: 47.3850, lon: 8.5250, altitude: 408, weight: 2 },
  { name: 'Bruxelles', lat: 50.8450, lon: 4.3600, altitude: 57, weight: 1 },
  { name: 'København', lat: 55.6830, lon: 12.5500, altitude: 9, weight: 1 },
  { name: 'Milano', lat: 45.4680, lon: 9.1830, altitude: 120, weight: 1 },
  { name: 'Lyon', lat: 45.7580, lon: 4.8600, altitude: 173, weight: 1 },
  { name: 'Warszawa', lat: 52.2300, lon: 21.0050, altitude: 113, weight: 1 },
]

/** Pairs of cities that intercity vehicles run between, there and back. */
export const corridors: readonly (readonly [from: string, to: string])[] = [
  ['Hamburg', 'Berlin'],
  ['Berlin', 'Praha'],
  ['Praha', 'Wien'],
  ['München', 'Wien'],
  ['München', 'Stuttgart'],
  ['Stuttgart', 'Zürich'],
  ['Stuttgart', 'Frankfurt'],
  ['Frankfurt', 'Köln'],
  ['Köln', 'Amsterdam'],
  ['Köln', 'Bruxelles'],
  ['Bruxelles', 'Paris'],
  ['Paris', 'Lyon'],
  ['Zürich', 'Milano'],
  ['Hamburg', 'Köln'],
]

/** The city of that name; a name that is not in the table is a mistake in this file. */
export function cityNamed(name: string): City {
  const city = cities.find((one) => one.name === name)
  if (!city) throw new Error(`No city is called ${name}`)
  return city
}

/** Picks a city for a number in [0, 1), heavier ones more often. */
export function cityAt(fraction: number): City {
  const total = cities.reduce((sum, city) => sum + city.weight, 0)
  let left = fraction * total
  for (const city of cities) {
    left -= city.weight
    if (left < 0) return city
  }
  return cities[cities.length - 1]!
}
