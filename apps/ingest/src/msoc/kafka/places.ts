import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../core/database.ts'
import type { Bounds, Kafka } from '../../core/kafka.ts'
import type { Fetched, Member, Place } from '../../core/kafka-group.ts'
import type { Log } from '../../core/log.ts'
import type { Metrics } from '../../core/metrics.ts'
import type { Parcel } from '../parcel.ts'
import { Fenced, type Pipeline } from '../pipeline.ts'
import { placeName, readPositions } from './positions.sink.ts'
import type { Topics } from './records.ts'

/**
 * One assignment of a partition: replaced by another whenever its position has to be read anew, so that what the old
 * one had under way is nobody's.
 */
interface Held extends Place {
  state: 'loading' | 'reading' | 'lost'
  /** Where the next fetch begins, and where the next record's claim begins. */
  fetched: number
  claimed: number
}

interface Parts {
  readonly kafka: Pick<Kafka, 'bounds'>
  readonly topics: Topics
  readonly db: Database
  readonly pipeline: Pick<Pipeline, 'submit' | 'forget'>
  readonly metrics: Metrics
  readonly log: Log
}

/** Bytes of records that may wait for their commit; decoded they take several times as much. */
const underWayBytes = 16 * 1024 * 1024
const againMs = 500
/** The broker's answer about a topic is asked again after so long, when it is only to tell the lag. */
const beatMs = 200

/**
 * The partitions of this process: where each is read, what of it is under way to the database, and whether its position
 * is still there.
 */
export function createPlaces({ kafka, topics, db, pipeline, metrics, log }: Parts) {
  const held = new Map<string, Held>()
  /** How far places are stored, as far as this process knows; also those that it had before. */
  const stored = new Map<string, number>()
  const underWay = new Map<string, Set<Promise<void>>>()
  let bytes = 0
  let member: Member | undefined
  let finished = false
  let brokerTrouble: string | undefined

  const isCurrent = (place: Held) => held.get(placeName(place)) === place

  function hold(place: Place): Held {
    const next: Held = { topic: place.topic, partition: place.partition, state: 'loading', fetched: 0, claimed: 0 }
    held.set(placeName(place), next)
    return next
  }

  function begin(places: readonly Held[]): void {
    load(places).catch((error: unknown) => log.error({ err: error }, 'partitions could not be begun'))
  }

  /** Reads the positions of places and goes on from there; for ever, while the database or the broker is away. */
  async function load(places: readonly Held[]): Promise<void> {
    // what is still under way of them may move their positions: without waiting, all that is read next would be fenced
    // off
    await Promise.all(places.flatMap((place) => [...(underWay.get(placeName(place)) ?? [])]))
    for (;;) {
      const wanted = places.filter(isCurrent)
      if (wanted.length === 0 || finished || !member) return
      try {
        return settle(wanted, await positionsOf(wanted), await boundsOf(wanted))
      } catch (error) {
        log.warn({ err: error }, 'positions could not be read; it is tried again')
        await setTimeout(againMs)
      }
    }
  }

  async function positionsOf(places: readonly Place[]): Promise<ReadonlyMap<string, number>> {
    return readPositions(db, places, async ({ topic, partition }) => (await kafka.bounds(topic)).get(partition)!.low)
  }

  /**
   * After the positions: the broker's end of a log, read before, could lie before a position that another process moved
   * meanwhile.
   */
  async function boundsOf(places: readonly Place[]): Promise<ReadonlyMap<string, Bounds>> {
    const wanted = [...new Set(places.map(({ topic }) => topic))]
    const all = await Promise.all(wanted.map(async (topic) => [topic, await kafka.bounds(topic)] as const))
    return new Map(
      all.flatMap(([topic, bounds]) =>
        [...bounds].map(([partition, bound]) => [placeName({ topic, partition }), bound] as const),
      ),
    )
  }

  function settle(
    places: readonly Held[],
    positions: ReadonlyMap<string, number>,
    bounds: ReadonlyMap<string, Bounds>,
  ): void {
    for (const place of places.filter(isCurrent)) {
      const name = placeName(place)
      const next = positions.get(name)!
      const { low, high } = bounds.get(name)!
      // elsewhere than where we left it: others stored what our detectors have not seen
      if (stored.get(name) !== next) pipeline.forget()
      stored.set(name, next)
      place.fetched = place.claimed = next
      place.state = next < low || next > high ? 'lost' : 'reading'
      tellLost(place)
      if (place.state === 'reading') member!.resume(place, next)
      else
        log.error(
          { topic: place.topic, partition: place.partition, next, low, high },
          'the broker has no more what comes next of this partition: it is not read',
        )
    }
  }

  function tellLost({ topic, partition, state }: Held): void {
    if (state === 'lost') metrics.kafkaLost.set({ topic, partition }, 1)
    else metrics.kafkaLost.remove({ topic, partition })
  }

  /** Begins places anew at their stored positions, as far as they still are ours. */
  function reload(places: readonly Held[]): void {
    const mine = places.filter(isCurrent)
    member!.pause(mine)
    begin(mine.map(hold))
  }

  async function store(place: Held, parcel: Parcel): Promise<void> {
    try {
      await pipeline.submit(parcel)
      stored.set(placeName(place), parcel.recordOf!.next)
    } catch (error) {
      if (!isCurrent(place)) return
      if (error instanceof Fenced) metrics.kafkaFenced.inc()
      reload([place])
    }
  }

  function submitOne(place: Held, parcel: Parcel, size: number): void {
    const mine = underWay.get(placeName(place)) ?? new Set()
    underWay.set(placeName(place), mine)
    bytes += size
    const work = store(place, parcel).finally(() => {
      bytes -= size
      mine.delete(work)
    })
    mine.add(work)
  }

  async function look(): Promise<void> {
    const mine = [...held.values()]
    try {
      const bounds = await boundsOf(topics.all.map((topic) => ({ topic, partition: 0 })))
      brokerTrouble = undefined
      tellLag(bounds)
      const isGone = (name: string) => stored.get(name)! < bounds.get(name)!.low
      const gone = mine.filter(
        (place) =>
          isCurrent(place) && (place.state === 'lost' || (place.state === 'reading' && isGone(placeName(place)))),
      )
      if (gone.length > 0) reload(gone)
    } catch (error) {
      brokerTrouble = 'Kafka does not answer'
      throw error
    }
    const read = readPlaces()
    if (read.length > 0 && !finished) await member?.commit(read)
  }

  function readPlaces(): (Place & { readonly offset: number })[] {
    return [...held.values()]
      .filter(({ state }) => state === 'reading')
      .map(({ topic, partition }) => ({ topic, partition, offset: stored.get(placeName({ topic, partition }))! }))
  }

  /**
   * A topic's lag is told once it is known of all our partitions: while they load it must not look as if there were
   * none.
   */
  function tellLag(bounds: ReadonlyMap<string, Bounds>): void {
    for (const topic of topics.all) {
      const names = [...held.values()].filter((place) => place.topic === topic).map(placeName)
      const lags = names.map((name) =>
        Math.max(0, (bounds.get(name)?.high ?? Number.NaN) - (stored.get(name) ?? Number.NaN)),
      )
      const lag = lags.reduce((sum, one) => sum + one, 0)
      if (names.length === 0 || Number.isNaN(lag)) metrics.kafkaLag.remove({ topic })
      else metrics.kafkaLag.set({ topic }, lag)
    }
  }

  return {
    /** The member that reads is there: what was assigned before is loaded. */
    begin(joined: Member): void {
      member = joined
      begin([...held.values()])
    },
    /** These are ours now, and no others. */
    assign(places: readonly Place[]): void {
      for (const place of held.values())
        if (place.state === 'lost') metrics.kafkaLost.remove({ topic: place.topic, partition: place.partition })
      held.clear()
      begin(places.map(hold))
      metrics.kafkaPlaces.set(held.size)
      if (places.length === 0) metrics.kafkaLag.reset()
    },
    /** The place of a fetch that begins where ours goes on; one that does not is begun anew. */
    readingAt(fetched: Fetched): Held | undefined {
      const place = held.get(placeName(fetched))
      if (place?.state !== 'reading' || finished) return undefined
      if (place.fetched === fetched.from) return place
      reload([place])
      return undefined
    },
    pass(at: Place, from: number, next: number): void {
      const place = held.get(placeName(at))
      if (place?.state === 'reading' && from >= place.fetched) place.fetched = next
    },
    /** Gives parcels to the pipeline, without waiting for it; false where the place is ours no more. */
    submit(place: Held, parcels: readonly Parcel[], { next, records }: Fetched): boolean {
      if (!isCurrent(place) || finished) return false
      parcels.forEach((parcel, i) => {
        const claim = { ...parcel.recordOf!, from: i === 0 ? place.claimed : parcel.recordOf!.from }
        submitOne(place, { ...parcel, recordOf: claim }, records[i]!.value?.length ?? 0)
      })
      place.fetched = place.claimed = next
      return true
    },
    /** Waits until there is room for more. */
    async room(beat: () => Promise<void>): Promise<void> {
      while (bytes > underWayBytes) {
        await Promise.race([setTimeout(beatMs), ...[...underWay.values()].flatMap((some) => [...some].slice(0, 1))])
        await beat()
      }
    },
    reload,
    /** Tells the lag, looks after what is lost, and tells the broker how far is stored. */
    look,
    trouble: () => brokerTrouble,
    lost(): string | undefined {
      const lost = [...held.values()].filter(({ state }) => state === 'lost').map(placeName)
      return lost.length === 0
        ? undefined
        : `Kafka has no more what comes next of ${lost.join(', ')}: \`npm run admin -- kafka skip-lost\` goes on behind the loss`
    },
    /** Takes nothing more, and resolves when all that was taken is stored or given up. */
    async finish(): Promise<void> {
      finished = true
      await Promise.all([...underWay.values()].flatMap((some) => [...some]))
      await member
        ?.commit(readPlaces())
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the broker was not told how far is stored; the database knows'),
        )
    },
  }
}
