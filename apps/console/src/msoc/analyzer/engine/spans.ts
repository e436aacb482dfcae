import type { Kept } from './kept.ts'
import type { View } from './protocol.ts'

type Store = Kept['store']
/** Frames from one (inclusive) to another (exclusive). */
type FrameSpan = [from: number, to: number]

/** The time shown to each side of the focused time, ms (rule ANALYZER-24). */
const aroundMs = 30_000

/** The first frame after a time, epoch ms. */
export function frameAfter(store: Store, time: number): number {
  let frame = store.at(time)
  while (frame < store.end() && store.ts(frame) === time) frame += 1
  return frame
}

/** The frames before `limit` that are counted. */
export function countedSpan(store: Store, { span }: View, limit: number): FrameSpan {
  if (!span) return [store.first(), limit]
  return [store.at(span.from), Math.min(limit, frameAfter(store, span.to))]
}

/** The frames shown around the focused time, unless a span is set. */
export function shownSpan(store: Store, view: View, limit: number): FrameSpan {
  const { span, focusTime } = view
  if (span || focusTime === undefined) return countedSpan(store, view, limit)
  return [store.at(focusTime - aroundMs), Math.min(limit, frameAfter(store, focusTime + aroundMs))]
}
