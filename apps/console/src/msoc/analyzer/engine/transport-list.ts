import { keyOf, canFlags } from '@carapace/shared/msoc/can/frame'
import { type Conversation, createConversation, type BusMessage } from '@carapace/shared/msoc/transport/conversation'
import { chunkFrames, type FrameStore } from './frame-store.ts'
import type { Matches, Probe } from './match.ts'
import { mostInSight } from './trace.ts'
import type { Listed, TransportRow } from './protocol.ts'

/** Messages that are kept; beyond, the oldest are forgotten (rule ANALYZER-40). */
const mostMessages = 100_000

/** Bytes of a message that are shown. */
const mostBytes = 4_096

type TransportMessage = BusMessage & { readonly bus: string }

/** What the protocols above CAN say, as a fold over the store; it is advanced only while somebody looks at it. */
export interface TransportList {
  upTo(): number
  advance(to: number, most: number): boolean
  /** Forgets what ended before a moment. */
  forget(before: number): void
  /** Shows those of a bus (undefined: of all) that match. */
  show(bus: string | undefined, matches: Matches): void
  /** The rows from one to another that are shown. */
  rows(from: number, to: number): Listed<TransportRow>
}

export function createTransportList(store: FrameStore, from: number): TransportList {
  const conversations = new Map<number, Conversation>()
  let upTo = from
  let forgotten = 0
  let all: TransportMessage[] = []
  let shown: TransportMessage[] = []
  let passes: (message: TransportMessage) => boolean = () => true

  function conversationOn(bus: number): Conversation {
    const known = conversations.get(bus) ?? createConversation()
    conversations.set(bus, known)
    return known
  }

  function readFrame(frame: number): void {
    const chunk = store.chunk(frame)
    const place = frame % chunkFrames
    const bus = store.buses[chunk.bus[place]!]!
    const messages = conversationOn(chunk.bus[place]!).push({
      ts: chunk.ts[place]!,
      bus,
      id: chunk.key[place]! & 0x1fffffff,
      flags: chunk.flags[place]!,
      dlc: chunk.dlc[place]!,
      data: store.data(frame),
    })
    for (const each of messages) {
      const message = { ...each, bus }
      all.push(message)
      if (passes(message)) shown.push(message)
    }
  }

  function drop(before: number): void {
    const kept = shown.filter(({ endTs }) => endTs >= before)
    forgotten += shown.length - kept.length
    shown = kept
    all = all.filter(({ endTs }) => endTs >= before)
  }

  return {
    upTo: () => upTo,
    advance(to, most) {
      upTo = Math.max(upTo, store.first())
      const until = Math.min(to, upTo + most)
      for (; upTo < until; upTo++) readFrame(upTo)
      // by halves: dropping one at a time would move them all each time
      if (all.length > mostMessages) drop(all[mostMessages / 2]!.endTs)
      return upTo >= to
    },
    forget(before) {
      if (all[0] !== undefined && all[0].endTs < before) drop(before)
    },
    show(bus, matches) {
      passes = (message) => (bus === undefined || message.bus === bus) && matches(probeOf(message))
      shown = all.filter(passes)
      forgotten = 0
    },
    rows(from, to) {
      const first = Math.max(0, from)
      const rows = shown
        .slice(first, Math.min(to, first + mostInSight))
        .map((message, i) => ({ row: first + i, ...message, data: message.data.slice(0, mostBytes) }))
      return { total: shown.length, forgotten, rows }
    },
  }
}

function probeOf({ bus, key, data, between, text, protocol }: TransportMessage): Probe {
  return {
    bus,
    key,
    flags: (key & keyOf(0, true)) === 0 ? 0 : canFlags.ext,
    slot: -1,
    length: data.length,
    text: `${protocol} ${between} ${text}`.toLowerCase(),
    data: () => data,
    before: () => undefined,
    period: () => NaN,
    rate: () => NaN,
  }
}
