import { count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../../core/db.ts'
import { latestAlerts } from '../alerts.queries.ts'
import { inhibitedBy, matching } from './steps.queries.ts'

const tryMs = 86_400_000
const triedAlerts = 20
/** Maximum number of alerts for which an assignment or an escalation is tried, those seen last. */
const outcomesTried = 10_000

/** The alerts that a step is tried on: those last seen in the last day that it matches. */
export interface Tried {
  readonly matchers: AlertMatchers
  readonly inhibitors?: AlertMatchers | undefined
}

function lastDay(db: Database, org: Org, { matchers, inhibitors }: Tried): SQL[] {
  return [
    gte(alerts.lastSeen, new Date(Date.now() - tryMs)),
    ...matching(matchers),
    ...(inhibitors ? inhibitedBy(db, org, inhibitors) : []),
  ]
}

/** The alerts of the last day that match: their number, of these the open ones, and the latest. */
export async function alertsTried(db: Database, org: Org, tried: Tried) {
  const where = ownedBy(org, alerts, ...lastDay(db, org, tried))
  const [[row], latest] = await Promise.all([
    db
      .select({
        total: count(),
        open: sql<number>`count(*) FILTER (WHERE ${inArray(alerts.status, [...openStatuses])})::int`,
      })
      .from(alerts)
      .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
      .where(where),
    latestAlerts(db, where, triedAlerts),
  ])
  return { ...row!, alerts: latest }
}

/** The times of the latest of these alerts that no step suppresses, in the order in which they were raised. */
export async function timesTried(db: Database, org: Org, tried: Tried) {
  const rows = await db
    .select({
      uuid: alerts.uuid,
      raisedAt: alerts.raisedAt,
      acknowledgedAt: alerts.acknowledgedAt,
      closedAt: alerts.closedAt,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, isShown(), ...lastDay(db, org, tried)))
    .orderBy(desc(alerts.lastSeen))
    .limit(outcomesTried)
  return rows.sort((a, b) => a.raisedAt.getTime() - b.raisedAt.getTime())
}
