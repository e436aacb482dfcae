import { createPartitions, hasTimescale, partitionsBetween } from '@carapace/shared/core/time-series.queries'
import { partitionOf, type TimeSeries } from '@carapace/shared/core/time-series'
import {
  allTimeSeries, canFramesOverTime, idsEventsOverTime, positionsOverTime, signalsOverTime, syslogEventsOverTime,
} from '@carapace/shared/msoc/events.series'
import type { EventKind, VehicleEvent } from '@carapace/shared/msoc/events'
import type { Database } from '../core/database.ts'

const seriesOf: Record<EventKind, TimeSeries> = {
  position: positionsOverTime, telemetry: signalsOverTime, can: canFramesOverTime,
  'ids.can': idsEventsOverTime, 'ids.eth': idsEventsOverTime, 'ids.host': idsEventsOverTime, syslog: syslogEventsOverTime,
}

export interface Partitions {
  /** Makes the partitions that these events fall into, where they are missing. TimescaleDB makes its own. */
  prepare(events: readonly VehicleEvent[]): Promise<void>
  /** Makes the partitions of the near future, so that no batch waits for one. */
  makeAhead(now: number): Promise<void>
  forget(): void
}

/** How far ahead partitions are made. */
const aheadMs = 2 * 3_600_000

export async function createPartitionMaker(db: Database): Promise<Partitions> {
  const timescale = await hasTimescale(db)
  const known = new Set<string>()

  async function make(series: TimeSeries, from: number, to: number): Promise<void> {
    const missing = partitionsBetween(series, from, to).filter(({ name }) => !known.has(name))
    await createPartitions(db, series, missing)
    for (const { name } of missing) known.add(name)
  }

  return {
    async prepare(events) {
      if (timescale) return
      const missing = new Map<string, { series: TimeSeries; ts: number }>()
      for (const event of events) {
        const series = seriesOf[event.kind]
        note(series, event.ts)
        if (event.kind === 'can') note(series, event.ts + event.frames.reduce((latest, [dtUs]) => (dtUs > latest ? dtUs : latest), 0) / 1000)
      }
      for (const { series, ts } of missing.values()) await make(series, ts, ts)

      function note(series: TimeSeries, ts: number): void {
        const { name } = partitionOf(series, ts)
        if (!known.has(name)) missing.set(name, { series, ts })
      }
    },
    async makeAhead(now) {
      if (!timescale) for (const series of allTimeSeries) await make(series, now, now + aheadMs)
    },
    forget: () => known.clear(),
  }
}
