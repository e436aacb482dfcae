import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { type Counters, countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { type StatsNews, topics } from '@carapace/shared/msoc/topics'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import { sharedViews } from '../../core/live/shared-views.ts'
import { currentCounts } from './counters.queries.ts'

/** Period over which rates are averaged, ms; and how often counts are read from the tables. */
const rateMs = 5_000
const readMs = 1_000

interface View {
  latest: Counters
  version: number
  close(): void
}

/** Key figures, live: rates, lag, vehicles by health, open alerts. One view per organisation, shared by all viewers. */
export const countersLive = (db: Database, bus: Subscriber, onError: (error: unknown) => void) => {
  const hold = sharedViews((org) => openView(db, bus, org, onError))
  return liveChannel(countersChannel, async ({ caller: { org }, outlet }) => {
    const { view, release } = await hold(org)
    let sent = view.version
    outlet.snapshot(org.uuid, view.version, JSON.stringify(view.latest))
    return {
      turn() {
        if (view.version === sent) return undefined
        sent = view.version
        return { seq: sent, data: [JSON.stringify(view.latest)] }
      },
      close: release,
    }
  })
}

async function openView(db: Database, bus: Subscriber, org: Org, onError: (error: unknown) => void): Promise<View> {
  const openedAt = Date.now()
  let batches: StatsNews[] = []
  let rejected = 0
  const read = async (): Promise<Counters> => {
    const now = Date.now()
    batches = batches.filter(({ committedAt }) => now - committedAt <= rateMs)
    const last = batches.at(-1)
    return {
      ...(await currentCounts(db, org, now)),
      rates: ratesOf(batches, Math.min(rateMs, Math.max(readMs, now - openedAt))),
      lag_ms: last ? last.committedAt - last.receivedAt : null,
      rejected,
      at: now,
    }
  }
  // each ingest process knows only its own rejects: they are added up here
  const stopListening = bus.subscribe(topics.stats(org.uuid), (items) => {
    batches.push(...(items as StatsNews[]))
    for (const { sources } of items as StatsNews[])
      for (const source of Object.values(sources)) rejected += source.rejected
  })
  const view: View = {
    latest: await read().catch((error: unknown) => {
      stopListening()
      throw error
    }),
    version: 1,
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
  const timer = setInterval(() => {
    read().then((latest) => Object.assign(view, { latest, version: view.version + 1 }), onError)
  }, readMs)
  timer.unref()
  return view
}

/** Events per second by kind; a view that was just opened has listened for less than the averaging period. */
function ratesOf(batches: readonly StatsNews[], listenedMs: number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { stored } of batches)
    for (const [kind, events] of Object.entries(stored)) sums[kind] = (sums[kind] ?? 0) + events
  return Object.fromEntries(
    Object.entries(sums).map(([kind, sum]) => [kind, Math.round((sum * 10_000) / listenedMs) / 10]),
  )
}
