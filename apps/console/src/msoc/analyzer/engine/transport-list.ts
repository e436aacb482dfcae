import { keyOf, canFlags } from '@carapace/shared/msoc/can/frame'
import { type Conversation, createConversation, type BusMessage } from '@carapace/shared/msoc/transport/conversation'
import { chunkFrames, type FrameStore } from './frame-store.ts'
import type { Matches, Probe } from './match.ts'
import { mostInSight } from './trace.ts'
import type { Listed, TransportRow } from './protocol.ts'

/** Maximum number of messages; beyond it, the oldest are removed (rule ANALYZER-40). */
const mostMessages = 100_000

/** Number of bytes of a message that are shown. */
const mostBytes = 4_096

type TransportMessage = BusMessage & { readonly bus: string }

/** The messages of the protocols above CAN, as a fold over the store; it advances only while it is shown. */
export interface TransportList {
  upTo(): number
  advance(to: number, most: number): boolean
  /** Removes the messages that ended before a time. */
  forget(before: number): void
  /** Shows the matching messages of a bus (undefined: of all). */
  show(bus: string | undefined, matches: Matches): void
  /** The shown rows from one row to another. */
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
      insert(all, message)
      if (passes(message)) insert(shown, message)
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
      // half of them at once: removing one at a time would move all of them each time
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

/** Adds a message in the order of their ends: those before a recognised pair come late. */
function insert(messages: TransportMessage[], message: TransportMessage): void {
  const before = messages.findLastIndex(({ endTs }) => endTs <= message.endTs)
  if (before === messages.length - 1) messages.push(message)
  else messages.splice(before + 1, 0, message)
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
