import { BroadcastChannel } from 'node:worker_threads'

/**
 * What the ends of the bus say to each other (rules BUS-1 to BUS-9 of ../SPEC.md). `from` names a publisher,
 * `subscriber` a subscriber.
 *
 * to all or one: {from} this publisher does not know what you want: say it to all: {subscriber, version} still here,
 * and wants what it said last
 *                     {subscriber, version, add | drop}       wants one topic more or less; the version goes up by one
 *                     {subscriber, version, topics}           all that it wants
 *                     {subscriber, bye}
 * to a publisher: {subscriber, version, topics}
 *                     {subscriber, credit}                    characters that it has taken off
 * to a subscriber: {from, met, seq, topic, items} items is JSON text of an array
 *                     {from, met, seq, version, missed}       still here, and knows what you want up to that version
 *                     {from, met, seq, gap}                   so many messages were shed
 *                     {from, met, seq, bye}
 *
 * `seq` counts the messages and gaps from this publisher to this subscriber since they met, which `met` numbers;
 * `missed` says that the publisher had published something before.
 */
export type FromSubscriber =
  | {
      readonly subscriber: string
      readonly version: number
      readonly add?: string
      readonly drop?: string
      readonly topics?: string[]
    }
  | { readonly subscriber: string; readonly credit: number }
  | { readonly subscriber: string; readonly bye: true }

interface Sent {
  readonly from: string
  readonly met: number
  readonly seq: number
}
export type Delivery = Sent & { readonly topic: string; readonly items: string }
export type Beat = Sent & { readonly version: number; readonly missed: boolean }
/** What counts in the sequence from one publisher to one subscriber. */
export type Numbered = Delivery | Beat | (Sent & { readonly gap: number }) | (Sent & { readonly bye: true })
export type FromPublisher = Numbered | { readonly from: string }

export type Message = FromSubscriber | FromPublisher

/** What carries messages between the ends of the bus. From one end to another they come in order; some may be lost. */
export interface Wire {
  /** False: whatever is said now is lost. */
  readonly isConnected: boolean
  broadcast(message: Message): void
  send(end: string, message: Message): void
  /** The end that it named is told nothing any more. */
  forget(end: string): void
  /** Hears what is told to all and to this end, until the answer is called. */
  onMessage(end: string, handle: (message: Message) => void): () => void
  /** Called when the wire is there again after it was away; answers how to stop. */
  onBack(listen: () => void): () => void
}

const controlName = 'carapace.bus'
const inboxName = (end: string) => `carapace.bus.${end}`

/**
 * Joins the threads of one process. It never is away and loses nothing; one wire serves one end, since a channel does
 * not hear itself.
 */
export function broadcastWire(): Wire {
  const control = new BroadcastChannel(controlName)
  const inboxes = new Map<string, BroadcastChannel>()

  function inboxOf(end: string): BroadcastChannel {
    const known = inboxes.get(end) ?? new BroadcastChannel(inboxName(end))
    inboxes.set(end, known)
    return known
  }

  function forget(end: string): void {
    inboxes.get(end)?.close()
    inboxes.delete(end)
  }

  return {
    isConnected: true,
    broadcast: (message) => control.postMessage(message),
    send: (end, message) => inboxOf(end).postMessage(message),
    forget,
    onMessage(end, handle) {
      const inbox = new BroadcastChannel(inboxName(end))
      control.onmessage = inbox.onmessage = (event) => handle((event as { data: Message }).data)
      return () => {
        control.close()
        inbox.close()
        for (const known of inboxes.keys()) forget(known)
      }
    },
    onBack: () => () => undefined,
  }
}
