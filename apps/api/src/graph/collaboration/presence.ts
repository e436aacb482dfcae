import { randomUUID } from 'node:crypto'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'

interface Person {
  readonly uuid: string
  readonly name: string
}

/**
 * A message between processes about a program: the people of the sender who have it open, and whether it wants a reply.
 */
interface News {
  readonly from: string
  readonly people: readonly Person[]
  readonly wantsReply: boolean
}

/** A program that at least one person of this process has open. */
interface Room {
  readonly topic: string
  /** The people of this process, once for each time that they have it open. */
  readonly here: Person[]
  /** The people of other processes, and for how many beats these processes have been silent. */
  readonly there: Map<string, { readonly people: readonly Person[]; silent: number }>
  /** All people, each once, by name; a new array when a person came or went. */
  everybody: readonly Person[]
  readonly stop: () => void
}

export interface Presence {
  /** Adds a person until they leave; `everybody` is a new array when a person came or went. */
  enter(
    org: Org,
    programUuid: string,
    person: Person,
  ): { readonly everybody: () => readonly Person[]; readonly leave: () => void }
  /** Notifies the others that this process serves nobody any more. */
  stop(): void
}

/** The interval of each process's messages, ms; a process is gone after `silentBeats` beats without a message. */
const beatMs = 5_000
const silentBeats = 3

/**
 * The people who have a program open, over all api processes (rule GRAPH-19). Each process sends its own people when a
 * person comes or goes, and with every beat, so that the next beat repairs what the bus lost.
 */
export function createPresence(bus: Subscriber, publisher: Publisher): Presence {
  const from = randomUUID()
  const rooms = new Map<string, Room>()
  let stopped = false

  function open(topic: string): Room {
    const room: Room = {
      topic,
      here: [],
      there: new Map(),
      everybody: [],
      stop: bus.subscribe(topic, (news) => (news as News[]).forEach((each) => receive(room, each))),
    }
    rooms.set(topic, room)
    // by then this process is subscribed and receives the replies
    void bus.ready().then(() => rooms.get(topic) === room && announce(room, true))
    return room
  }

  function receive(room: Room, { from: other, people, wantsReply }: News): void {
    if (other === from) return
    if (people.length > 0) room.there.set(other, { people, silent: 0 })
    else room.there.delete(other)
    gather(room)
    if (wantsReply) announce(room, false)
  }

  function announce({ topic, here }: Room, wantsReply: boolean): void {
    if (!stopped) publisher.publish(topic, [{ from, people: eachOnce(here), wantsReply } satisfies News])
  }

  function beat(): void {
    for (const room of rooms.values()) {
      for (const [other, peer] of room.there) if (++peer.silent >= silentBeats) room.there.delete(other)
      gather(room)
      announce(room, false)
    }
  }

  const timer = setInterval(beat, beatMs)
  timer.unref()
  return {
    enter({ uuid: org }, programUuid, person) {
      const topic = topics.presence(org, programUuid)
      const room = rooms.get(topic) ?? open(topic)
      room.here.push(person)
      gather(room)
      announce(room, false)
      return {
        everybody: () => room.everybody,
        leave() {
          room.here.splice(room.here.indexOf(person), 1)
          gather(room)
          announce(room, false)
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

function gather(room: Room): void {
  const all = eachOnce([...room.here, ...[...room.there.values()].flatMap(({ people }) => people)])
  if (JSON.stringify(all) !== JSON.stringify(room.everybody)) room.everybody = all
}

function eachOnce(people: readonly Person[]): Person[] {
  return [...new Map(people.map((person) => [person.uuid, person])).values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.uuid.localeCompare(b.uuid),
  )
}
