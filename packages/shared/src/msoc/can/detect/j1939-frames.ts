import { addressText } from '../../transport/j1939-names.ts'
import { readJ1939Id, type J1939Id } from '../../transport/j1939.ts'
import { canFlags } from '../frame.ts'
import type { BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { busSignOf, textOfKey } from './signs.ts'

/**
 * The id as J1939 reads it, where the group is `group`; undefined for all other frames, at the price of a comparison or
 * two.
 */
export function readGroup(frame: BusFrame, group: number): J1939Id | undefined {
  if (
    frame.key < 0x20000000 ||
    (frame.flags & (canFlags.rtr | canFlags.error)) !== 0 ||
    ((frame.id >> 8) & 0x3ff00) !== group
  )
    return undefined
  return readJ1939Id(frame.id)
}

/**
 * A message that comes this often on a sound bus asks for nothing and claims nothing, whatever its id looks like, ms
 * (rule CAN-J1939-13).
 */
const ordinaryCycleMs = 2_000

/** Whether the profile knows it as an ordinary cyclic message: buses with 29-bit ids need not speak J1939. */
export function isOrdinary({ index }: BusFrame, { model }: BusFacts): boolean {
  const cycle = model && index >= 0 ? model.cycle[index]! : 0
  return cycle > 0 && cycle < ordinaryCycleMs
}

/**
 * A sign about what a J1939 node does; folds by its arbitration id, or by the bus where `key` is null. `tactics` are of
 * MITRE ATT&CK.
 */
export function j1939Sign(
  detector: string,
  severity: Sign['severity'],
  what: string,
  frame: BusFrame,
  facts: BusFacts,
  key: number | null,
  blamed: readonly number[],
  explanation: Sign['explanation'],
  tactics: readonly string[],
): Sign {
  const sign = busSignOf(detector, severity, what, frame.ts, facts, blamed, explanation)
  return {
    ...sign,
    key,
    tactics,
    observables: [
      ...sign.observables,
      { kind: 'ecu', value: addressText(frame.id & 0xff) },
      { kind: 'arbitration_id', value: textOfKey(frame.key) },
    ],
  }
}
