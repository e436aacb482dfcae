import { countLatencies, type Latencies } from '../support/latencies.ts'
import { recordsOf } from './record-log.ts'

/** A time span in epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Sent {
  readonly sentAt: number
  readonly answeredAt: number
  /** Its number among the logged positions of its vehicle. */
  readonly rank: number
}

/** The combined results of the logs of the sender and of the viewers. */
export interface Joined {
  /** Of all viewers but the frozen one: from the sender's response, which follows the commit, to the first delivery. */
  readonly commitToViewer: Latencies
  /** The same from the sending of the request: an upper bound that a slow sender cannot make look better. */
  readonly sentToViewer: Latencies
  /** Of `commitToViewer`, those received while the machine was calm. */
  readonly calm: Latencies
  readonly before: Latencies
  readonly during: Latencies
  readonly after: Latencies
  /** Positions that were replaced by a newer one before they were sent to the viewer. */
  readonly conflated: number
  /** When the frozen viewer, after it resumed, first got a position no older than `currentMs`; undefined: never. */
  readonly currentAgainAt: number | undefined
}

/** A position shown within this time after its commit is current, ms. */
const currentMs = 1_000

/** Joins the sender's log and the viewers' logs on vehicle and ts, within `measured`. */
export function joinLogs(
  sender: string,
  viewers: readonly string[],
  measured: Span,
  freeze: Span,
  frozen: number,
  isCalm: (at: number) => boolean,
): Joined {
  const sent = readSent(sender)
  const joined = {
    commitToViewer: countLatencies(),
    sentToViewer: countLatencies(),
    calm: countLatencies(),
    before: countLatencies(),
    during: countLatencies(),
    after: countLatencies(),
  }
  let conflated = 0
  let currentAgainAt: number | undefined
  for (const [viewer, index, ts, before, receivedAt] of viewers
    .values()
    .flatMap((file) => recordsOf(file, 5) as Iterable<[number, number, number, number, number]>)) {
    const position = sent.get(keyOf(index, ts))
    if (!position || receivedAt < measured.from || receivedAt > measured.to) continue
    const late = receivedAt - position.answeredAt
    if (viewer === frozen) {
      if (receivedAt >= freeze.to && late <= currentMs) currentAgainAt ??= receivedAt
      continue
    }
    joined.commitToViewer.add(late)
    if (isCalm(receivedAt)) joined.calm.add(late)
    joined.sentToViewer.add(receivedAt - position.sentAt)
    joined[receivedAt < freeze.from ? 'before' : receivedAt <= freeze.to ? 'during' : 'after'].add(late)
    const last = sent.get(keyOf(index, before))
    if (last) conflated += position.rank - last.rank - 1
  }
  return { ...joined, conflated, currentAgainAt }
}

function readSent(file: string): Map<number, Sent> {
  const ranks = new Map<number, number>()
  const sent = new Map<number, Sent>()
  for (const [index, ts, sentAt, answeredAt] of recordsOf(file, 4) as Iterable<[number, number, number, number]>) {
    const rank = (ranks.get(index) ?? 0) + 1
    ranks.set(index, rank)
    sent.set(keyOf(index, ts), { sentAt, answeredAt, rank })
  }
  return sent
}

/** One number for both: fleets here have fewer than 131,072 vehicles, and the rest of epoch ms repeats in two years. */
function keyOf(index: number, ts: number): number {
  return (ts % 2 ** 36) * 131_072 + index
}
