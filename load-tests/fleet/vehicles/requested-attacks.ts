import type { Targets } from './attack-schedule.ts'
import { attackKinds, type Attack } from './attacks.ts'
import { dealt } from '../random.ts'
import { fixAt } from './state.ts'
import type { Vehicle } from './vehicles.ts'

/** A message to a running fleet: an attack of this kind on a vehicle of this model that drives. */
export interface AttackRequest {
  attack: string
  model: string
}

/** A request begins this long after it was received: the window of now may have been sent. */
const LEAD_MS = 1000
/** A vehicle is not attacked again for this long: its alert may still be open. */
const REST_MS = 30 * 60_000
const DRIVING_MS = 5

/** Returns the request in a message of the parent process, or undefined for any other message. */
export function requestIn(message: unknown): AttackRequest | undefined {
  const { attack, model } = Object(message) as Partial<AttackRequest>
  return typeof attack === 'string' && typeof model === 'string' ? { attack, model } : undefined
}

/**
 * The attack for a request received at `now`; undefined if the kind is unknown or no vehicle of the model drives.
 * `earlier`: attacks that were requested before; the longest unharmed vehicle is taken.
 */
export function requestedAttack(
  { vehicles, canCount, seed }: Targets,
  { attack, model }: AttackRequest,
  now: number,
  earlier: readonly Attack[],
): Attack | undefined {
  const kind = attackKinds.find(({ name }) => name === attack)
  if (!kind) return undefined
  const from = Math.ceil((now + LEAD_MS) / 1000) * 1000
  const to = from + kind.lastsMs
  const rested = (vehicle: Vehicle) => !earlier.some((one) => one.victim === vehicle && one.from > now - REST_MS)
  const driving = (vehicle: Vehicle) => [from, to].every((at) => fixAt(vehicle, at).speed > DRIVING_MS)
  const eligible = vehicles
    .slice(0, kind.needs === 'can' ? canCount : vehicles.length)
    .filter((vehicle) => vehicle.model.name === model && driving(vehicle))
  const victims = eligible.some(rested) ? eligible.filter(rested) : eligible
  return victims.length === 0 ? undefined : { kind, victim: dealt(victims, Math.floor(from / 1000), seed), from, to }
}
