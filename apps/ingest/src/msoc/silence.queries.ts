import { sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { recordAlertChanges, refreshHealth } from '@carapace/shared/msoc/alerts/changes.queries'
import type { Finding } from '@carapace/shared/msoc/detect/detector'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import {
  type ClearedAlert,
  clearFleetSilence,
  clearSilence,
  type SilentFleet,
  silentFleets,
  type SilentVehicle,
  silentVehicles,
} from '@carapace/shared/msoc/vehicles/silence.queries'
import type { Database } from '../core/database.ts'
import { type AlertNews, detection, recordAlerts, upsertAlerts } from './storing/alerts.sink.ts'
import type { Raise } from './detect/detect.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

export const silenceEveryMs = 5_000
/** Without a finished round for this long, this process or the database was away or too slow to tell a silence. */
const awayMs = 4 * silenceEveryMs
const silencesAtOnce = 1_000

/**
 * The rounds of one process, which began to receive at `startedAt`: nobody is silent for longer than it receives (rule
 * SILENCE-4).
 */
export function silenceRounds(startedAt: number, now = Date.now, watch = watchSilence) {
  let receivingSince = startedAt
  let finishedAt = startedAt
  return async (deps: Deps): Promise<void> => {
    if (now() - finishedAt > awayMs) receivingSince = now()
    await watch(deps, receivingSince)
    finishedAt = now()
  }
}

/**
 * Raises an alert for vehicles that became silent, one for many at once, and clears the alerts of those that send
 * again. `receivingSince`: no time before it counts as silence.
 */
export async function watchSilence({ db, publisher }: Deps, receivingSince: number): Promise<void> {
  const now = Date.now()
  const steps: ((tx: Tx) => Promise<News[]>)[] = [
    // first: the vehicles of these are not reported one by one
    async (tx) => raise(tx, (await silentFleets(tx, now, receivingSince)).map(fleetSilence)),
    async (tx) => raise(tx, (await silentVehicles(tx, now, receivingSince, silencesAtOnce)).map(silence)),
    async (tx) =>
      recordCleared(tx, [...(await clearFleetSilence(tx, now)), ...(await clearSilence(tx, silencesAtOnce))]),
  ]
  for (const step of steps) {
    const news = await db.transaction(async (tx) => ((await isMine(tx)) ? step(tx) : []))
    for (const { org, seq, health } of news) {
      publisher.publish(topics.health(org.uuid), health)
      announceChanges(publisher, org.uuid, seq)
    }
  }
}

async function raise(tx: Tx, raises: readonly Raise[]): Promise<News[]> {
  return recordAlerts({ db: tx }, await upsertAlerts({ db: tx }, raises))
}

type News = Pick<AlertNews, 'org' | 'health' | 'seq'>
type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

async function recordCleared(tx: Tx, alerts: readonly ClearedAlert[]): Promise<News[]> {
  const news: News[] = []
  for (const [, mine] of [...Map.groupBy(alerts, (alert) => alert.org_uuid)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const org: Org = { uuid: mine[0]!.org_uuid, id: mine[0]!.org_id }
    const vehicles = mine.flatMap(({ vehicle_id: vehicle }) => (vehicle === null ? [] : [vehicle]))
    const health = await refreshHealth(tx, org, vehicles)
    const changes = mine.map(({ uuid }) => ({ alertUuid: uuid, kind: 'clear' as const, actor: detection, detail: {} }))
    news.push({ org, health, seq: (await recordAlertChanges(tx, org, changes))! })
  }
  return news
}

const common = { source: 'detector', count: 1, evidence: 'none' } as const satisfies Partial<Finding>

function silence(silent: SilentVehicle): Raise {
  const seconds = Math.round((Date.now() - silent.last_seen_ms) / 1000)
  return {
    org: { uuid: silent.org_uuid, id: silent.org_id },
    vehicle: { id: silent.vehicle_id } as Raise['vehicle'],
    count: 1,
    firstTs: silent.last_seen_ms,
    lastTs: Date.now(),
    finding: {
      ...common,
      rule: 'silence',
      key: 'silence',
      severity: 'medium',
      ts: silent.last_seen_ms,
      title: 'Vehicle silent',
      explanation: [
        {
          field: 'time since the last event',
          observed: `${seconds} s`,
          expected: `at most ${3 * silent.every_seconds} s`,
        },
      ],
      observables: [{ kind: 'vin', value: silent.vin }],
    },
  }
}

function fleetSilence(fleet: SilentFleet): Raise {
  return {
    org: { uuid: fleet.org_uuid, id: fleet.org_id },
    vehicle: undefined,
    count: 1,
    firstTs: fleet.since_ms,
    lastTs: Date.now(),
    finding: {
      ...common,
      rule: 'fleet-silence',
      key: 'fleet-silence',
      severity: 'high',
      ts: fleet.since_ms,
      title: `${fleet.silent} of ${fleet.vehicles} vehicles silent at once`,
      explanation: [
        {
          field: 'vehicles that fell silent within a minute',
          observed: `${fleet.silent} of ${fleet.vehicles}`,
          expected: 'one at a time',
        },
        {
          field: 'likely cause',
          observed: 'common to all: the uplink of the sender, the network, or a backlog',
          expected: 'of one vehicle',
        },
      ],
      observables: [],
    },
  }
}

/** Across organisations: one job serves all of them. Whether this process runs this round; the lock ends with it. */
async function isMine(tx: Tx): Promise<boolean> {
  const [row] = await rowsOf<{ mine: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtext('carapace silence')) AS mine`,
  )
  return row!.mine
}
