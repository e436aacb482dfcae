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
  /** Creates the partitions of the near future, so that no batch waits for one. */
  makeAhead(now: number): Promise<void>
  forget(): void
}

/** How far ahead partitions are created, ms. */
const aheadMs = 2 * 3_600_000

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

  return {
    async prepare(events) {
      const missing: { series: TimeSeries; ts: number }[] = []
      for (const event of events) {
        const spec = specOf(event)
        const { series, span, made } = spans.get(spec.series)!
        note(event.ts)
        note(spec.lastTsOf(event))

        function note(ts: number): void {
          if (made.has(Math.floor(ts / span))) return
          made.add(Math.floor(ts / span))
          missing.push({ series, ts })
        }
      }
      for (const { series, ts } of missing) await make(series, ts, ts)
    },
    async makeAhead(now) {
      for (const series of allTimeSeries) await make(series, now, now + aheadMs)
    },
    forget() {
      known.clear()
      for (const { made } of spans.values()) made.clear()
    },
  }
}
