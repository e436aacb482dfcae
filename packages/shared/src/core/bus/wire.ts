import { BroadcastChannel } from 'node:worker_threads'

/**
 * The messages between the ends of the bus (rules BUS-1 to BUS-9 of ../SPEC.md). `from` names a publisher, `subscriber`
 * a subscriber.
 *
 * to all or one:   {from}                                  this publisher does not know your topics: send all of them
 * to all:          {subscriber, version}                   still here; its topics are unchanged
 *                  {subscriber, version, add | drop}       wants one topic more or less; the version goes up by one
 *                  {subscriber, version, topics}           all topics that it wants
 *                  {subscriber, bye}
 * to a publisher:  {subscriber, version, topics}
 *                  {subscriber, credit}                    characters that it has read
 * to a subscriber: {from, met, seq, topic, items}          items is the JSON text of an array
 *                  {from, met, seq, version, missed}       still here, and knows your topics up to that version
 *                  {from, met, seq, gap}                   the number of messages that were shed
 *                  {from, met, seq, bye}
 *
 * `seq` counts the messages and gaps from this publisher to this subscriber since they met; `met` numbers that meeting.
 * `missed` states whether the publisher had published something before.
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
/** The messages that the sequence from one publisher to one subscriber counts. */
export type Numbered = Delivery | Beat | (Sent & { readonly gap: number }) | (Sent & { readonly bye: true })
export type FromPublisher = Numbered | { readonly from: string }

export type Message = FromSubscriber | FromPublisher

/** Transports messages between the ends of the bus: in order from one end to another; some may be lost. */
export interface Wire {
  /** False: messages sent now are lost. */
  readonly isConnected: boolean
  broadcast(message: Message): void
  send(end: string, message: Message): void
  /** Stops sending to that end. */
  forget(end: string): void
  /** Handles messages to all and to this end, until the returned function is called. */
  onMessage(end: string, handle: (message: Message) => void): () => void
  /** Calls `listen` when the wire is back after it was away; returns a function that stops this. */
  onBack(listen: () => void): () => void
}

const controlName = 'carapace.bus'
const inboxName = (end: string) => `carapace.bus.${end}`

/**
 * Joins the threads of one process. It is never away and loses nothing. One wire serves one end, since a channel does
 * not receive its own messages.
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
