import type { FrameStore } from './frame-store.ts'

/**
 * The numbers of an id's frames between two frames (from inclusive, to exclusive), oldest first: the latest `most` of
 * them.
 */
export function ownFrames(store: FrameStore, slot: number, from: number, to: number, most: number): Float64Array {
  const each = store.slots[slot]
  if (!each || each.kept === 0) return new Float64Array(0)
  const found = new Float64Array(Math.min(each.kept, most))
  let at = found.length
  for (
    let frame: number | undefined = each.last;
    frame !== undefined && frame >= from && at > 0;
    frame = store.before(frame)
  ) {
    if (frame < to) found[--at] = frame
  }
  return found.subarray(at)
}

/** At most `most` indices out of 0 to `length` - 1, evenly spaced, including the last. */
export function evenly(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i)
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)))
}
