import { attackKinds, type Attack, type AttackKind } from './attacks.ts'
import { dealt, folded, hash } from '../random.ts'
import type { Vehicle } from './vehicles.ts'

const LONGEST_MS = Math.max(...attackKinds.map((kind) => kind.lastsMs))

/** The fleet whose vehicles are attacked; the first `canCount` of them send CAN. */
export interface Targets {
  seed: number
  vehicles: readonly Vehicle[]
  canCount: number
  /** The length of a slot, ms: one attack begins in the first half of each. */
  attackEveryMs: number
  /**
   * CAN attacks before this time are left out: a new bus watch learns the bus for a minute, and must learn benign
   * traffic.
   */
  busesLearnedAt: number
}

/** The attacks of these kinds that are active at some time in [from, to). */
export function attacksIn(targets: Targets, from: number, to: number, kinds = attackKinds): Attack[] {
  const { attackEveryMs } = targets
  const attacks: Attack[] = []
  for (let slot = Math.floor((from - LONGEST_MS) / attackEveryMs) - 1; slot * attackEveryMs < to; slot++) {
    const attack = attackOfSlot(targets, slot, kinds)
    if (attack && attack.from < to && attack.to > from) attacks.push(attack)
  }
  return attacks
}

/**
 * The attack that begins in a slot: its kind is taken from a shuffled deck, and its victim from a deck of that kind, so
 * that no vehicle suffers the same again before all others did. Without CAN there is no CAN attack.
 */
function attackOfSlot(targets: Targets, slot: number, kinds: readonly AttackKind[]): Attack | undefined {
  const { seed, vehicles, canCount, attackEveryMs, busesLearnedAt } = targets
  const kind = dealt(kinds, slot, seed)
  const eligible = kind.needs === 'can' ? vehicles.slice(0, canCount) : vehicles
  if (eligible.length === 0) return undefined
  const victim = dealt(eligible, Math.floor(slot / kinds.length), hash(seed, 70, kinds.indexOf(kind)))
  const offset = (hash(seed, 71, folded(slot)) % 1000) / 1000
  const from = slot * attackEveryMs + 1000 * Math.floor((offset * attackEveryMs) / 2000)
  if (kind.needs === 'can' && from < busesLearnedAt) return undefined
  return { kind, victim, from, to: from + kind.lastsMs }
}
