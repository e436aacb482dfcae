import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import type { Observable } from '@carapace/shared/msoc/alerts/alerts'
import { normalOrText } from '@carapace/shared/msoc/observables/normalise'
import type { TypedValue } from '@carapace/shared/msoc/observables/observables'
import { topics } from '@carapace/shared/msoc/topics'
import type { Database, Tx } from '../../core/db.ts'
import { plainObservable } from './adding.ts'
import {
  alertsChanged,
  type Changed,
  linkAlerts,
  orgsBehind,
  saveObservablePosition,
  takeObservablePosition,
} from './follower.queries.ts'
import { keyOf } from './observables.queries.ts'
import { countSightings, lockObservables, upsertObservables } from './writes.queries.ts'

/** The interval of checks for changes that the bus did not report, ms. */
const usualPollMs = 2_000
/** Maximum changes in a transaction. */
const changesAtOnce = 500

interface FollowerDeps {
  readonly db: Database
  readonly bus: Subscriber
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/**
 * Reads the observables of alerts as these are raised and repeated. Any number of processes may run it; only one works
 * on an organisation at a time. What it stores and its position change in one transaction, so that nothing is left out
 * or counted twice (rules OBSERVABLE-25 to OBSERVABLE-27).
 */
export function createObservableFollower(
  { db, bus, onGap, onError }: FollowerDeps,
  pollMs = usualPollMs,
): Pick<Rounds, 'start' | 'stop'> {
  async function work(stopping: AbortSignal): Promise<void> {
    let rest = await orgsBehind(db)
    // one part for each organisation in turn: none waits for all the work of another
    while (rest.length > 0 && !stopping.aborted) {
      const unfinished: Org[] = []
      for (const org of rest) if (!stopping.aborted && (await isUnfinished(org))) unfinished.push(org)
      rest = unfinished
    }
  }

  async function isUnfinished(org: Org): Promise<boolean> {
    try {
      return await db.transaction((tx) => readChanged(tx, org))
    } catch (error) {
      onError(error)
      return false
    }
  }

  const rounds = inRounds(pollMs, work, onError)
  const stopListening = [bus.subscribe(topics.allChanges, rounds.wake), onGap(rounds.wake)]
  return {
    start: rounds.start,
    async stop() {
      for (const stop of stopListening) stop()
      await rounds.stop()
    },
  }
}

/** Reads the observables of the alerts that changed next; returns whether more changes are left. */
async function readChanged(tx: Tx, org: Org): Promise<boolean> {
  const position = await takeObservablePosition(tx, org)
  if (!position) return false
  const { now } = position
  const { seq, ...changed } = await alertsChanged(tx, org, position.seq, now.seq, changesAtOnce)
  await storeSeen(tx, org, changed)
  await saveObservablePosition(tx, org, { epoch: now.epoch, seq })
  return seq < now.seq
}

async function storeSeen(tx: Tx, org: Org, { changes, alerts }: Changed): Promise<void> {
  const valuesByAlert = new Map(alerts.map((alert) => [alert.uuid, valuesOf(alert.observables)]))
  const values = new Map<string, TypedValue & { firstSeen: string; lastSeen: string }>()
  /** Of each day, the alerts that changed on it, and when each last did. */
  const days = new Map<string, Map<string, string>>()
  for (const { uuid, at: date } of changes) {
    const at = date.toISOString()
    const day = at.slice(0, 10)
    days.set(day, (days.get(day) ?? new Map<string, string>()).set(uuid, at))
    for (const [key, value] of valuesByAlert.get(uuid) ?? []) {
      const known = values.get(key) ?? { ...value, firstSeen: at, lastSeen: at }
      const firstSeen = at < known.firstSeen ? at : known.firstSeen
      const lastSeen = at > known.lastSeen ? at : known.lastSeen
      values.set(key, { ...known, firstSeen, lastSeen })
    }
  }
  if (values.size === 0) return
  await lockObservables(tx, org)
  const rows = [...values.values()].map((value) => ({ ...plainObservable, ...value }))
  const stored = await upsertObservables(tx, org, rows, { source: 'alert', author: { uuid: null, name: '' } })
  const uuids = new Map(stored.map((row) => [keyOf(row), row.uuid]))
  for (const [day, changed] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const links = [...changed].flatMap(([alert, at]) =>
      [...(valuesByAlert.get(alert)?.keys() ?? [])].map((key) => ({ uuid: uuids.get(key)!, alert, at })),
    )
    const counted = await linkAlerts(tx, org, day, links)
    await countSightings(
      tx,
      org,
      'alert',
      counted.map(({ uuid }) => ({ uuid, day, count: 1 })),
    )
  }
}

/** The values of an alert by their keys, each once; one without text is none. */
function valuesOf(observables: readonly Observable[]): Map<string, TypedValue> {
  const values = observables.map(({ kind, value }) => ({ type: kind, value: normalOrText(kind, value) }))
  return new Map(values.filter(({ value }) => value !== '').map((value) => [keyOf(value), value]))
}
