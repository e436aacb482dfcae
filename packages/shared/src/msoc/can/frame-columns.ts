import type { CanFrame } from './frame.ts'

/**
 * Frames as columns, oldest first: a million frames are six arrays instead of a million objects. The payload of frame i
 * begins at `at[i]` in `data`; the last one ends at `at[length]`.
 */
export interface FrameColumns {
  readonly length: number
  /** Names of the buses; `bus` holds indexes into this array. */
  readonly buses: readonly string[]
  readonly ts: Float64Array
  readonly id: Uint32Array
  readonly flags: Uint8Array
  readonly dlc: Uint8Array
  readonly bus: Uint8Array
  readonly at: Uint32Array
  readonly data: Uint8Array
}

/** Returns frame `i`; its payload is a view into the columns. */
export function frameAt({ buses, ts, id, flags, dlc, bus, at, data }: FrameColumns, i: number): CanFrame {
  return {
    ts: ts[i]!,
    bus: buses[bus[i]!]!,
    id: id[i]!,
    flags: flags[i]!,
    dlc: dlc[i]!,
    data: data.subarray(at[i], at[i + 1]),
  }
}

/** Maximum number of buses that a block of frames can name. */
export const busesPerBlock = 255

/**
 * Returns the columns of these frames.
 *
 * @throws {RangeError} when there are more than 255 buses.
 */
export function columnsOf(frames: readonly CanFrame[]): FrameColumns {
  const bytes = frames.reduce((sum, { data }) => sum + data.length, 0)
  const buses: string[] = []
  const columns = emptyColumns(frames.length, bytes, buses)
  let end = 0
  frames.forEach((frame, i) => {
    let bus = buses.indexOf(frame.bus)
    if (bus < 0) bus = buses.push(frame.bus) - 1
    if (bus >= busesPerBlock) throw new RangeError(`frames of more than ${busesPerBlock} buses`)
    columns.ts[i] = frame.ts
    columns.id[i] = frame.id
    columns.flags[i] = frame.flags
    columns.dlc[i] = frame.dlc
    columns.bus[i] = bus
    columns.data.set(frame.data, end)
    columns.at[i + 1] = end += frame.data.length
  })
  return columns
}

/** Returns columns for a number of frames and payload bytes, all zero. */
export function emptyColumns(length: number, bytes: number, buses: readonly string[]): FrameColumns {
  return {
    length,
    buses,
    ts: new Float64Array(length),
    id: new Uint32Array(length),
    flags: new Uint8Array(length),
    dlc: new Uint8Array(length),
    bus: new Uint8Array(length),
    at: new Uint32Array(length + 1),
    data: new Uint8Array(bytes),
  }
}
