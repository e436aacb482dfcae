import { chunkFrames, type FrameStore } from './frame-store.ts'

/** By slot: the payload bits that are known to change (rule ANALYZER-13). */
export type Notches = ReadonlyMap<number, Uint8Array>

/**
 * The change of each payload byte since the previous frame: 1 increased, -1 decreased, 0 unchanged, 2 changed only in
 * notched bits. A byte that was not there before is unchanged.
 */
export function changeOf(
  data: Uint8Array,
  before: Uint8Array | undefined,
  notched: Uint8Array | undefined,
  into: Int8Array,
): void {
  for (let i = 0; i < data.length; i++)
    into[i] = before === undefined || i >= before.length ? 0 : changeOfByte(data[i]!, before[i]!, notched?.[i] ?? 0)
}

function changeOfByte(now: number, before: number, notched: number): number {
  const bits = now ^ before
  if (bits === 0) return 0
  if ((bits & ~notched) === 0) return 2
  return now > before ? 1 : -1
}

/** All bits that changed between two frames of the store, by slot. */
export function changedBits(store: FrameStore, from: number, to: number): Notches {
  const bySlot = new Map<number, Uint8Array>()
  for (const [chunk, low, high, number] of store.between(from, to)) {
    for (let place = low; place < high; place++) {
      const before = number + place - low - chunk.back[place]!
      if (chunk.back[place] === 0 || before < from) continue
      const other = store.chunk(before)
      const beside = before % chunkFrames
      const bytes = Math.min(chunk.length[place]!, other.length[beside]!)
      let bits = bySlot.get(chunk.slot[place]!)
      if (!bits) bySlot.set(chunk.slot[place]!, (bits = new Uint8Array(64)))
      for (let i = 0, a = place * chunk.stride, b = beside * other.stride; i < bytes; i++)
        bits[i]! |= chunk.data[a + i]! ^ other.data[b + i]!
    }
  }
  return bySlot
}
