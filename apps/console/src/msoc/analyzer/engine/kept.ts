import { createBusLoad, bitsOf, type BusLoad } from './bus-load.ts'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { createFrameStore, type FrameStore } from './frame-store.ts'
import { inOrder, picked } from './in-order.ts'

/** The kept data: frames, the bus loads, and the numbers of lost frames (rules ANALYZER-1 to ANALYZER-4). */
export interface Kept {
  readonly store: FrameStore
  readonly load: BusLoad
  /** Number of frames that left the window, and of live frames that came too late. */
  readonly forgotten: number
  readonly unread: number
  take(frames: FrameColumns): void
  /** Marks that frames are missing before the next frames. */
  gap(): void
  /**
   * Settles some of the frames that can be settled; returns whether that was all. `isQuiet`: no frame arrived for a
   * while.
   */
  settle(most: number, isQuiet: boolean): boolean
  /** The first frame to keep. `isHeld`: no frames are removed because of their age. */
  keepFrom(isHeld: boolean): number
  forget(to: number): void
  /** Ends the input. Returns a reordered copy if some frames came too late to be inserted at their position at once. */
  end(): Kept | undefined
}

export interface Bounds {
  /** Undefined: all frames are kept, and nothing is live. */
  readonly keepMs: number | undefined
  readonly keepFrames: number
}

/**
 * How late frames may arrive, ms of the bus's time: live, the delay of the display must not be noticeable (rule
 * ANALYZER-2).
 */
const lateMs = { live: 250, whole: 2_000 } as const

export function createKept({ keepMs, keepFrames }: Bounds): Kept {
  const store = createFrameStore()
  const load = createBusLoad()
  const holdMs = keepMs === undefined ? lateMs.whole : lateMs.live
  const strays: FrameColumns[] = []
  let [forgotten, unread] = [0, 0]
  let measured = 0

  function measure(): void {
    for (const [chunk, low, high] of store.between(measured, store.end())) {
      for (let i = low; i < high; i++) load.add(chunk.bus[i]!, chunk.ts[i]!, bitsOf(chunk.flags[i]!, chunk.length[i]!))
    }
    measured = store.end()
  }

  return {
    store,
    load,
    gap: () => store.gap(),
    get forgotten() {
      return forgotten
    },
    get unread() {
      return unread
    },
    take(frames) {
      const late = store.append(frames)
      if (late.length === 0) return
      if (keepMs === undefined) strays.push(picked(frames, late))
      else unread += late.length
    },
    settle(most, isQuiet) {
      const isAll = store.settle(isQuiet ? Infinity : (store.latest() ?? 0) - holdMs, most)
      measure()
      return isAll
    },
    keepFrom(isHeld) {
      const [first, end] = [store.first(), store.end()]
      const byCount = Math.max(first, end - keepFrames)
      if (isHeld || keepMs === undefined || end === first) return byCount
      return Math.max(byCount, store.at(store.ts(end - 1) - keepMs))
    },
    forget(to) {
      forgotten += to - store.first()
      store.forget(to)
      if (to < store.end()) load.forget(store.ts(to))
    },
    end() {
      if (strays.length === 0) return undefined
      const sorted = createKept({ keepMs, keepFrames })
      sorted.take(inOrder([store.columns(store.first(), store.end()), ...strays]))
      return sorted
    },
  }
}
