import type { Org } from '@carapace/shared/core/owned'
import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Chunk } from './chunk.ts'
import type { Fleets } from './detect/fleet.ts'
import { partitionName } from './kafka/positions.sink.ts'
import type { Partitions } from './storing/partitions.ts'

/** Maximum spans of time of a request for which a partition may have to be created (rule SHARE-10). */
export const spansPerRequest = 100

/** How many vehicles are registered in one turn of an organisation, and how many organisations take theirs at once. */
const namesPerTurn = 500
const turnsAtOnce = 2

export interface Admission {
  /**
   * Creates what a chunk needs before it waits for a batch: vehicles and partitions. It takes its time on its own
   * organisation's account, while the batches of the others go on (rule SHARE-9). Undefined if there is nothing to wait
   * for. A record of a broker's partition also waits for the one before it.
   */
  admit(chunk: Chunk): Promise<void> | undefined
}

interface Waiting {
  readonly chunk: Chunk
  readonly names: ReadonlySet<string>
  readonly admitted: () => void
}

export function createAdmission(
  fleets: Pick<Fleets, 'register' | 'isAnyNew'>,
  partitions: Pick<Partitions, 'prepare' | 'isMissing' | 'beyond'>,
): Admission {
  /** What waits, by organisation; the one whose turn is next comes first. */
  const queues = new Map<string, Waiting[]>()
  const inTurn = new Set<string>()
  /** Of each of a broker's partitions: the last record that waits. */
  const lastOf = new Map<string, Promise<void>>()

  async function takeTurn(orgUuid: string, queue: Waiting[]): Promise<void> {
    inTurn.add(orgUuid)
    const some = queue.splice(0, turnOf(queue))
    const names = new Set(some.flatMap((one) => [...one.names]))
    await fleets
      .register(some[0]!.chunk.org, names)
      .then(() => partitions.prepare(some.flatMap(({ chunk }) => chunk.events)))
      // the batch tries again, and answers with the reason
      .catch(() => undefined)
    inTurn.delete(orgUuid)
    queues.delete(orgUuid)
    if (queue.length > 0) queues.set(orgUuid, queue)
    for (const { admitted } of some) admitted()
    takeTurns()
  }

  function takeTurns(): void {
    for (const [orgUuid, queue] of queues)
      if (inTurn.size < turnsAtOnce && !inTurn.has(orgUuid)) void takeTurn(orgUuid, queue)
  }

  function wait(chunk: Chunk): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = queues.get(chunk.org.uuid) ?? []
    queue.push({ chunk, names: new Set(chunk.events.map(({ vehicle }) => vehicle)), admitted: resolve })
    queues.set(chunk.org.uuid, queue)
    takeTurns()
    return promise
  }

  const needsMore = ({ org, events }: Chunk) => partitions.isMissing(events) || fleets.isAnyNew(org, events)

  /** Records of a partition keep their order, whosever they are. */
  function admitRecord(chunk: Chunk, partition: string): Promise<void> | undefined {
    const before = lastOf.get(partition)
    const own = needsMore(chunk) ? wait(chunk) : undefined
    if (!before && !own) return undefined
    const done: Promise<void> = Promise.all([before, own])
      .then(() => undefined)
      .finally(() => lastOf.get(partition) === done && lastOf.delete(partition))
    lastOf.set(partition, done)
    return done
  }

  return {
    admit(chunk) {
      if (chunk.recordOf) return admitRecord(chunk, partitionName(chunk.recordOf))
      if (!queues.has(chunk.org.uuid) && !needsMore(chunk)) return undefined
      refuseSpans(chunk, partitions.beyond(chunk.events, spansPerRequest))
      return wait(chunk)
    },
  }
}

/** Maximum names that a gateway remembers. */
const namesRemembered = 200_000

/**
 * What requests need before a gateway sends them to the broker: their vehicles, which another process may have in
 * memory. A request that is sent again is divided as before: the spans that it may have do not depend on what exists.
 */
export function createGatewayAdmission(
  fleets: Pick<Fleets, 'register'>,
  { beyondAny }: Pick<Partitions, 'beyondAny'>,
): Admission {
  const registered = new Set<string>()
  const nameOf = (org: Org, vehicle: string) => `${org.uuid} ${vehicle}`
  return createAdmission(
    {
      isAnyNew: (org, events) => events.some(({ vehicle }) => vehicle !== '' && !registered.has(nameOf(org, vehicle))),
      async register(org, names) {
        await fleets.register(org, new Set([...names].filter((name) => !registered.has(nameOf(org, name)))))
        if (registered.size > namesRemembered) registered.clear()
        for (const name of names) registered.add(nameOf(org, name))
      },
    },
    {
      prepare: async () => undefined,
      isMissing: (events) => beyondAny(events, spansPerRequest).size > 0,
      beyond: beyondAny,
    },
  )
}

/** How many of what waits are admitted together: at least one. */
function turnOf(queue: readonly Waiting[]): number {
  let names = 0
  const beyond = queue.findIndex((one, i) => (names += one.names.size) > namesPerTurn && i > 0)
  return beyond < 0 ? queue.length : beyond
}

/** Converts events beyond the spans of a request to rejects. */
function refuseSpans(chunk: Chunk, beyond: ReadonlySet<VehicleEvent>): void {
  if (beyond.size === 0) return
  const { events, lines, texts, rejects } = chunk
  let kept = 0
  for (const [i, event] of events.entries()) {
    if (beyond.has(event)) {
      const text = textOfEvent(event).slice(0, rejectTextLength)
      rejects.push({ line: lines[i]!, reason: spansReason, text, vehicle: event.vehicle })
      continue
    }
    if (texts) texts[kept] = texts[i]!
    lines[kept] = lines[i]!
    events[kept++] = event
  }
  for (const list of [events, lines, texts]) if (list) list.length = kept
}

const spansReason = `ts: the request has events of more than ${spansPerRequest} spans of time: send it in parts`
