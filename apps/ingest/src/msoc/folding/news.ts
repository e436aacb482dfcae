import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { recordAlertChanges, refreshHealth } from '@carapace/shared/msoc/alerts/changes.queries'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import type { AlertNews } from '../storing/alerts.sink.ts'
import type { PartChange, Tx } from './parts.queries.ts'

export type News = Pick<AlertNews, 'org' | 'health' | 'seq'>

/** Counts the vehicles' alerts again and records changes of alerts that are locked; the last step of a transaction. */
export async function recordChanges(tx: Tx, org: Org, changes: readonly PartChange[]): Promise<News[]> {
  if (changes.length === 0) return []
  const health = await refreshHealth(
    tx,
    org,
    changes.flatMap(({ vehicle }) => (vehicle === null ? [] : [vehicle])),
  )
  const seq = await recordAlertChanges(
    tx,
    org,
    changes.map(({ change }) => change),
  )
  return [{ org, health, seq: seq! }]
}

/** Notifies the viewers, after the commit. */
export function announceNews(publisher: Publisher, news: readonly News[]): void {
  for (const { org, seq, health } of news) {
    publisher.publish(topics.health(org.uuid), health)
    announceChanges(publisher, org.uuid, seq)
  }
}
