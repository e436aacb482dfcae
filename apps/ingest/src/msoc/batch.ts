import type { Org } from '@carapace/shared/core/owned'
import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Transaction } from '../core/database.ts'
import { type AlertNews, recordAlerts, upsertAlerts } from './storing/alerts.sink.ts'
import type { Memory, Raise } from './detect/detect.ts'
import type { Item } from './item.ts'
import type { Fleets } from './detect/fleet.ts'
import type { Chunk } from './chunk.ts'
import { storeAlertCounts, storeEventCounts, storeHealth } from './storing/rollups.sink.ts'
import { storeHeldBack } from './storing/held-back.sink.ts'
import { storeRejects } from './storing/rejects.sink.ts'
import { namesHeld } from './storing/signal-ids.ts'
import { latestOf, storeMemories, storeStates } from './storing/state.sink.ts'

/** The signal names of each organisation for which it has no room, by its uuid. */
export type Unnamed = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds each event's vehicle. Events of vehicles that are not accepted become rejects of their chunk, and so do signals
 * whose names are not; the other signals of their event are stored.
 */
export function enrich(chunk: Chunk, fleets: Fleets, unnamed: Unnamed): Item[] {
  const items: Item[] = []
  const { org, events, lines, rejects, receivedAt } = chunk
  const refused = unnamed.get(org.uuid)
  let kept = 0
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!
    const vehicle = fleets.find(org, event.vehicle)
    const { rest, reason } =
      typeof vehicle === 'string' ? { rest: undefined, reason: vehicle } : withoutUnnamed(event, refused)
    if (reason !== undefined) {
      const text = textOfEvent(event).slice(0, rejectTextLength)
      rejects.push({ line: lines[i]!, reason, text, vehicle: event.vehicle })
    }
    if (rest === undefined || typeof vehicle === 'string') continue
    events[kept] = rest
    lines[kept++] = lines[i]!
    items.push({ org, vehicle, event: rest, receivedAt })
  }
  events.length = kept
  lines.length = kept
  return items
}

/** The event without the signals whose names are refused, undefined if none is left, and the reason if any is. */
function withoutUnnamed(
  event: VehicleEvent,
  refused: ReadonlySet<string> | undefined,
): { rest: VehicleEvent | undefined; reason?: string } {
  if (!refused?.size || event.kind !== 'telemetry') return { rest: event }
  const signals = event.signals.filter(([path]) => !refused.has(path))
  const count = event.signals.length - signals.length
  if (count === 0) return { rest: event }
  const first = event.signals.find(([path]) => refused.has(path))![0]
  const names = count === 1 ? `${first} is new` : `${first} and ${count - 1} more are new`
  const reason = `signals: ${names}, and the organisation has its limit of ${namesHeld} signal names`
  return signals.length === 0 ? { rest: undefined, reason } : { rest: { ...event, signals }, reason }
}

/** Everything that a batch stores besides its rows. */
export interface Work {
  readonly items: readonly Item[]
  readonly raises: readonly Raise[]
  /** What the organisations' settings do not raise. */
  readonly held: readonly Raise[]
  readonly memories: readonly Memory[]
  readonly rejecting: readonly Chunk[]
  readonly now: number
  /** Organisations for which this batch is the first of a minute. */
  readonly firstOfMinute: readonly Org[]
}

/**
 * Stores what follows from a batch's rows. The counters come last: they are locked from then until the commit (rule
 * CHANGE-1).
 */
export async function storeWork(
  tx: Transaction,
  work: Work,
): Promise<{ news: AlertNews[]; states: ReturnType<typeof latestOf> }> {
  const { items, raises, held, memories, rejecting, now } = work
  await storeRejects(tx, rejecting, now)
  await storeHeldBack(tx, held, now)
  const upserted = await upsertAlerts(tx, raises)
  const states = latestOf(items)
  await storeStates(tx, states)
  await storeMemories(tx, memories)
  if (work.firstOfMinute.length > 0)
    await storeHealth(
      tx,
      work.firstOfMinute.map((org) => org.id).sort((a, b) => a - b),
      now,
    )
  if (items.length > 0) await storeEventCounts(tx, items)
  await storeAlertCounts(tx, upserted)
  const news = await recordAlerts(tx, upserted)
  return { news, states }
}
