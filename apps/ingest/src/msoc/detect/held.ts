interface Named {
  readonly vin: string
  readonly deviceId: string | null
}

/** Vehicles of one organisation by the names they go by: the VIN, and the device id where there is one. */
export type ByName<Vehicle extends Named> = Map<string, Vehicle>

export interface Held<Vehicle extends Named> {
  /** Notes that these were heard of just now. */
  touch(byName: ByName<Vehicle>, names: Iterable<string>): void
  /** Lets go of a vehicle, under all of its names. */
  drop(byName: ByName<Vehicle>, vehicle: Vehicle): void
  /** Lets go of those heard of least recently that are too many. */
  makeRoom(): void
  clear(): void
}

/** The vehicles of all organisations in the order in which they were last heard of: `most` of them may stay. */
export function createHeld<Vehicle extends Named>(most: number): Held<Vehicle> {
  const held = new Map<Vehicle, ByName<Vehicle>>()

  function drop(byName: ByName<Vehicle>, vehicle: Vehicle): void {
    held.delete(vehicle)
    for (const name of [vehicle.vin, vehicle.deviceId])
      if (name !== null && byName.get(name) === vehicle) byName.delete(name)
  }

  return {
    touch(byName, names) {
      for (const name of names) {
        const vehicle = byName.get(name)
        if (!vehicle) continue
        held.delete(vehicle)
        held.set(vehicle, byName)
      }
    },
    drop,
    makeRoom() {
      for (const [vehicle, byName] of held) {
        if (held.size <= most) return
        drop(byName, vehicle)
      }
    },
    clear: () => held.clear(),
  }
}
