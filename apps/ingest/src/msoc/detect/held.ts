interface Named {
  readonly vin: string
  readonly deviceId: string | null
}

/** Vehicles of one organisation by their names: the VIN, and the device id if there is one. */
export type ByName<Vehicle extends Named> = Map<string, Vehicle>

export interface Held<Vehicle extends Named> {
  /** Marks these vehicles as seen just now. */
  touch(byName: ByName<Vehicle>, names: Iterable<string>): void
  /** Removes a vehicle, under all of its names. */
  drop(byName: ByName<Vehicle>, vehicle: Vehicle): void
  /** Removes the least recently seen vehicles beyond the maximum. */
  makeRoom(): void
  clear(): void
}

/** The vehicles of all organisations in the order in which they were last seen; at most `most` of them may stay. */
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
