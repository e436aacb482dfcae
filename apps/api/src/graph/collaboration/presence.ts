import { randomUUID } from 'node:crypto'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'

interface Person {
  readonly uuid: string
  readonly name: string
}

/**
 * What a process tells the others of a program: whom it serves that have it open, and whether it wants to hear theirs.
 */
interface News {
  readonly from: string
  readonly people: readonly Person[]
  readonly wantsReply: boolean
}

/** A program that somebody whom we serve has open. */
interface Room {
  readonly topic: string
  /** Whom we serve, as often as they have it open. */
  readonly here: Person[]
  /** Whom other processes serve, and for how many beats these have been silent. */
  readonly there: Map<string, { readonly people: readonly Person[]; silent: number }>
  /** All of them, each once, by name; another array when somebody came or went. */
  everybody: readonly Person[]
  readonly stop: () => void
}

export interface Presence {
  /** Counts somebody in until they leave; `everybody` is another array when somebody came or went. */
  enter(
    org: Org,
    programUuid: string,
    person: Person,
  ): { readonly everybody: () => readonly Person[]; readonly leave: () => void }
  /** Tells the others that nobody is served here any more. */
  stop(): void
}

/** Each process says this often whom it serves, ms; one that was not heard for so many beats is gone. */
const beatMs = 5_000
const silentBeats = 3

/**
 * Who has which program open, whichever api serves them (rule GRAPH-19): each tells the others of its own, when
 * somebody comes or goes, and again and again, so that what the bus loses comes with the next beat.
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
    // by then the others know that somebody listens to their answer
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
