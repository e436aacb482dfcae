import { beatMs, silentBeats } from './publisher.ts'
import type { Beat, Delivery, FromPublisher, Numbered, Wire } from './wire.ts'

/** How long a reader waits until all publishers know what it listens to, ms. */
const readyMs = 1_000
/** While the wire is away the tables are read this often, in beats. */
const awayBeats = 3

export interface Subscriber {
  /** Hears a topic until the answer is called. */
  subscribe(topic: string, listen: (items: unknown[]) => void): () => void
  /**
   * Resolves when every publisher knows what is wanted now: whatever is published from then on is heard. Listen, wait
   * for this, read the tables: nothing falls between. It resolves after a second all the same, and then whoever learns
   * of it later makes a gap.
   */
  ready(): Promise<void>
  close(): void
}

/** A publisher as a subscriber knows it. */
interface Known {
  met: number
  /** Messages of it that came. */
  seq: number
  /** Up to which version it knows what is wanted. */
  version: number
  /** The version that somebody stopped waiting for it to know; 0: none. */
  awaited: number
  silent: number
}

/** The receiving end. `onGap` is told how many messages were lost, 0 where nobody can tell: read the tables again. */
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

  /** Looks whether something was lost on the way. */
  function check(known: Known, message: Numbered): void {
    const seqBefore = 'topic' in message || 'gap' in message ? message.seq - 1 : message.seq
    const isNew = known.met !== message.met
    const lost = seqBefore - (isNew ? 0 : known.seq)
    Object.assign(known, { met: message.met, seq: message.seq })
    if (lost === 0 && !(isNew && (!('missed' in message) || message.missed))) return
    // credit for what was lost never comes back by itself
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
      // it died, and perhaps with something that it had yet to say
      forget(from)
      onGap(0)
    }
  }

  function change(what: { add: string } | { drop: string }): void {
    // a listener may still be let go after the close: the last viewers' sockets end when they end
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
      // while the wire is away nobody learns anything, and its return is a gap
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
