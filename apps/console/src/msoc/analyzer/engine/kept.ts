import { createBusLoad, bitsOf, type BusLoad } from './bus-load.ts'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { createFrameStore, type FrameStore } from './frame-store.ts'
import { inOrder, picked } from './in-order.ts'

/** What is kept: frames, how full the buses were, and what was lost of either (rules ANALYZER-1 to ANALYZER-4). */
export interface Kept {
  readonly store: FrameStore
  readonly load: BusLoad
  /** Frames that fell out of the window, and live ones that came too late. */
  readonly forgotten: number
  readonly unread: number
  take(frames: FrameColumns): void
  /** Frames are missing before what comes next. */
  gap(): void
  /** Settles some of what can be; answers whether that was all. `isQuiet`: nothing came for a while. */
  settle(most: number, isQuiet: boolean): boolean
  /** The first frame that is to be kept on. `isHeld`: by time nothing is forgotten. */
  keepFrom(isHeld: boolean): number
  forget(to: number): void
  /** All has come. Answers the same in its order, where some came too late to be put there at once. */
  end(): Kept | undefined
}

export interface Bounds {
  /** Undefined: all is kept, and nothing is live. */
  readonly keepMs: number | undefined
  readonly keepFrames: number
}

/**
 * For how long frames may come late, ms of the bus's time: live, what is shown is no older than the eye notices (rule
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
