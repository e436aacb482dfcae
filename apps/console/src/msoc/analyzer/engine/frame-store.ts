import { canFlags, keyOf } from '@carapace/shared/msoc/can/frame'
import { emptyColumns, type FrameColumns } from '@carapace/shared/msoc/can/frame-columns'

/**
 * The frames of one chunk of the store. A payload begins at its frame's index times `stride`, which is the length of
 * the longest payload.
 */
export interface Chunk {
  readonly ts: Float64Array
  /** `keyOf` the id. */
  readonly key: Uint32Array
  readonly flags: Uint8Array
  readonly dlc: Uint8Array
  readonly bus: Uint8Array
  readonly length: Uint8Array
  /**
   * The slot under which the frame is counted, and the distance in frames to the previous frame of that slot; 0: it is
   * the first.
   */
  readonly slot: Uint16Array
  readonly back: Uint32Array
  stride: number
  data: Uint8Array
}

/** One id on one bus. */
export interface Slot {
  readonly bus: number
  readonly key: number
  /** The number of its latest frame. */
  last: number
  /** How many of its frames are kept. */
  kept: number
}

/**
 * Frames in time order, with numbers that stay the same while the oldest are removed: a growing list of chunks, so that
 * neither growing nor removing copies a frame. The latest frames are not settled at once: late frames are inserted
 * among them at their position (rules ANALYZER-1 to ANALYZER-5).
 */
export interface FrameStore {
  /** Names of the buses, by number. */
  readonly buses: readonly string[]
  readonly slots: readonly Slot[]
  /**
   * `first`: the number of the oldest kept frame. `end`: the number after the latest settled frame. Settled frames have
   * slots and do not move.
   */
  first(): number
  end(): number
  /** The latest time of all frames; undefined if there is no frame. */
  latest(): number | undefined
  /** Adds frames; returns the indices in `frames` of those that came too late to be inserted at their position. */
  append(frames: FrameColumns): number[]
  /** Marks that frames are missing after the latest frame. */
  gap(): void
  /** Whether frames are missing between two frames, so that the time between them is meaningless (rule ANALYZER-17). */
  isBroken(before: number, frame: number): boolean
  /** Settles at most `most` frames older than a time; returns whether that was all. */
  settle(before: number, most: number): boolean
  /** Removes the frames before this one. */
  forget(to: number): void
  chunk(frame: number): Chunk
  /** For each chunk between two frames: the index range and the number of its first frame. */
  between(from: number, to: number): Generator<readonly [chunk: Chunk, from: number, to: number, first: number]>
  ts(frame: number): number
  data(frame: number): Uint8Array
  /** The number of the previous frame with the same id; undefined if none is kept. */
  before(frame: number): number | undefined
  /** The number of the first frame at or after this time; `end()` if there is none. */
  at(time: number): number
  slotOf(bus: number, key: number): number | undefined
  /** Settled frames as columns, for transfer or to build another store. */
  columns(from: number, to: number): FrameColumns
}

/** Number of frames per chunk. */
export const chunkFrames = 16_384

/**
 * Maximum number of ids with a slot; frames of further ids share the last slot, which has no statistics. A bus has a
 * few hundred ids, a fuzzer millions.
 */
export const mostSlots = 65_535

/** Maximum number of frames that a late frame is inserted before: each of them is moved. */
const mostOvertaken = 512

export function createFrameStore(): FrameStore {
  const buses: string[] = []
  const slots: Slot[] = []
  const slotByKey: Map<number, number>[] = []
  /** Removed from the front: a chunk whose frames are all gone is released. */
  const chunks: Chunk[] = []
  /** The frames before which frames are missing, ascending. */
  let gaps: number[] = []
  let firstChunk = 0
  let first = 0
  let settled = 0
  let end = 0

  const chunkAt = (frame: number): Chunk => chunks[Math.floor(frame / chunkFrames) - firstChunk]!
  const ts = (frame: number): number => chunkAt(frame).ts[frame % chunkFrames]!

  function append(frames: FrameColumns): number[] {
    const busOf = frames.buses.map(busNumber)
    const late: number[] = []
    for (let i = 0; i < frames.length; i++) {
      const place = placeOf(frames.ts[i]!)
      if (place < 0) late.push(i)
      else put(frames, i, busOf[frames.bus[i]!]!, place)
    }
    return late
  }

  function busNumber(name: string): number {
    const known = buses.indexOf(name)
    if (known >= 0) return known
    if (buses.length === 256) throw new RangeError('frames of more than 256 buses')
    slotByKey.push(new Map())
    return buses.push(name) - 1
  }

  /** The position for a frame of this time; -1 if later frames are already settled. */
  function placeOf(time: number): number {
    let place = end
    const least = Math.max(settled, end - mostOvertaken)
    while (place > least && ts(place - 1) > time) place -= 1
    return place === least && least > first && ts(least - 1) > time ? -1 : place
  }

  function put(frames: FrameColumns, i: number, bus: number, place: number): void {
    if (end % chunkFrames === 0) chunks.push(emptyChunk())
    end += 1
    for (let frame = end - 1; frame > place; frame--) move(frame - 1, frame)
    const chunk = chunkAt(place)
    const at = place % chunkFrames
    const from = frames.at[i]!
    const length = Math.min(64, frames.at[i + 1]! - from)
    chunk.ts[at] = frames.ts[i]!
    chunk.key[at] = keyOf(frames.id[i]!, (frames.flags[i]! & canFlags.ext) !== 0)
    chunk.flags[at] = frames.flags[i]!
    chunk.dlc[at] = frames.dlc[i]!
    chunk.bus[at] = bus
    chunk.length[at] = length
    if (length > chunk.stride) widen(chunk, length)
    for (let byte = 0, into = at * chunk.stride; byte < length; byte++)
      chunk.data[into + byte] = frames.data[from + byte]!
  }

  function move(from: number, to: number): void {
    const [a, b, i, j] = [chunkAt(from), chunkAt(to), from % chunkFrames, to % chunkFrames]
    b.ts[j] = a.ts[i]!
    b.key[j] = a.key[i]!
    b.flags[j] = a.flags[i]!
    b.dlc[j] = a.dlc[i]!
    b.bus[j] = a.bus[i]!
    b.length[j] = a.length[i]!
    if (a.length[i]! > b.stride) widen(b, a.length[i]!)
    b.data.set(a.data.subarray(i * a.stride, i * a.stride + a.length[i]!), j * b.stride)
  }

  function settle(before: number, most: number): boolean {
    const until = Math.min(end, settled + most)
    while (settled < until && ts(settled) < before) {
      const chunk = chunkAt(settled)
      const at = settled % chunkFrames
      const slot = enter(chunk.bus[at]!, chunk.key[at]!)
      chunk.slot[at] = slot
      chunk.back[at] = 0
      const each = slots[slot]
      if (each) {
        if (each.kept > 0) chunk.back[at] = settled - each.last
        each.last = settled
        each.kept += 1
      }
      settled += 1
    }
    return settled === end || ts(settled) >= before
  }

  function enter(bus: number, key: number): number {
    const known = slotByKey[bus]!.get(key)
    if (known !== undefined) return known
    if (slots.length === mostSlots) return mostSlots
    const slot = slots.push({ bus, key, last: -1, kept: 0 }) - 1
    slotByKey[bus]!.set(key, slot)
    return slot
  }

  function forget(to: number): void {
    for (const [chunk, from, until] of between(first, to)) {
      for (let at = from; at < until; at++) {
        const slot = slots[chunk.slot[at]!]
        if (slot) slot.kept -= 1
      }
    }
    first = Math.max(first, to)
    if (gaps[0] !== undefined && gaps[0] <= first) gaps = gaps.filter((gap) => gap > first)
    const unused = Math.floor(first / chunkFrames) - firstChunk
    chunks.splice(0, unused)
    firstChunk += unused
  }

  function* between(from: number, to: number): Generator<readonly [Chunk, number, number, number]> {
    for (let frame = from; frame < to;) {
      const place = frame % chunkFrames
      const many = Math.min(chunkFrames - place, to - frame)
      yield [chunkAt(frame), place, place + many, frame]
      frame += many
    }
  }

  function data(frame: number): Uint8Array {
    const chunk = chunkAt(frame)
    const from = (frame % chunkFrames) * chunk.stride
    return chunk.data.subarray(from, from + chunk.length[frame % chunkFrames]!)
  }

  function at(time: number): number {
    let [low, high] = [first, settled]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (ts(middle) < time) low = middle + 1
      else high = middle
    }
    return low
  }

  function columns(from: number, to: number): FrameColumns {
    let bytes = 0
    for (const [chunk, low, high] of between(from, to)) for (let i = low; i < high; i++) bytes += chunk.length[i]!
    const into = emptyColumns(to - from, bytes, [...buses])
    for (const [chunk, low, high, number] of between(from, to)) {
      for (let i = low, j = number - from; i < high; i++, j++) {
        into.ts[j] = chunk.ts[i]!
        into.id[j] = chunk.key[i]! & 0x1fffffff
        into.flags[j] = chunk.flags[i]!
        into.dlc[j] = chunk.dlc[i]!
        into.bus[j] = chunk.bus[i]!
        into.data.set(chunk.data.subarray(i * chunk.stride, i * chunk.stride + chunk.length[i]!), into.at[j])
        into.at[j + 1] = into.at[j]! + chunk.length[i]!
      }
    }
    return into
  }

  return {
    buses,
    slots,
    append,
    settle,
    forget,
    between,
    ts,
    data,
    at,
    columns,
    chunk: chunkAt,
    gap() {
      if (end > first && gaps.at(-1) !== end) gaps.push(end)
    },
    isBroken: (before, frame) => gaps.some((gap) => gap > before && gap <= frame),
    first: () => first,
    end: () => settled,
    latest: () => (end > first ? ts(end - 1) : undefined),
    before(frame) {
      const back = chunkAt(frame).back[frame % chunkFrames]!
      return back === 0 || frame - back < first ? undefined : frame - back
    },
    slotOf: (bus, key) => slotByKey[bus]?.get(key),
  }
}

function emptyChunk(): Chunk {
  const n = chunkFrames
  return {
    ts: new Float64Array(n),
    key: new Uint32Array(n),
    flags: new Uint8Array(n),
    dlc: new Uint8Array(n),
    bus: new Uint8Array(n),
    length: new Uint8Array(n),
    slot: new Uint16Array(n),
    back: new Uint32Array(n),
    stride: 8,
    data: new Uint8Array(8 * n),
  }
}

/** Increases the stride for longer payloads: CAN FD payloads, which a bus usually has for all ids or none. */
function widen(chunk: Chunk, length: number): void {
  const wider = new Uint8Array(length * chunkFrames)
  for (let i = 0; i < chunkFrames; i++)
    wider.set(chunk.data.subarray(i * chunk.stride, (i + 1) * chunk.stride), i * length)
  chunk.stride = length
  chunk.data = wider
}
