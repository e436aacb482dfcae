import { BroadcastChannel } from 'node:worker_threads'

/**
 * The bus joins ingest and the apis of one process. No message on it is needed for correctness: whoever misses some reads
 * the tables (rules B1-B4 of ./SPEC.md).
 *
 *   control channel:  {hello}                      a publisher started: say again what you want
 *                     {subscriber, topics}         what a subscriber wants, whole
 *                     {subscriber, credit, to}     bytes it has taken off, of that publisher's
 *                     {subscriber, bye}
 *   <subscriber>:     {topic, items, from} | {gap: n}    items is JSON text of an array
 */
const controlName = 'carapace.bus'
const inboxName = (subscriber: string) => `carapace.bus.${subscriber}`

/** What may be under way from one publisher to one subscriber. BroadcastChannel itself has no limit: 2 GB behind a slow reader in 5 s. */
const creditBytes = 8 * 1024 * 1024
/** A message's size; the other transport refuses more than 1 MiB. */
const chunkBytes = 512 * 1024

type Control =
  | { readonly hello: true }
  | { readonly subscriber: string; readonly topics: string[] }
  | { readonly subscriber: string; readonly credit: number; readonly to: string }
  | { readonly subscriber: string; readonly bye: true }
type Delivered = { readonly topic: string; readonly items: string; readonly from: string } | { readonly gap: number }

interface Peer {
  topics: Set<string>
  underWay: number
  dropped: number
  readonly inbox: BroadcastChannel
}

export interface Publisher {
  /** Whether anybody would hear this. Ask before making what is costly to make. */
  wanted(topic: string): boolean
  /** Sends items to whoever wants the topic; sheds, and counts, what a slow subscriber has no credit for. */
  publish(topic: string, items: readonly unknown[]): void
  close(): void
}

/** The sending end. Any number may publish. */
export function createPublisher(): Publisher {
  const name = crypto.randomUUID()
  const control = new BroadcastChannel(controlName)
  const peers = new Map<string, Peer>()
  control.onmessage = (event) => heed(name, peers, (event as { data: Control }).data)
  control.postMessage({ hello: true } satisfies Control)

  return {
    wanted: (topic) => peers.values().some((peer) => peer.topics.has(topic)),
    publish(topic, items) {
      if (items.length === 0) return
      const interested = [...peers.values()].filter((peer) => peer.topics.has(topic))
      if (interested.length === 0) return
      for (const chunk of chunks(items)) for (const peer of interested) deliver(name, peer, topic, chunk)
    },
    close() {
      control.close()
      for (const peer of peers.values()) peer.inbox.close()
    },
  }
}

function heed(name: string, peers: Map<string, Peer>, message: Control): void {
  if ('hello' in message) return
  const peer = peers.get(message.subscriber)
  if ('topics' in message) {
    const known = peer ?? { topics: new Set<string>(), underWay: 0, dropped: 0, inbox: new BroadcastChannel(inboxName(message.subscriber)) }
    known.topics = new Set(message.topics)
    peers.set(message.subscriber, known)
  } else if ('credit' in message) {
    if (peer && message.to === name) refund(peer, message.credit)
  } else {
    peer?.inbox.close()
    peers.delete(message.subscriber)
  }
}

/** A subscriber that had none left hears of what it missed as soon as half of its credit is back. */
function refund(peer: Peer, bytes: number): void {
  peer.underWay = Math.max(0, peer.underWay - bytes)
  if (peer.dropped === 0 || peer.underWay > creditBytes / 2) return
  peer.inbox.postMessage({ gap: peer.dropped } satisfies Delivered)
  peer.dropped = 0
}

function deliver(from: string, peer: Peer, topic: string, items: string): void {
  // with nothing under way no credit would ever come back: then even what is larger than all of it goes
  if (peer.dropped > 0 || (peer.underWay > 0 && peer.underWay + items.length > creditBytes)) {
    peer.dropped += 1
    return
  }
  peer.underWay += items.length
  peer.inbox.postMessage({ topic, items, from } satisfies Delivered)
}

/** JSON arrays of at most `chunkBytes` each (an item that is larger by itself goes alone). */
function chunks(items: readonly unknown[]): string[] {
  const whole = JSON.stringify(items)
  if (whole.length <= chunkBytes || items.length === 1) return [whole]
  const half = items.length >> 1
  return [...chunks(items.slice(0, half)), ...chunks(items.slice(half))]
}

export interface Subscriber {
  /** Hears a topic until the answer is called. */
  subscribe(topic: string, listen: (items: unknown[]) => void): () => void
  close(): void
}

/** The receiving end. `onGap` is told how many messages were shed: read the tables again. */
export function createSubscriber(onGap: (dropped: number) => void): Subscriber {
  const name = crypto.randomUUID()
  const control = new BroadcastChannel(controlName)
  const inbox = new BroadcastChannel(inboxName(name))
  const listeners = new Map<string, Set<(items: unknown[]) => void>>()
  let closed = false
  const announce = () => {
    // a listener may still be let go after the close: the last viewers' sockets end when they end
    if (!closed) control.postMessage({ subscriber: name, topics: [...listeners.keys()] } satisfies Control)
  }

  control.onmessage = (event) => {
    if ('hello' in (event as { data: Control }).data) announce()
  }
  inbox.onmessage = (event) => {
    const message = (event as { data: Delivered }).data
    if ('gap' in message) return onGap(message.gap)
    control.postMessage({ subscriber: name, credit: message.items.length, to: message.from } satisfies Control)
    const items = JSON.parse(message.items) as unknown[]
    for (const listen of listeners.get(message.topic) ?? []) listen(items)
  }
  announce()

  return {
    subscribe(topic, listen) {
      const heard = listeners.get(topic)
      if (heard) heard.add(listen)
      else listeners.set(topic, new Set([listen]))
      if (!heard) announce()
      return () => {
        const left = listeners.get(topic)
        if (!left?.delete(listen) || left.size > 0) return
        listeners.delete(topic)
        announce()
      }
    },
    close() {
      closed = true
      control.postMessage({ subscriber: name, bye: true } satisfies Control)
      control.close()
      inbox.close()
    },
  }
}
