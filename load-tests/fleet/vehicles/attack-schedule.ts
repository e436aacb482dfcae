import { attackKinds, type Attack } from './attacks.ts'
import { dealt, folded, hash } from '../random.ts'
import type { Vehicle } from './vehicles.ts'

const SLOT_MS = 80_000
const LONGEST_MS = Math.max(...attackKinds.map((kind) => kind.lastsMs))

/** The fleet whose vehicles are attacked; the first `canCount` of them send CAN. */
export interface Targets {
  seed: number
  vehicles: readonly Vehicle[]
  canCount: number
  /**
   * CAN attacks before this time are left out: a new bus watch learns the bus for a minute, and must learn benign
   * traffic.
   */
  busesLearnedAt: number
}

/** The attacks that are active at some time in [from, to). */
export function attacksIn(targets: Targets, from: number, to: number): Attack[] {
  const attacks: Attack[] = []
  for (let slot = Math.floor((from - LONGEST_MS) / SLOT_MS) - 1; slot * SLOT_MS < to; slot++) {
    const attack = attackOfSlot(targets, slot)
    if (attack && attack.from < to && attack.to > from) attacks.push(attack)
  }
  return attacks
}

/**
 * One attack begins in each slot of 80 s: its kind is taken from a shuffled deck, its victim is drawn. Without CAN
 * there is no CAN attack.
 */
function attackOfSlot({ seed, vehicles, canCount, busesLearnedAt }: Targets, slot: number): Attack | undefined {
  const kind = dealt(attackKinds, slot, seed)
  const eligible = kind.needs === 'can' ? canCount : vehicles.length
  const draw = hash(seed, 70, folded(slot))
  const victim = vehicles[draw % eligible]
  if (!victim) return undefined

  const from = slot * SLOT_MS + 1000 * (hash(draw, 71) % 40)
  if (kind.needs === 'can' && from < busesLearnedAt) return undefined
  return { kind, victim, from, to: from + kind.lastsMs }
}
