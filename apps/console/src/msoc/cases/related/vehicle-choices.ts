import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

export type VehicleChoice = Pick<Vehicle, 'uuid' | 'vin' | 'name'>

/** Maximum number of vehicles to choose from; more words find the others. */
export const mostChoices = 8

/** The vehicles to choose from: those of the case that match the words, then the others that were found. */
export function vehicleChoices(
  ofCase: readonly VehicleChoice[],
  found: readonly VehicleChoice[],
  words: string,
): VehicleChoice[] {
  const wanted = words.trim().toLowerCase()
  const matching = ofCase.filter(({ vin, name }) => [vin, name].some((text) => text.toLowerCase().includes(wanted)))
  // of two with one uuid, a map keeps the place of the first
  return [...new Map([...matching, ...found].map((vehicle) => [vehicle.uuid, vehicle])).values()].slice(0, mostChoices)
}
