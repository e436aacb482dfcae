import { addressText } from '../../../transport/j1939-names.ts'
import { readJ1939Id, type J1939Id } from '../../../transport/j1939.ts'
import { canFlags } from '../../frame.ts'
import type { BusFacts, BusFrame, Sign } from '../bus-detector.ts'
import { busSignOf, textOfKey } from '../signs.ts'

/**
 * Returns the id decoded as J1939 if its group is `group`; undefined for all other frames, at the cost of one or two
 * comparisons.
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
 * A message that is sent at least this often on a healthy bus is neither a request nor a claim, whatever its id looks
 * like, ms (rule CAN-J1939-13).
 */
const ordinaryCycleMs = 2_000

/** Returns true if the profile contains it as an ordinary cyclic message: not every bus with 29-bit ids uses J1939. */
export function isOrdinary({ index }: BusFrame, { model }: BusFacts): boolean {
  const cycle = model && index >= 0 ? model.cycle[index]! : 0
  return cycle > 0 && cycle < ordinaryCycleMs
}

/**
 * Returns a sign about the behaviour of a J1939 node. Grouped by its arbitration id, or by the bus where `key` is null.
 * `tactics` are of MITRE ATT&CK.
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
