import type { Metrics } from '../core/metrics.ts'
import type { Stored } from './storing-batch.ts'

/** Counts a batch in the metrics; returns how many of its events were rejected. */
export function countBatch(metrics: Metrics, { fresh, items, news }: Pick<Stored, 'fresh' | 'items' | 'news'>): number {
  let rejected = 0
  for (const [source, chunks] of Map.groupBy(fresh, (chunk) => chunk.source)) {
    const refused = chunks.reduce((sum, { rejects }) => sum + rejects.length, 0)
    const accepted = chunks.reduce((sum, { events }) => sum + events.length, 0)
    metrics.accepted.inc({ source }, accepted)
    metrics.rejected.inc({ source }, refused)
    rejected += refused
  }
  for (const [type, some] of Map.groupBy(items, ({ event }) => event.kind)) metrics.stored.inc({ type }, some.length)
  metrics.suspectClocks.inc(items.reduce((sum, { event }) => sum + Number(event.deviceTs !== null), 0))
  metrics.batchRows.observe(items.length)
  for (const severity of news.flatMap(({ raised }) => raised)) metrics.alerts.inc({ severity })
  return rejected
}
