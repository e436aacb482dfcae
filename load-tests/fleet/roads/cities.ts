/** The cities of the fleet. A weight is a city's share of the city fleet; corridors connect neighbouring cities. */

export interface City {
  name: string
  lat: number
  lon: number
  altitude: number
  weight: number
}

export const cities: readonly City[] = [
  { name: 'Hamburg', lat: 53.5585, lon: 9.9752, altitude: 12, weight: 4 },
  { name: 'Berlin', lat: 52.517, lon: 13.3889, altitude: 38, weight: 4 },
  { name: 'München', lat: 48.1372, lon: 11.5755, altitude: 519, weight: 4 },
  { name: 'Stuttgart', lat: 48.7784, lon: 9.18, altitude: 251, weight: 4 },
  { name: 'Köln', lat: 50.9384, lon: 6.94, altitude: 52, weight: 3 },
  { name: 'Frankfurt', lat: 50.12, lon: 8.67, altitude: 112, weight: 3 },
  { name: 'Paris', lat: 48.859, lon: 2.347, altitude: 36, weight: 3 },
  { name: 'Amsterdam', lat: 52.358, lon: 4.885, altitude: 2, weight: 2 },
  { name: 'Wien', lat: 48.2, lon: 16.36, altitude: 171, weight: 2 },
  { name: 'Praha', lat: 50.078, lon: 14.435, altitude: 200, weight: 2 },
  { name: 'Zürich', lat: 47.385, lon: 8.525, altitude: 408, weight: 2 },
  { name: 'Bruxelles', lat: 50.845, lon: 4.36, altitude: 57, weight: 1 },
  { name: 'København', lat: 55.683, lon: 12.55, altitude: 9, weight: 1 },
  { name: 'Milano', lat: 45.468, lon: 9.183, altitude: 120, weight: 1 },
  { name: 'Lyon', lat: 45.758, lon: 4.86, altitude: 173, weight: 1 },
  { name: 'Warszawa', lat: 52.23, lon: 21.005, altitude: 113, weight: 1 },
]

/** Pairs of cities between which intercity vehicles drive in both directions. */
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

/** The city with that name; an unknown name is an error in this file. */
export function cityNamed(name: string): City {
  const city = cities.find((one) => one.name === name)
  if (!city) throw new Error(`No city is called ${name}`)
  return city
}

/** Picks a city for a number in [0, 1), those with larger weights more often. */
export function cityAt(fraction: number): City {
  const total = cities.reduce((sum, city) => sum + city.weight, 0)
  let left = fraction * total
  for (const city of cities) {
    left -= city.weight
    if (left < 0) return city
  }
  return cities[cities.length - 1]!
}
