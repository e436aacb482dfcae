import { and, asc, count, eq, not, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { WatchItem } from '@carapace/shared/msoc/shifts/handovers.contract'
import { watchItems } from '@carapace/shared/msoc/shifts/shifts.table'
import type { WatchKind } from '@carapace/shared/msoc/shifts/watch'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { seenBy, type Viewer } from '../cases/seen.queries.ts'
import { isNamed, isUuid } from '../vehicles/vehicles.queries.ts'

/** Maximum length of a watch list: a longer one is no help. */
export const watchedAtMost = 200

/**
 * The watch list, what was pinned first comes first. What no longer exists is left out, and so are cases that the
 * viewer may not see; without a viewer these are all need-to-know cases (rule CASE-9).
 */
export async function watchItemsOf(db: Database | Tx, org: Org, viewer?: Viewer): Promise<WatchItem[]> {
  const isPinned = and(eq(watchItems.kind, 'case'), eq(cases.uuid, watchItems.subjectUuid))
  const rows = await db
    .select({
      item: watchItems,
      alert: { number: alerts.number, title: alerts.title, status: alerts.status },
      case: { number: cases.number, title: cases.title, stage: cases.stage },
      vehicle: { vin: vehicles.vin, model: vehicles.model },
    })
    .from(watchItems)
    .leftJoin(alerts, sql`${watchItems.kind} = 'alert' AND ${alerts.uuid} = ${watchItems.subjectUuid}`)
    .leftJoin(cases, and(isPinned, viewer ? seenBy(viewer) : not(cases.needToKnow)))
    .leftJoin(vehicles, sql`${watchItems.kind} = 'vehicle' AND ${vehicles.uuid} = ${watchItems.subjectUuid}`)
    .where(ownedBy(org, watchItems))
    .orderBy(asc(watchItems.createdAt), asc(watchItems.uuid))
    .limit(watchedAtMost)
  return rows.flatMap(({ item, alert, case: found, vehicle }) => {
    const subject = alert
      ? { name: `ALR-${alert.number}`, title: alert.title, status: alert.status }
      : found
        ? { name: `CAS-${found.number}`, title: found.title, status: found.stage }
        : vehicle && { name: vehicle.vin, title: vehicle.model, status: null }
    if (!subject) return []
    const { uuid, kind, note, author, revision } = item
    return [
      {
        uuid,
        kind,
        subject_uuid: item.subjectUuid,
        ...subject,
        note,
        author,
        created_at: item.createdAt.toISOString(),
        revision,
      },
    ]
  })
}

/** The uuid of what a member named: `ALR-12`, `CAS-3`, a VIN, or a uuid; undefined if there is no such thing. */
export async function subjectNamed(
  tx: Tx,
  { org, user }: Caller,
  kind: WatchKind,
  name: string,
): Promise<string | undefined> {
  const number = Number(/^(?:[A-Z]{3,4}-)?(\d{1,15})$/i.exec(name)?.[1] ?? -1)
  if (kind === 'vehicle') {
    const [row] = await tx
      .select({ uuid: vehicles.uuid })
      .from(vehicles)
      .where(ownedBy(org, vehicles, isNamed(name)))
      .limit(1)
    return row?.uuid
  }
  const table = kind === 'alert' ? alerts : cases
  const isSeen = kind === 'alert' ? undefined : seenBy(user)
  const [row] = await tx
    .select({ uuid: table.uuid })
    .from(table)
    .where(ownedBy(org, table, isSeen, isUuid(name) ? eq(table.uuid, name) : eq(table.number, number)))
    .limit(1)
  return row?.uuid
}

/** The number of pinned things. Until this transaction ends, nobody else pins one. */
export async function countWatched(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`watch ${org.uuid}`}))`)
  const [row] = await tx.select({ items: count() }).from(watchItems).where(ownedBy(org, watchItems))
  return row!.items
}

type Pinned = Pick<typeof watchItems.$inferInsert, 'kind' | 'subjectUuid' | 'note' | 'authorUuid' | 'author'>

/** Pins something; if it is pinned already, its note and author change. */
export async function pin(tx: Tx, org: Org, fields: Pinned): Promise<string> {
  const { note, authorUuid, author } = fields
  const [row] = await tx
    .insert(watchItems)
    .values({ ...fields, orgUuid: org.uuid })
    .onConflictDoUpdate({
      target: [watchItems.orgUuid, watchItems.kind, watchItems.subjectUuid],
      set: { note, authorUuid, author, revision: sql`${watchItems.revision} + 1` },
    })
    .returning({ uuid: watchItems.uuid })
  return row!.uuid
}

export async function unpin(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .delete(watchItems)
    .where(ownedBy(org, watchItems, eq(watchItems.uuid, uuid)))
    .returning()
  return row
}
