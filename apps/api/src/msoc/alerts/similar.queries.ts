import { inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Observable } from '@carapace/shared/msoc/alerts/alerts'
import { type Alert, similarCountedTo } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { countSimilar, nameOf, similarBy } from '@carapace/shared/msoc/alerts/similar'
import type { Database } from '../../core/db.ts'
import { shares } from './filter.queries.ts'
import { latestAlerts } from './alerts.queries.ts'

/**
 * By the closing time: by status, PostgreSQL would scan an index of all open alerts for each observable.
 */
const areOpen = (): SQL => isNull(alerts.closedAt)

/** Open alerts of the organisation, other than this one, that have any of these observables. */
const othersWith = (org: Org, uuid: string, observables: readonly Observable[]): SQL =>
  ownedBy(org, alerts, areOpen(), ne(alerts.uuid, uuid), or(...observables.map(shares)))

/** Alerts similar to this one, and how many others share each of its observables (rules SIMILAR-1, SIMILAR-3). */
export async function similarTo(db: Database, org: Org, { uuid, observables }: Alert, limit: number) {
  const distinctive = similarBy(observables)
  if (distinctive.length === 0) return { shared: [], alerts: [], total: 0, vehicles: 0 }
  const shared = await Promise.all(
    distinctive.map(async (observable) => ({
      observable,
      ...(await counted(db, othersWith(org, uuid, [observable]))),
    })),
  )
  const similar = othersWith(org, uuid, distinctive)
  const [all, latest] = await Promise.all([counted(db, similar), latestAlerts(db, similar, limit)])
  return { shared, alerts: latest, total: all.alerts, vehicles: all.vehicles }
}

async function counted(db: Database, where: SQL): Promise<{ alerts: number; vehicles: number }> {
  const some = db.select({ vehicle: alerts.vehicleId }).from(alerts).where(where).limit(similarCountedTo).as('some')
  const [row] = await db
    .select({ alerts: sql<number>`count(*)::int`, vehicles: sql<number>`count(DISTINCT ${some.vehicle})::int` })
    .from(some)
  return row!
}

/** How many open alerts are similar to each of these: one index lookup for each observable of any of them. */
export async function similarCounts(
  db: Database,
  org: Org,
  uuids: readonly string[],
): Promise<{ uuid: string; similar: number }[]> {
  const requested = await db
    .select({ uuid: alerts.uuid, number: alerts.number, observables: alerts.observables })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids])))
  const distinctive = new Map(
    requested.flatMap(({ observables }) =>
      similarBy(observables).map((observable) => [nameOf(observable), observable] as const),
    ),
  )
  const holders = await holdersOf(db, org, [...distinctive.values()])
  const counts = countSimilar(requested, holders, similarCountedTo)
  return requested.map(({ uuid }, i) => ({ uuid, similar: counts[i]! }))
}

async function holdersOf(db: Database, org: Org, observables: readonly Observable[]): Promise<Map<string, number[]>> {
  if (observables.length === 0) return new Map()
  const wanted = sql`jsonb_array_elements(${JSON.stringify(observables)}::jsonb)
    WITH ORDINALITY AS wanted(observable, place)`
  const holding = ownedBy(org, alerts, areOpen(), sql`${alerts.observables} @> jsonb_build_array(wanted.observable)`)
  const rows = await db
    .select({
      place: sql<number>`wanted.place::int`,
      numbers: sql<
        number[]
      >`ARRAY(SELECT ${alerts.number} FROM ${alerts} WHERE ${holding} LIMIT ${similarCountedTo + 1})::int8[]::text[]`,
    })
    .from(wanted)
  return new Map(rows.map(({ place, numbers }) => [nameOf(observables[place - 1]!), numbers.map(Number)]))
}
