import type { Kept } from './kept.ts'
import type { View } from './protocol.ts'

type Store = Kept['store']
/** Frames from one (inclusive) to another (exclusive). */
type FrameSpan = [from: number, to: number]

/** How much around the moment that one looks at is shown, ms to either side (rule ANALYZER-24). */
const aroundMs = 30_000

/** The first frame after a moment, epoch ms. */
export function frameAfter(store: Store, time: number): number {
  let frame = store.at(time)
  while (frame < store.end() && store.ts(frame) === time) frame += 1
  return frame
}

/** The frames that are counted, of those before `limit`. */
export function countedSpan(store: Store, { span }: View, limit: number): FrameSpan {
  if (!span) return [store.first(), limit]
  return [store.at(span.from), Math.min(limit, frameAfter(store, span.to))]
}

/** The frames that are shown around the moment that one looks at, where nothing else is asked for. */
export function shownSpan(store: Store, view: View, limit: number): FrameSpan {
  const { span, focusTime } = view
  if (span || focusTime === undefined) return countedSpan(store, view, limit)
  return [store.at(focusTime - aroundMs), Math.min(limit, frameAfter(store, focusTime + aroundMs))]
}
