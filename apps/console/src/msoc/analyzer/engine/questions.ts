import type { Kept } from './kept.ts'
import type { Listing } from './listing.ts'
import type { Answer, Order } from './protocol.ts'
import { frameAfter } from './spans.ts'

/** Orders that are answered once everything is counted and listed. */
export type Question = Extract<Order, { op: 'find' | 'seek' }>

/** The row that answers a question, and the time of its frame; both undefined if there is no such row. */
export function answerOf(question: Question, listing: Listing, store: Kept['store']): Answer {
  const row = rowOf(question, listing, store)
  const isThere = row >= 0 && row < listing.total()
  return { op: 'found', row: isThere ? row : undefined, ts: isThere ? store.ts(listing.frame(row)) : undefined }
}

function rowOf(question: Question, listing: Listing, store: Kept['store']): number {
  if (question.op === 'seek') return Math.min(listing.row(store.at(question.at)), listing.total() - 1)
  if (question.isBackward) return listing.row(store.at(question.from)) - 1
  return listing.row(frameAfter(store, question.from))
}
