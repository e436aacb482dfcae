import type { FromSubscriber, Wire } from './wire.ts'

/**
 * Characters that may be in transit from one publisher to one subscriber. The wires have no limit themselves:
 * BroadcastChannel queues 2 GB behind a slow reader in 5 s.
 */
const creditBytes = 8 * 1024 * 1024
/** A message's size; NATS refuses more than 1 MiB. */
const chunkBytes = 512 * 1024
/** The interval of each end's heartbeat, in ms, and after how many missed beats an end counts as gone. */
export const beatMs = 2_000
export const silentBeats = 4

interface Peer {
  readonly name: string
  /** A number for each peer that this publisher met. */
  readonly met: number
  /** Whether something was published before the publisher met it. */
  readonly missed: boolean
  readonly topics: Set<string>
  /** The version of the topics that it wants, counted by itself. */
  version: number
  /** The count of messages and gaps delivered to it. */
  seq: number
  underWay: number
  dropped: number
  /** Beats since its last message. */
  silent: number
}

export interface Publisher {
  /** Whether any subscriber wants the topic. Check this before making items that are costly to make. */
  wanted(topic: string): boolean
  /**
   * Sends items to each subscriber of the topic. Messages for which a slow subscriber has no credit are shed and
   * counted. Never throws and never waits.
   */
  publish(topic: string, items: readonly unknown[]): void
  close(): void
}

/** The sending end of the bus. Any number may publish. `onShed` is called for each message that is shed. */
export function createPublisher(wire: Wire, onShed: () => void): Publisher {
  const from = crypto.randomUUID()
  const peers = new Map<string, Peer>()
  /** The subscribers whose topics it requested since the last beat. */
  const requested = new Set<string>()
  let met = 0
  let published = false

  function handle(message: FromSubscriber): void {
    const peer = peers.get(message.subscriber)
    if (peer) peer.silent = 0
    if ('bye' in message) forget(message.subscriber)
    else if ('credit' in message) refund(peer, message.credit)
    else if (message.topics) meet(message.subscriber, message.topics, message.version)
    else if (peer && (message.add ?? message.drop) !== undefined && peer.version === message.version - 1)
      change(peer, message)
    else if (peer?.version !== message.version) requestTopics(message.subscriber)
  }

  /** Registers all topics of a subscriber, with its whole credit again: messages in transit may be lost. */
  function meet(name: string, topics: readonly string[], version: number): void {
    const known = peers.get(name) ?? { name, met: ++met, missed: published, seq: 0, dropped: 0 }
    const peer = { ...known, topics: new Set(topics), version, underWay: 0, silent: 0 }
    peers.set(name, peer)
    refund(peer, 0)
    beat(peer)
  }

  function change(peer: Peer, { add, drop, version }: { add?: string; drop?: string; version: number }): void {
    if (add !== undefined) peer.topics.add(add)
    if (drop !== undefined) peer.topics.delete(drop)
    peer.version = version
    beat(peer)
  }

  function requestTopics(name: string): void {
    if (requested.has(name)) return
    requested.add(name)
    wire.send(name, { from })
  }

  function forget(name: string): void {
    peers.delete(name)
    wire.forget(name)
  }

  function send(
    { name, met, seq }: Peer,
    message: { gap: number } | { bye: true } | { topic: string; items: string } | { version: number; missed: boolean },
  ): void {
    wire.send(name, { from, met, seq, ...message })
  }

  function beat(peer: Peer): void {
    send(peer, { version: peer.version, missed: peer.missed })
  }

  function deliver(peer: Peer, topic: string, items: string): void {
    // with nothing in transit no credit would ever come back: then even an item larger than the whole credit is sent
    if (peer.dropped > 0 || (peer.underWay > 0 && peer.underWay + items.length > creditBytes)) {
      peer.dropped += 1
      return onShed()
    }
    peer.underWay += items.length
    peer.seq += 1
    send(peer, { topic, items })
  }

  /** A subscriber without credit gets its gap as soon as half of its credit is back. */
  function refund(peer: Peer | undefined, bytes: number): void {
    if (!peer) return
    peer.underWay = Math.max(0, peer.underWay - bytes)
    if (peer.dropped === 0 || peer.underWay > creditBytes / 2) return
    peer.seq += 1
    send(peer, { gap: peer.dropped })
    peer.dropped = 0
  }

  function beatAll(): void {
    requested.clear()
    // messages sent while the wire is away would be lost, and a silent peer is not gone because of that
    if (!wire.isConnected) return peers.clear()
    for (const peer of peers.values()) {
      if (++peer.silent > silentBeats) forget(peer.name)
      else beat(peer)
    }
  }

  const stopListening = wire.onMessage(from, (message) => {
    if ('subscriber' in message) handle(message)
  })
  const stopBack = wire.onBack(() => {
    peers.clear()
    wire.broadcast({ from })
  })
  const timer = setInterval(beatAll, beatMs)
  timer.unref()
  wire.broadcast({ from })

  return {
    wanted: (topic) => peers.values().some((peer) => peer.topics.has(topic)),
    publish(topic, items) {
      if (items.length === 0) return
      published = true
      const interested = [...peers.values()].filter((peer) => peer.topics.has(topic))
      if (interested.length === 0) return
      for (const chunk of chunks(items)) for (const peer of interested) deliver(peer, topic, chunk)
    },
    close() {
      for (const peer of peers.values()) send(peer, { bye: true })
      clearInterval(timer)
      stopBack()
      stopListening()
    },
  }
}

/** JSON arrays of up to `chunkBytes` each (an item that is larger is sent alone). */
function chunks(items: readonly unknown[]): string[] {
  const whole = JSON.stringify(items)
  if (whole.length <= chunkBytes || items.length === 1) return [whole]
  const half = items.length >> 1
  return [...chunks(items.slice(0, half)), ...chunks(items.slice(half))]
}
