import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { weightOf } from '@carapace/shared/msoc/events/event-kinds'
import { frameFlags, type VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { CanFrameRow, SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import { announceChanges, type SourceNews, type StatsNews, topics } from '@carapace/shared/msoc/topics'
import type { AlertNews } from './storing/alerts.sink.ts'
import type { Item } from './item.ts'
import type { Chunk } from './chunk.ts'
import { type latestOf, seenNews } from './storing/state.sink.ts'

interface Stored {
  readonly items: readonly Item[]
  readonly states: ReturnType<typeof latestOf>
  readonly news: readonly AlertNews[]
  readonly fresh: readonly Chunk[]
  readonly commitMs: number
}

/** Sends the API servers news of a commit. News may be lost: a server that missed some reads the tables. */
export function announce(
  publisher: Publisher,
  { items, states, news, fresh, commitMs }: Stored,
  rejected: number,
): void {
  const committedAt = Date.now()
  for (const [, mine] of Map.groupBy(states, ({ org }) => org.uuid)) {
    const { org } = mine[0]!
    publisher.publish(topics.seen(org.uuid), seenNews(mine))
    for (const { id } of mine)
      if (publisher.wanted(topics.vehicle(org.uuid, id))) publisher.publish(topics.vehicle(org.uuid, id), [committedAt])
  }
  for (const { org, seq, health } of news) {
    publisher.publish(topics.health(org.uuid), health)
    announceChanges(publisher, org.uuid, seq)
  }
  for (const [, mine] of Map.groupBy(items, ({ org }) => org.uuid)) announceRaw(publisher, mine[0]!.org, mine)
  for (const [org, chunks] of Map.groupBy(fresh, (chunk) => chunk.org.uuid)) {
    const events = chunks.flatMap((chunk) => chunk.events)
    const receivedAt = Math.min(...chunks.map((chunk) => chunk.receivedAt))
    publisher.publish(topics.stats(org), [
      {
        stored: countsOf(events),
        sources: sourcesOf(chunks),
        receivedAt,
        committedAt,
        commitMs,
        rejected,
      } satisfies StatsNews,
    ])
  }
}

/** Frames and log lines are only sent to those who watch them. */
function announceRaw(publisher: Publisher, org: Org, items: readonly Item[]): void {
  for (const [vehicle, mine] of Map.groupBy(
    items.filter(({ event }) => event.kind === 'can'),
    (item) => item.vehicle,
  )) {
    const topic = topics.can(org.uuid, vehicle.id)
    if (publisher.wanted(topic)) publisher.publish(topic, mine.flatMap(frameRows))
  }
  const topic = topics.syslog(org.uuid)
  if (publisher.wanted(topic)) publisher.publish(topic, items.flatMap(syslogRow))
}

function frameRows({ event }: Item): CanFrameRow[] {
  if (event.kind !== 'can') return []
  return event.frames.map(([dtUs, id, hex]) => ({
    ts: microIso(event.ts + dtUs / 1000),
    bus: event.bus,
    id,
    data: hex.toUpperCase(),
    ext: id > 0x7ff || (event.flags & frameFlags.ext) !== 0,
    fd: (event.flags & frameFlags.fd) !== 0,
    rtr: (event.flags & frameFlags.rtr) !== 0,
  }))
}

function syslogRow({ vehicle, event }: Item): SyslogRow[] {
  if (event.kind !== 'syslog') return []
  return [
    {
      ts: microIso(event.ts),
      vin: vehicle.vin || null,
      facility: event.facility,
      severity: event.severity,
      hostname: event.hostname,
      app_name: event.appName,
      proc_id: event.procId,
      msg_id: event.msgId,
      structured_data: event.structuredData,
      message: event.message,
    },
  ]
}

/** RFC 3339 with microseconds, as in the API's answers. */
function microIso(ms: number): string {
  const us = Math.round(ms * 1000)
  const whole = Math.floor(us / 1000)
  return `${new Date(whole).toISOString().slice(0, -1)}${String(us - whole * 1000).padStart(3, '0')}Z`
}

function countsOf(events: readonly VehicleEvent[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const event of events) counts[event.kind] = (counts[event.kind] ?? 0) + weightOf(event)
  return counts
}

function sourcesOf(chunks: readonly Chunk[]): Record<string, SourceNews> {
  return Object.fromEntries(
    [...Map.groupBy(chunks, ({ source }) => source)].map(([source, mine]) => [
      source,
      {
        stored: mine.reduce(
          (sum, { events }) => sum + events.reduce((weight, event) => weight + weightOf(event), 0),
          0,
        ),
        rejected: mine.reduce((sum, { rejects }) => sum + rejects.length, 0),
        receivedAt: Math.min(...mine.map(({ receivedAt }) => receivedAt)),
      },
    ]),
  )
}
