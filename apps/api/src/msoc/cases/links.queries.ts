import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { CaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { caseLinks } from '@carapace/shared/msoc/cases/cases.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { seenBy, type Viewer } from './seen.queries.ts'

const mostIncoming = 100

/** The links of a case, and those of other cases to it that the member may see. */
export async function linksOf(db: Database | Tx, org: Org, viewer: Viewer, caseUuid: string): Promise<CaseLink[]> {
  const [own, incoming] = [await ownLinks(db, org, viewer, caseUuid), await incomingLinks(db, org, viewer, caseUuid)]
  return [...own, ...incoming]
}

async function ownLinks(db: Database | Tx, org: Org, viewer: Viewer, caseUuid: string): Promise<CaseLink[]> {
  const rows = await db
    .select()
    .from(caseLinks)
    .where(ownedBy(org, caseLinks, eq(caseLinks.caseUuid, caseUuid)))
    .orderBy(asc(caseLinks.addedAt), asc(caseLinks.uuid))
  const titles = await titlesOf(db, org, viewer, caseUuid)
  return rows.map((row) => ({
    ...wire(row),
    // of a case that the member may not see, nothing is shown but that there is one
    title: row.kind === 'case' ? (titles.get(row.uuid) ?? 'A case that you may not see') : row.title,
  }))
}

async function titlesOf(db: Database | Tx, org: Org, viewer: Viewer, caseUuid: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ uuid: caseLinks.uuid, number: cases.number, title: cases.title })
    .from(caseLinks)
    .innerJoin(cases, eq(cases.uuid, caseLinks.targetUuid))
    .where(and(ownedBy(org, caseLinks, eq(caseLinks.caseUuid, caseUuid)), ownedBy(org, cases, seenBy(viewer))))
  return new Map(rows.map(({ uuid, number, title }) => [uuid, `CAS-${number} ${title}`]))
}

async function incomingLinks(db: Database | Tx, org: Org, viewer: Viewer, caseUuid: string): Promise<CaseLink[]> {
  const rows = await db
    .select({ row: caseLinks, from: { uuid: cases.uuid, number: cases.number, title: cases.title } })
    .from(caseLinks)
    .innerJoin(cases, eq(cases.uuid, caseLinks.caseUuid))
    .where(
      and(
        ownedBy(org, caseLinks, eq(caseLinks.targetUuid, caseUuid), ne(caseLinks.caseUuid, caseUuid)),
        seenBy(viewer),
      ),
    )
    .orderBy(asc(caseLinks.addedAt))
    .limit(mostIncoming)
  return rows.map(({ row, from }) => ({
    ...wire(row),
    target_uuid: from.uuid,
    title: `CAS-${from.number} ${from.title}`,
    incoming: true,
  }))
}

function wire(row: typeof caseLinks.$inferSelect): CaseLink {
  return {
    uuid: row.uuid,
    kind: row.kind,
    target_uuid: row.targetUuid,
    target: row.target,
    title: row.title,
    note: row.note,
    incoming: false,
    added_by: row.addedBy,
    added_at: row.addedAt.toISOString(),
  }
}

type NewLink = Omit<typeof caseLinks.$inferInsert, 'orgUuid'>

export async function insertLink(tx: Tx, org: Org, link: NewLink): Promise<string> {
  const [row] = await tx
    .insert(caseLinks)
    .values({ ...link, orgUuid: org.uuid })
    .returning({ uuid: caseLinks.uuid })
  return row!.uuid
}

/** The link of a case with this target; undefined if it has none. */
export async function linkWith(
  tx: Tx,
  org: Org,
  caseUuid: string,
  { kind, targetUuid, target }: Pick<NewLink, 'kind' | 'target'> & { readonly targetUuid: string | null },
): Promise<string | undefined> {
  const sameTarget = targetUuid === null ? isNull(caseLinks.targetUuid) : eq(caseLinks.targetUuid, targetUuid)
  const [row] = await tx
    .select({ uuid: caseLinks.uuid })
    .from(caseLinks)
    .where(
      ownedBy(
        org,
        caseLinks,
        eq(caseLinks.caseUuid, caseUuid),
        eq(caseLinks.kind, kind),
        eq(caseLinks.target, target ?? ''),
        sameTarget,
      ),
    )
    .limit(1)
  return row?.uuid
}

export async function countLinks(tx: Tx, org: Org, caseUuid: string): Promise<number> {
  return tx.$count(caseLinks, ownedBy(org, caseLinks, eq(caseLinks.caseUuid, caseUuid)))
}

/** Removes a link; returns what it was. */
export async function removeLink(tx: Tx, org: Org, caseUuid: string, uuid: string) {
  const [row] = await tx
    .delete(caseLinks)
    .where(ownedBy(org, caseLinks, eq(caseLinks.caseUuid, caseUuid), eq(caseLinks.uuid, uuid)))
    .returning()
  return row
}

/** The name of a vehicle, to show with a link. */
export async function vehicleTitle(tx: Tx, org: Org, uuid: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ vin: vehicles.vin, name: vehicles.name })
    .from(vehicles)
    .where(ownedBy(org, vehicles, eq(vehicles.uuid, uuid)))
  return row && (row.name ? `${row.vin} ${row.name}` : row.vin)
}
