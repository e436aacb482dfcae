/**
 * One frame of a CAN bus, as readers give it and as decoders, detectors and the analyzer take it. Classical CAN and CAN
 * FD (ISO 11898-1:2024); CAN XL frames are not read.
 */
export interface CanFrame {
  /** Epoch ms with the microseconds as the fraction. */
  readonly ts: number
  readonly bus: string
  /**
   * The arbitration id: 11 bits, or 29 where `flags` say extended. An error frame keeps its class here
   * (linux/can/error.h).
   */
  readonly id: number
  /** `canFlags`, added up. */
  readonly flags: number
  /**
   * The data length code, 0 to 15: over 8 it stands for more bytes than itself (FD), or for 8 announced wrongly
   * (classical).
   */
  readonly dlc: number
  /**
   * The payload; empty in a remote frame. Whoever keeps it beyond the call copies it: readers hand out views that they
   * write over.
   */
  readonly data: Uint8Array
}

/** The first three are stored with a frame (`frameFlags` of ../events/events.ts); the others only a capture knows. */
export const canFlags = { ext: 1, fd: 2, rtr: 4, error: 8, brs: 16, esi: 32, tx: 64 } as const

/** Bytes by data length code (ISO 11898-1:2024, table of DLC codes). */
export const lengthOfDlc: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]

/** The data length code of a frame with so many bytes; a length that no code stands for gets the next one's. */
export function dlcOf(bytes: number): number {
  return lengthOfDlc.findIndex((length) => length >= bytes)
}

/** One number for an id and its format, a small integer: 0x123 with 11 bits and 0x123 with 29 are two ids. */
export function keyOf(id: number, isExtended: boolean): number {
  return isExtended ? id | 0x20000000 : id
}

export const idOfKey = (key: number): { id: number; ext: boolean } => ({
  id: key & 0x1fffffff,
  ext: (key & 0x20000000) !== 0,
})

/** An arbitration id as CAN tools write it: three digits, eight when extended. */
export function idDigits({ id, ext }: { readonly id: number; readonly ext: boolean }): string {
  return id
    .toString(16)
    .toUpperCase()
    .padStart(ext || id > 0x7ff ? 8 : 3, '0')
}

/** The same with 0x before it: how alerts, observables and addresses name an id. */
export const idText = (id: number, ext = false): string => `0x${idDigits({ id, ext })}`

const digits = '0123456789ABCDEF'

/** Upper-case hexadecimal, two digits a byte. */
export function hexOf(data: Uint8Array, between = ''): string {
  let text = ''
  for (let i = 0; i < data.length; i++)
    text += `${i > 0 ? between : ''}${digits[data[i]! >> 4]}${digits[data[i]! & 15]}`
  return text
}

/** Writes hexadecimal (pairs of digits, nothing else) into `into`; answers how many bytes. */
export function readHex(hex: string, into: Uint8Array): number {
  const bytes = hex.length >> 1
  for (let i = 0; i < bytes; i++) into[i] = (nibble(hex.charCodeAt(2 * i)) << 4) | nibble(hex.charCodeAt(2 * i + 1))
  return bytes
}

/** 0-9, A-F or a-f by its character code. */
function nibble(code: number): number {
  return code <= 57 ? code - 48 : (code & 0xdf) - 55
}
