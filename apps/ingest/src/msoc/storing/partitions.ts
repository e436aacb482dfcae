import { createPartitions, partitionsBetween } from '@carapace/shared/core/time-series/time-series.queries'
import { intervalMs, type TimeSeries } from '@carapace/shared/core/time-series/time-series'
import { allTimeSeries } from '@carapace/shared/msoc/events/events.series'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Database } from '../../core/database.ts'

export interface Partitions {
  /**
   * Creates the missing partitions for these events. A hypertable creates its own, and a table may become one while
   * ingest runs.
   */
  prepare(events: readonly VehicleEvent[]): Promise<void>
  /** Whether this process does not know yet that the partitions for these events exist. */
  isMissing(events: readonly VehicleEvent[]): boolean
  /** The events that lie beyond the first `most` spans of time whose partitions are missing. */
  beyond(events: readonly VehicleEvent[], most: number): ReadonlySet<VehicleEvent>
  /** The events that lie beyond their first `most` spans of time, whether their partitions exist or not. */
  beyondAny(events: readonly VehicleEvent[], most: number): ReadonlySet<VehicleEvent>
  /** Creates the partitions of the near future, so that no batch waits for one. */
  makeAhead(now: number): Promise<void>
  forget(): void
}

/** How far ahead partitions are created, ms. */
const aheadMs = 2 * 3_600_000
/** Events that lie no further apart have fewer spans than any request may have, ms. */
const closeMs = 5 * 3_600_000

interface Span {
  readonly series: TimeSeries
  readonly made: Set<number>
  readonly number: number
  readonly ts: number
}

export function createPartitionMaker(db: Database): Partitions {
  const known = new Set<string>()
  /** By table, the spans whose partition certainly exists: one lookup of a number per event. */
  const spans = new Map(
    allTimeSeries.map((series) => [series, { series, span: intervalMs(series.chunk), made: new Set<number>() }]),
  )

  async function make(series: TimeSeries, from: number, to: number): Promise<void> {
    const missing = partitionsBetween(series, from, to).filter(({ name }) => !known.has(name))
    await createPartitions(db, series, missing)
    for (const { name } of missing) known.add(name)
  }

  /** Whether all partitions of an event certainly exist. */
  function isMade(event: VehicleEvent): boolean {
    const spec = specOf(event)
    const { span, made } = spans.get(spec.series)!
    return made.has(Math.floor(event.ts / span)) && made.has(Math.floor(spec.lastTsOf(event) / span))
  }

  /** The spans of an event's first and last row. */
  function spansOf(event: VehicleEvent): Span[] {
    const spec = specOf(event)
    const { series, span, made } = spans.get(spec.series)!
    return [event.ts, spec.lastTsOf(event)].map((ts) => ({ series, made, number: Math.floor(ts / span), ts }))
  }

  const missingOf = (event: VehicleEvent): Span[] => spansOf(event).filter(({ made, number }) => !made.has(number))

  return {
    async prepare(events) {
      for (const event of events) {
        if (isMade(event)) continue
        for (const { series, made, number, ts } of missingOf(event)) {
          await make(series, ts, ts)
          made.add(number)
        }
      }
    },
    isMissing: (events) => !events.every(isMade),
    beyond: (events, most) => eventsBeyond(events, most, missingOf),
    beyondAny: (events, most) => (areClose(events) ? new Set() : eventsBeyond(events, most, spansOf)),
    async makeAhead(now) {
      for (const series of allTimeSeries) await make(series, now, now + aheadMs)
    },
    forget() {
      known.clear()
      for (const { made } of spans.values()) made.clear()
    },
  }
}

function eventsBeyond(
  events: readonly VehicleEvent[],
  most: number,
  countedOf: (event: VehicleEvent) => readonly Span[],
): ReadonlySet<VehicleEvent> {
  const noted = new Set<string>()
  const isBeyond = (event: VehicleEvent) => {
    const names = countedOf(event).map(({ series, number }) => `${series.name} ${number}`)
    if (names.every((name) => noted.has(name))) return false
    if (noted.union(new Set(names)).size > most) return true
    for (const name of names) noted.add(name)
    return false
  }
  return new Set(events.filter(isBeyond))
}

function areClose(events: readonly VehicleEvent[]): boolean {
  let [first, last] = [Infinity, -Infinity]
  for (const { ts } of events) [first, last] = [Math.min(first, ts), Math.max(last, ts)]
  return last - first < closeMs
}
