import { createHash } from 'node:crypto'
import type { Org } from '@carapace/shared/core/owned'
import type { Finding } from '@carapace/shared/msoc/detect/detector'
import type { EventKind } from '@carapace/shared/msoc/events/events'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import type { Database } from '../../core/database.ts'
import type { Raise } from '../detect/detect.ts'
import { noVehicle } from '../detect/fleet-facts.ts'
import type { Item } from '../item.ts'
import { type Likely, timeOf } from './org-watch.ts'
import { entriesWith, type FoundEntry } from './watchlists.queries.ts'

/** What was verified holds this long at most: lists and observables expire, ms. */
const verifiedForMs = 30_000
const mostVerified = 10_000
const verifiedAtOnce = 1_000

/** A value that was seen of a vehicle in a batch. */
interface Seen {
  readonly item: Item
  readonly likely: Likely
  count: number
  first: number
  last: number
}

/** The likely values of an organisation's batches, and what is known of them. */
export interface Sightings {
  add(item: Item, likely: Likely): void
  /** Takes what was added; the function verifies it with the tables and returns its alerts (rule OBSERVABLE-12). */
  take(): (db: Database) => Promise<Raise[]>
}

export function createSightings(org: Org): Sightings {
  let seen = new Map<string, Seen>()
  /** By type and value: the watchlists that have it; none if it is on an allowlist, or only its hash is equal. */
  const verified = new Map<string, { readonly lists: readonly FoundEntry[]; readonly until: number }>()

  async function verify(db: Database, likely: readonly Likely[], now: number): Promise<void> {
    for (let at = 0; at < likely.length; at += verifiedAtOnce) {
      const some = likely.slice(at, at + verifiedAtOnce)
      const rows = await entriesWith(
        db,
        org,
        some.map(({ hash }) => hash),
      )
      const found = Map.groupBy(rows, keyOf)
      for (const one of some) {
        const lists = found.get(keyOf(one)) ?? []
        const isAllowed = lists.some(({ kind }) => kind === 'allow')
        verified.set(keyOf(one), { lists: isAllowed ? [] : lists, until: now + verifiedForMs })
      }
    }
  }

  return {
    add(item, likely) {
      const key = `${item.vehicle.id} ${keyOf(likely)}`
      const ts = timeOf(item.event)
      const known = seen.get(key)
      if (known === undefined) seen.set(key, { item, likely, count: 1, first: ts, last: ts })
      else {
        known.count += 1
        known.first = Math.min(known.first, ts)
        known.last = Math.max(known.last, ts)
      }
    },
    take() {
      const taken = [...seen.values()]
      seen = new Map()
      return async (db) => {
        if (taken.length === 0) return []
        const now = Date.now()
        const values = new Map(taken.map(({ likely }) => [keyOf(likely), likely]))
        // first of all: the values that are known are needed below
        if (verified.size + values.size > mostVerified) verified.clear()
        const unknown = [...values].filter(([key]) => (verified.get(key)?.until ?? 0) <= now)
        await verify(
          db,
          unknown.map(([, likely]) => likely),
          now,
        )
        return raisesOf(org, taken, (likely) => verified.get(keyOf(likely))?.lists ?? [])
      }
    },
  }
}

const keyOf = ({ type, value }: Pick<Likely, 'type' | 'value'>) => `${type} ${value}`

function raisesOf(org: Org, taken: readonly Seen[], listsOf: (likely: Likely) => readonly FoundEntry[]): Raise[] {
  return taken.flatMap(({ item, likely, count, first, last }) =>
    listsOf(likely).map((list) => ({
      org,
      vehicle: item.vehicle.id === noVehicle ? undefined : item.vehicle,
      finding: { ...findingOf(item, likely, list), count, ts: last },
      count,
      firstTs: first,
      lastTs: last,
    })),
  )
}

const evidenceOf: Readonly<Record<EventKind, Finding['evidence']>> = {
  can: 'can',
  'ids.can': 'ids',
  'ids.eth': 'ids',
  'ids.host': 'ids',
  syslog: 'syslog',
  position: 'position',
  telemetry: 'none',
  inventory: 'none',
}
const longestTitle = 120

/** A value of a vehicle on a list is one alert (rule OBSERVABLE-12). */
function findingOf({ vehicle, event }: Item, { type, value }: Likely, list: FoundEntry): Omit<Finding, 'count' | 'ts'> {
  const digest = createHash('sha256').update(value).digest('hex').slice(0, 16)
  const shown = value.length > longestTitle ? `${value.slice(0, longestTitle)}…` : value
  return {
    source: 'detector',
    rule: 'watchlist',
    key: `watchlist:${list.listUuid}:${type}:${digest}`,
    title: `${typeNames[type]} ${shown} is on the watchlist ${list.name}`,
    severity: list.severity,
    ...(event.kind === 'can' && { bus: event.bus }),
    explanation: [{ field: typeNames[type], observed: shown, expected: `not on the watchlist ${list.name}` }],
    observables: [
      ...(vehicle.vin === '' || type === 'vin' ? [] : [{ kind: 'vin' as const, value: vehicle.vin }]),
      { kind: type, value },
    ],
    evidence: evidenceOf[event.kind],
  }
}
