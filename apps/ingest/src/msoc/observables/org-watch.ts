import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { CanEvent, VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { ObservableType } from '@carapace/shared/msoc/observables/observables'
import { type HashSet, watchHash } from '@carapace/shared/msoc/observables/watch/watch-hash'
import { frameIdText, watchedValues } from '@carapace/shared/msoc/observables/watch/watched-values'
import { normalOrText } from '@carapace/shared/msoc/observables/normalise'
import type { Vehicle } from '../detect/fleet-facts.ts'

/** A value of an event whose hash is in the set: very likely an entry of a watchlist. */
export interface Likely {
  readonly type: ObservableType
  readonly value: string
  readonly hash: number
}

/** The watchlists of an organisation in this process. */
export interface OrgWatch {
  readonly entries: number
  readonly bytes: number
  /** Calls `emit` for each value of the event that is likely on a watchlist, each once. */
  look(vehicle: Vehicle, event: VehicleEvent, emit: (likely: Likely) => void): void
}

/** What was found out about CAN ids is forgotten beyond this number: senders choose them. */
const mostIds = 20_000

/** Returns the watchlists whose entries have these types and hashes. */
export function createOrgWatch(wanted: ReadonlySet<ObservableType>, hashes: HashSet): OrgWatch {
  const ids = new Map<number, Likely | null>()
  const vins = new WeakMap<Vehicle, Likely | null>()
  const isIdWanted = wanted.has('arbitration_id')
  const isVinWanted = wanted.has('vin')

  function likely(type: ObservableType, value: string): Likely | null {
    const hash = watchHash(type, value)
    return hashes.has(hash) ? { type, value, hash } : null
  }

  function ofVehicle(vehicle: Vehicle): Likely | null {
    const known = vins.get(vehicle)
    if (known !== undefined) return known
    const found = likely('vin', normalOrText('vin', vehicle.vin))
    vins.set(vehicle, found)
    return found
  }

  function lookAtFrames({ frames, flags }: CanEvent, emit: (one: Likely) => void): void {
    let last: Likely | undefined
    for (const frame of frames) {
      const id = frame[1]
      const key = id * 2 + (flags & 1)
      let found = ids.get(key)
      if (found === undefined) {
        found = likely('arbitration_id', frameIdText(id, flags))
        if (ids.size >= mostIds) ids.clear()
        ids.set(key, found)
      }
      if (found !== null && found !== last) emit(found)
      if (found !== null) last = found
    }
  }

  return {
    entries: hashes.size,
    bytes: hashes.bytes,
    look(vehicle, event, emit) {
      if (isVinWanted && vehicle.vin !== '') {
        const found = ofVehicle(vehicle)
        if (found !== null) emit(found)
      }
      if (isIdWanted && event.kind === 'can') lookAtFrames(event, emit)
      watchedValues(event, wanted, (type, value) => {
        const found = likely(type, value)
        if (found !== null) emit(found)
      })
    },
  }
}

/** The time of an event by which its alert is dated. */
export const timeOf = (event: VehicleEvent): number => specOf(event).lastTsOf(event)
