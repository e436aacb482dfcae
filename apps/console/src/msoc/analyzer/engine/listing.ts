import type { FrameStore } from './frame-store.ts'
import { createFrameProbe } from './frame-probe.ts'
import type { Matches } from './match.ts'

/**
 * The frames that pass a filter, as a fold over the store: computed in slices, and continued as frames arrive (rules
 * ANALYZER-5, ANALYZER-37).
 */
export interface Listing {
  /** Number of rows found so far. */
  total(): number
  /** The frame of a row. */
  frame(row: number): number
  /** The first row whose frame is this one or a later one; `total()` if there is none. */
  row(frame: number): number
  /** The frame up to which the store was evaluated. */
  upTo(): number
  /** Evaluates at most `most` frames up to this one; returns whether that was all. */
  advance(to: number, most: number): boolean
  /** Removes the rows of frames before this one. */
  forget(to: number): void
  /** Number of removed rows. */
  forgotten(): number
}

/** A listing of all frames between two frames: rows without a stored list. */
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

/** A listing of the matching frames of one bus (undefined: of all). */
export function listMatching(store: FrameStore, from: number, bus: string | undefined, matches: Matches): Listing {
  const { probe, point } = createFrameProbe(store)
  let rows = new Float64Array(4_096)
  let [head, end, upTo, forgotten] = [0, 0, from, 0]

  function push(frame: number): void {
    if (end === rows.length) makeRoom()
    rows[end++] = frame
  }

  /** Moves the rows to the front if half of them are removed, otherwise doubles the capacity. */
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
