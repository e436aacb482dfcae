/** Returns the parts joined to one array. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return bytes
}

/**
 * A buffer for bytes of something that is not complete yet. Pieces are joined only when enough bytes are there, so that
 * many small pieces cost the same as a large one.
 */
export interface Waiting {
  readonly length: number
  /** Keeps the piece without copying: the caller must not change it. */
  push(piece: Uint8Array): void
  /** Returns the waiting bytes, at least `count` of them; undefined if there are fewer. */
  view(count: number): DataView | undefined
  /** Drops `count` bytes of the last view. */
  drop(count: number): void
  clear(): void
}

export function createWaiting(): Waiting {
  let head: DataView = new DataView(new ArrayBuffer(0))
  let pieces: Uint8Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    push(piece) {
      pieces.push(piece)
      length += piece.length
    },
    view(count) {
      if (length < count) return undefined
      if (head.byteLength < count) {
        const bytes = joined([bytesOf(head), ...pieces])
        head = new DataView(bytes.buffer)
        pieces = []
      }
      return head
    },
    drop(count) {
      head = new DataView(head.buffer, head.byteOffset + count, head.byteLength - count)
      length -= count
    },
    clear() {
      head = new DataView(new ArrayBuffer(0))
      pieces = []
      length = 0
    },
  }
}

/** Returns the bytes that a view covers. */
export function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}
