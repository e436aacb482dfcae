import { randomUUID } from 'node:crypto'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'

/** Somebody who has something open; what else is known of them is for the others, and plain JSON. */
export interface Present {
  readonly uuid: string
  readonly name: string
}

/**
 * A message between processes about a topic: the people of the sender who are there, and whether it wants a reply.
 */
interface News<P> {
  readonly from: string
  readonly people: readonly P[]
  readonly wantsReply: boolean
}

/** A topic that at least one person of this process has open. */
interface Room<P> {
  readonly topic: string
  /** The people of this process, once for each time that they have it open. */
  readonly here: P[]
  /** The people of other processes, and for how many beats these processes have been silent. */
  readonly there: Map<string, { readonly people: readonly P[]; silent: number }>
  /** All people, each once, by name; a new array when a person came, went or changed. */
  everybody: readonly P[]
  readonly stop: () => void
}

/** Somebody's stay, until they leave. */
interface Stay<P> {
  /** All who are there; a new array when a person came, went or changed. */
  readonly everybody: () => readonly P[]
  /** Replaces what is known of the person. */
  readonly change: (person: P) => void
  readonly leave: () => void
}

export interface Presence<P extends Present = Present> {
  /** Adds a person to those who have the topic open. */
  enter(topic: string, person: P): Stay<P>
  /** Notifies the others that this process serves nobody any more. */
  stop(): void
}

/** The interval of each process's messages, ms; a process is gone after `silentBeats` beats without a message. */
const beatMs = 5_000
const silentBeats = 3

/**
 * The people who have something open, such as a program, over all api processes (rule GRAPH-19). Each process sends
 * its own people when a person comes, goes or changes, and with every beat, so that the next beat repairs what the
 * bus lost.
 */
export function createPresence<P extends Present>(bus: Subscriber, publisher: Publisher): Presence<P> {
  const from = randomUUID()
  const rooms = new Map<string, Room<P>>()
  let stopped = false

  function open(topic: string): Room<P> {
    const room: Room<P> = {
      topic,
      here: [],
      there: new Map(),
      everybody: [],
      stop: bus.subscribe(topic, (news) => (news as News<P>[]).forEach((each) => receive(room, each))),
    }
    rooms.set(topic, room)
    // by then this process is subscribed and receives the replies
    void bus.ready().then(() => rooms.get(topic) === room && announce(room, true))
    return room
  }

  function receive(room: Room<P>, { from: other, people, wantsReply }: News<P>): void {
    if (other === from) return
    if (people.length > 0) room.there.set(other, { people, silent: 0 })
    else room.there.delete(other)
    gather(room)
    if (wantsReply) announce(room, false)
  }

  function announce({ topic, here }: Room<P>, wantsReply: boolean): void {
    if (!stopped) publisher.publish(topic, [{ from, people: eachOnce(here), wantsReply } satisfies News<P>])
  }

  function beat(): void {
    for (const room of rooms.values()) {
      for (const [other, peer] of room.there) if (++peer.silent >= silentBeats) room.there.delete(other)
      gather(room)
      announce(room, false)
    }
  }

  function renew(room: Room<P>): void {
    gather(room)
    announce(room, false)
  }

  const timer = setInterval(beat, beatMs)
  timer.unref()
  return {
    enter(topic, first) {
      const room = rooms.get(topic) ?? open(topic)
      let person = first
      room.here.push(person)
      renew(room)
      return {
        everybody: () => room.everybody,
        change(now) {
          room.here[room.here.indexOf(person)] = now
          person = now
          renew(room)
        },
        leave() {
          room.here.splice(room.here.indexOf(person), 1)
          renew(room)
          if (room.here.length > 0) return
          room.stop()
          rooms.delete(topic)
        },
      }
    },
    stop() {
      clearInterval(timer)
      for (const room of rooms.values()) {
        room.here.length = 0
        announce(room, false)
      }
      // the last sockets may end when the bus is closed
      stopped = true
    },
  }
}

function gather<P extends Present>(room: Room<P>): void {
  const all = eachOnce([...room.here, ...[...room.there.values()].flatMap(({ people }) => people)])
  if (JSON.stringify(all) !== JSON.stringify(room.everybody)) room.everybody = all
}

function eachOnce<P extends Present>(people: readonly P[]): P[] {
  return [...new Map(people.map((person) => [person.uuid, person])).values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.uuid.localeCompare(b.uuid),
  )
}
