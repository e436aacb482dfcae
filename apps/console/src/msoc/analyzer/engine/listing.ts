import type { FrameStore } from './frame-store.ts'
import { createFrameProbe } from './frame-probe.ts'
import type { Matches } from './match.ts'

/**
 * The frames that pass a filter, as a fold over the store: found in slices, and going on as frames come (rules
 * ANALYZER-5, ANALYZER-37).
 */
export interface Listing {
  /** Rows found so far. */
  total(): number
  /** The frame of a row. */
  frame(row: number): number
  /** The first row whose frame is this one or a later one; `total()` where there is none. */
  row(frame: number): number
  /** How far it has come. */
  upTo(): number
  /** Looks at frames up to this one, at most so many; answers whether that was all. */
  advance(to: number, most: number): boolean
  /** Rows of frames before this one go. */
  forget(to: number): void
  /** How many went. */
  forgotten(): number
}

/** All frames between two: rows without a list. */
export function listAll(store: FrameStore, from: number): Listing {
  let [first, upTo] = [from, from]
  return {
    upTo: () => upTo,
    total: () => upTo - first,
    frame: (row) => first + row,
    row: (frame) => Math.min(upTo, Math.max(first, frame)) - first,
    advance(to) {
      upTo = Math.max(upTo, Math.min(to, store.end()))
      return true
    },
    forget(to) {
      first = Math.max(first, to)
      upTo = Math.max(upTo, first)
    },
    forgotten: () => first - from,
  }
}

/** Those of one bus (undefined: of all) that match. */
export function listMatching(store: FrameStore, from: number, bus: string | undefined, matches: Matches): Listing {
  const { probe, point } = createFrameProbe(store)
  let rows = new Float64Array(4_096)
  let [head, end, upTo, forgotten] = [0, 0, from, 0]

  function push(frame: number): void {
    if (end === rows.length) makeRoom()
    rows[end++] = frame
  }

  /** Moves the rows to the front where half of them are gone, and doubles the room otherwise. */
  function makeRoom(): void {
    const kept = rows.subarray(head, end)
    if (head < rows.length / 2) rows = new Float64Array(rows.length * 2)
    rows.set(kept)
    end -= head
    head = 0
  }

  function row(frame: number): number {
    let [low, high] = [head, end]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle]! < frame) low = middle + 1
      else high = middle
    }
    return low - head
  }

  return {
    row,
    upTo: () => upTo,
    total: () => end - head,
    frame: (at) => rows[head + at]!,
    advance(to, most) {
      const until = Math.min(to, upTo + most)
      const wanted = bus === undefined ? undefined : store.buses.indexOf(bus)
      for (const [chunk, low, high, number] of store.between(upTo, until)) {
        for (let place = low; place < high; place++) {
          if (wanted !== undefined && chunk.bus[place] !== wanted) continue
          const frame = number + place - low
          point(frame, chunk, place)
          if (matches(probe)) push(frame)
        }
      }
      upTo = Math.max(upTo, until)
      return upTo >= to
    },
    forget(to) {
      const gone = row(to)
      head += gone
      forgotten += gone
      upTo = Math.max(upTo, to)
    },
    forgotten: () => forgotten,
  }
}
