import { beatMs, silentBeats } from './publisher.ts'
import type { Beat, Delivery, FromPublisher, Numbered, Wire } from './wire.ts'

/** How long a reader waits until all publishers know its topics, in ms. */
const readyMs = 1_000
/** How often the tables are read while the wire is away, in beats. */
const awayBeats = 3

export interface Subscriber {
  /** Listens to a topic; call the returned function to stop. */
  subscribe(topic: string, listen: (items: unknown[]) => void): () => void
  /**
   * Resolves when every publisher knows the wanted topics: every item published after that is received. Listen, wait
   * for this, then read the tables: nothing is missed. It resolves after one second in any case; a publisher that
   * learns the topics later makes a gap.
   */
  ready(): Promise<void>
  close(): void
}

/** A publisher as a subscriber knows it. */
interface Known {
  met: number
  /** Count of its messages that arrived. */
  seq: number
  /** The version of the wanted topics that it knows. */
  version: number
  /** The version for which somebody stopped waiting; 0: none. */
  awaited: number
  silent: number
}

/** The receiving end. `onGap` receives how many messages were lost, 0 if unknown: then read the tables again. */
export function createSubscriber(wire: Wire, onGap: (dropped: number) => void): Subscriber {
  const name = crypto.randomUUID()
  const publishers = new Map<string, Known>()
  const listeners = new Map<string, Set<(items: unknown[]) => void>>()
  const waiting = new Set<() => void>()
  let version = 0
  let beats = 0
  let closed = false

  const whole = () => ({ subscriber: name, version, topics: [...listeners.keys()] })

  function handle(message: FromPublisher): void {
    if (!('met' in message)) return wire.send(message.from, whole())
    const known = publishers.get(message.from) ?? { met: 0, seq: 0, version: 0, awaited: 0, silent: 0 }
    publishers.set(message.from, known)
    known.silent = 0
    check(known, message)
    if ('gap' in message) onGap(message.gap)
    else if ('bye' in message) forget(message.from)
    else if ('topic' in message) take(message)
    else note(known, message)
  }

  /** Checks whether a message was lost in transit. */
  function check(known: Known, message: Numbered): void {
    const seqBefore = 'topic' in message || 'gap' in message ? message.seq - 1 : message.seq
    const isNew = known.met !== message.met
    const lost = seqBefore - (isNew ? 0 : known.seq)
    Object.assign(known, { met: message.met, seq: message.seq })
    if (lost === 0 && !(isNew && (!('missed' in message) || message.missed))) return
    // credit for lost messages never comes back by itself
    if (lost !== 0) wire.send(message.from, whole())
    onGap(Math.max(0, lost))
  }

  function take({ from, topic, items: text }: Delivery): void {
    wire.send(from, { subscriber: name, credit: text.length })
    const items = JSON.parse(text) as unknown[]
    for (const listen of listeners.get(topic) ?? []) listen(items)
  }

  function note(known: Known, beat: Beat): void {
    known.version = beat.version
    if (known.awaited > 0 && beat.version >= known.awaited) {
      known.awaited = 0
      onGap(0)
    }
    for (const look of waiting) look()
  }

  function forget(from: string): void {
    publishers.delete(from)
    wire.forget(from)
    for (const look of waiting) look()
  }

  function beat(): void {
    beats += 1
    if (!wire.isConnected) return beats % awayBeats === 0 ? onGap(0) : undefined
    wire.broadcast({ subscriber: name, version })
    for (const [from, known] of publishers) {
      if (++known.silent <= silentBeats) continue
      // it died, perhaps with messages that it had not sent yet
      forget(from)
      onGap(0)
    }
  }

  function change(what: { add: string } | { drop: string }): void {
    // a listener may still be removed after the close: the last viewers' sockets end then
    if (!closed) wire.broadcast({ subscriber: name, version: ++version, ...what })
  }

  const stopListening = wire.onMessage(name, (message) => {
    if ('from' in message) handle(message)
  })
  const stopBack = wire.onBack(() => {
    publishers.clear()
    wire.broadcast(whole())
    onGap(0)
  })
  const timer = setInterval(beat, beatMs)
  timer.unref()
  wire.broadcast(whole())

  return {
    subscribe(topic, listen) {
      const existing = listeners.get(topic)
      if (existing) existing.add(listen)
      else listeners.set(topic, new Set([listen]))
      if (!existing) change({ add: topic })
      return () => {
        const left = listeners.get(topic)
        if (!left?.delete(listen) || left.size > 0) return
        listeners.delete(topic)
        change({ drop: topic })
      }
    },
    ready() {
      const requestedVersion = version
      // while the wire is away no publisher learns the topics, and the wire's return is a gap
      const behind = () =>
        wire.isConnected ? publishers.values().filter((known) => known.version < requestedVersion) : [].values()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        const look = () => behind().next().done && done()
        const timer = setTimeout(() => {
          for (const known of behind()) known.awaited = requestedVersion
          done()
        }, readyMs)
        timer.unref()
        waiting.add(look)
        look()
      })
    },
    close() {
      closed = true
      wire.broadcast({ subscriber: name, bye: true })
      clearInterval(timer)
      stopBack()
      stopListening()
      publishers.clear()
      for (const look of waiting) look()
    },
  }
}
