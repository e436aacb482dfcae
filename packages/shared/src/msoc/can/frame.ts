/**
 * One frame of a CAN bus, as readers return it and as decoders, detectors and the analyzer accept it. Classical CAN and
 * CAN FD (ISO 11898-1:2024); CAN XL frames are not read.
 */
export interface CanFrame {
  /** Epoch ms with the microseconds as the fraction. */
  readonly ts: number
  readonly bus: string
  /**
   * The arbitration id: 11 bits, or 29 where `flags` include ext. For an error frame, its error class
   * (linux/can/error.h).
   */
  readonly id: number
  /** Sum of `canFlags`. */
  readonly flags: number
  /**
   * The data length code, 0 to 15. A code above 8 means more bytes than its value (FD), or 8 bytes with a wrong code
   * (classical).
   */
  readonly dlc: number
  /**
   * The payload; empty in a remote frame. Code that keeps it beyond the call must copy it: readers return views that
   * they overwrite.
   */
  readonly data: Uint8Array
}

/** The first three are stored with a frame (`frameFlags` of ../events/events.ts); only captures hold the others. */
export const canFlags = { ext: 1, fd: 2, rtr: 4, error: 8, brs: 16, esi: 32, tx: 64 } as const

/** Bytes by data length code (ISO 11898-1:2024, table of DLC codes). */
export const lengthOfDlc: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]

/** Returns the data length code of a frame with this many bytes; a length without a code gets the next higher one. */
export function dlcOf(bytes: number): number {
  return lengthOfDlc.findIndex((length) => length >= bytes)
}

/** Returns one small integer for an id and its format: 0x123 with 11 bits and 0x123 with 29 bits are two ids. */
export function keyOf(id: number, isExtended: boolean): number {
  return isExtended ? id | 0x20000000 : id
}

export const idOfKey = (key: number): { id: number; ext: boolean } => ({
  id: key & 0x1fffffff,
  ext: (key & 0x20000000) !== 0,
})

/** Returns an arbitration id as CAN tools write it: three digits, or eight if extended. */
export function idDigits({ id, ext }: { readonly id: number; readonly ext: boolean }): string {
  return id
    .toString(16)
    .toUpperCase()
    .padStart(ext || id > 0x7ff ? 8 : 3, '0')
}

/** Returns the same with a leading 0x: the form that alerts, observables and addresses use. */
export const idText = (id: number, ext = false): string => `0x${idDigits({ id, ext })}`

const digits = '0123456789ABCDEF'

/** Returns upper-case hexadecimal, two digits per byte. */
export function hexOf(data: Uint8Array, between = ''): string {
  let text = ''
  for (let i = 0; i < data.length; i++)
    text += `${i > 0 ? between : ''}${digits[data[i]! >> 4]}${digits[data[i]! & 15]}`
  return text
}
