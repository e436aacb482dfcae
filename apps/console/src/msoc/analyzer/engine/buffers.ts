import type { Answer, Order } from './protocol.ts'

/** The buffers of a message that are transferred between threads instead of copied, each once: rows share buffers. */
export function buffersOf(message: Order | Answer): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  if (message.op === 'frames' || message.op === 'report') collect(message, buffers)
  return [...buffers]
}

function collect(value: unknown, into: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) into.add(value.buffer)
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, into)
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) collect(each, into)
  }
}

/** One buffer for many small arrays, so that a report of 2,000 rows transfers one buffer instead of 6,000. */
export interface Room {
  bytes(length: number): Uint8Array<ArrayBuffer>
  signed(length: number): Int8Array<ArrayBuffer>
  floats(length: number): Float32Array<ArrayBuffer>
}

/** Creates room for at most `bytes` bytes: a multiple of four for each array of floats. */
export function createRoom(bytes: number): Room {
  const buffer = new ArrayBuffer(bytes)
  let end = 0
  const take = (length: number, align: number) => {
    const from = Math.ceil(end / align) * align
    end = from + length
    return from
  }
  return {
    bytes: (length) => new Uint8Array(buffer, take(length, 1), length),
    signed: (length) => new Int8Array(buffer, take(length, 1), length),
    floats: (length) => new Float32Array(buffer, take(4 * length, 4), length),
  }
}
