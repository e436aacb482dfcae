import { idDigits, idOfKey, keyOf } from '../can/frame.ts'

/** A one-way channel of diagnostic messages: the frames with one arbitration id. */
export interface Line {
  /** Sender and receiver: `tester → 7E0`, `F1 → 10`. */
  readonly between: string
  /**
   * Key of the id on which the other side answers and sends its flow control; null: no particular one (functional
   * requests).
   */
  readonly peer: number | null
  /**
   * Index of the first byte of the protocol information: 1 if an address byte precedes it (extended and mixed
   * addressing), otherwise 0.
   */
  readonly at: 0 | 1
}

const functional11 = 0x7df
const normalFixed = { physical: 0xda, functional: 0xdb } as const
const mixed = { physical: 0xce, functional: 0xcd } as const

/**
 * Returns the line that the standards assign to an id (ISO 15765-4:2021 clause 10 for 11 bits; ISO 15765-2:2016 clause
 * 10.3 for normal fixed and mixed addressing with 29), rules TRANSPORT-8 and TRANSPORT-9; undefined if there is none.
 */
export function standardLine(key: number): Line | undefined {
  const { id, ext } = idOfKey(key)
  return ext ? line29(id) : line11(id)
}

/** Returns true if `standardLine` returns a line, at a tenth of the cost: called for every frame. */
export function isStandardLine(key: number): boolean {
  if (key < 0x20000000) return key >= functional11 && key <= 0x7ef
  const format = (key >> 16) & 0x3ff
  return (
    format === normalFixed.physical ||
    format === normalFixed.functional ||
    format === mixed.physical ||
    format === mixed.functional
  )
}

function line11(id: number): Line | undefined {
  if (id === functional11) return { between: 'tester → all', peer: null, at: 0 }
  if (id >= 0x7e0 && id <= 0x7e7) return { between: `tester → ${idDigits({ id, ext: false })}`, peer: id + 8, at: 0 }
  if (id >= 0x7e8 && id <= 0x7ef) return { between: `${idDigits({ id, ext: false })} → tester`, peer: id - 8, at: 0 }
  return undefined
}

/** Reads 18DAttss and its variants: target address, then source address. Priority may differ, data pages may not. */
function line29(id: number): Line | undefined {
  const key = keyOf(id, true)
  if (!isStandardLine(key)) return undefined
  const format = (id >> 16) & 0xff
  const target = (id >> 8) & 0xff
  const source = id & 0xff
  const at = format === mixed.physical || format === mixed.functional ? 1 : 0
  const isFunctional = format === normalFixed.functional || format === mixed.functional
  if (isFunctional) return { between: `${addressDigits(source)} → all of ${addressDigits(target)}`, peer: null, at }
  const peer = keyOf((id & 0x1fff0000) | (source << 8) | target, true)
  return { between: `${addressDigits(source)} → ${addressDigits(target)}`, peer, at }
}

/** Returns an ECU's address as two hexadecimal digits. */
export const addressDigits = (address: number): string => address.toString(16).toUpperCase().padStart(2, '0')

/** Returns the line of an id whose requests several ids answer. */
export function functionalLine(key: number, at: 0 | 1): Line {
  return { between: `${idDigits(idOfKey(key))} → all`, peer: null, at }
}

/**
 * Returns true for a line with the ids of GMLAN (GMW3110): 101 to all nodes, with an address byte in front, 241-25F to
 * one, which answers 400 above.
 */
export function isGmlanLine(key: number, { peer, at }: Line): boolean {
  if (key === 0x101) return at === 1
  if (key >= 0x641 && key <= 0x65f) return peer === key - 0x400 || peer === 0x101
  return key >= 0x241 && key <= 0x25f && peer === key + 0x400
}

/** Returns the line between two ids that were found to communicate with each other. */
export function noticedLine(key: number, peer: number, at: 0 | 1): Line {
  return { between: `${idDigits(idOfKey(key))} → ${idDigits(idOfKey(peer))}`, peer, at }
}
