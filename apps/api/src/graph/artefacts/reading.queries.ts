import { asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { GraphChange } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactLinks, artefacts, artefactVersions } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../../core/db.ts'
import { anyOf, type LinkRow, notRemoved } from './artefacts.queries.ts'
import { computedAfter } from './computed.queries.ts'

/** The states of an artefact before a revision, the latest first. */
export async function versionsBefore(db: Database, org: Org, uuid: string, before: number | undefined, limit: number) {
  return db
    .select({ row: artefactVersions, by: { uuid: users.uuid, name: users.name } })
    .from(artefactVersions)
    .leftJoin(users, eq(users.uuid, artefactVersions.byUuid))
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(artefactVersions.artefactUuid, uuid),
        before === undefined ? undefined : lt(artefactVersions.revision, before),
      ),
    )
    .orderBy(desc(artefactVersions.revision))
    .limit(limit)
}

/** The program and the kind of an artefact, which may have been removed since. */
export async function originOfVersions(
  db: Database,
  org: Org,
  uuid: string,
): Promise<{ readonly programUuid: string; readonly kind: string } | undefined> {
  const [row] = await db
    .select({ programUuid: artefactVersions.programUuid, kind: artefactVersions.kind })
    .from(artefactVersions)
    .where(ownedBy(org, artefactVersions, eq(artefactVersions.artefactUuid, uuid)))
    .limit(1)
  return row
}

/** Current links that continue from these artefacts, downstream or upstream. */
export async function linksOnFrom(
  db: Database,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
  direction: 'downstream' | 'upstream',
  limit: number,
): Promise<LinkRow[]> {
  const side = direction === 'downstream' ? artefactLinks.fromUuid : artefactLinks.toUuid
  return db
    .select()
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), notRemoved, anyOf(side, uuids)))
    .orderBy(asc(artefactLinks.addedSeq), asc(artefactLinks.uuid))
    .limit(limit)
}

/** The changes of a program after a graph version, in order; undefined if there are more than `most`. */
export async function changesAfter(
  db: Database,
  org: Org,
  programUuid: string,
  seq: number,
  most: number,
): Promise<GraphChange[] | undefined> {
  const versions = await db
    .select({
      uuid: artefactVersions.artefactUuid,
      kind: artefactVersions.kind,
      action: artefactVersions.action,
      by: users.name,
      seq: artefactVersions.seq,
    })
    .from(artefactVersions)
    .leftJoin(users, eq(users.uuid, artefactVersions.byUuid))
    .where(ownedBy(org, artefactVersions, eq(artefactVersions.programUuid, programUuid), gt(artefactVersions.seq, seq)))
    .limit(most + 1)
  const links = await db
    .select({
      kind: artefactLinks.kind,
      from: artefactLinks.fromUuid,
      to: artefactLinks.toUuid,
      addedSeq: artefactLinks.addedSeq,
      removedSeq: artefactLinks.removedSeq,
      seq: artefactLinks.seq,
    })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), gt(artefactLinks.seq, seq)))
    .limit(most + 1)
  const computed = await computedAfter(db, org, programUuid, seq, most + 1)
  const commented = await db
    .select({ uuid: artefacts.uuid, kind: artefacts.kind, seq: artefacts.commentsSeq })
    .from(artefacts)
    // the index has only artefacts that have had comments
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        sql`${artefacts.commentsSeq} > 0`,
        gt(artefacts.commentsSeq, seq),
      ),
    )
    .limit(most + 1)
  if (versions.length + links.length + computed.length + commented.length > most) return undefined
  const all: GraphChange[] = [
    ...versions.map(({ uuid, ...row }) => ({ ...row, what: 'artefact' as const, uuids: [uuid] })),
    ...links.map(({ kind, from, to, addedSeq, removedSeq, seq: at }) => ({
      what: 'link' as const,
      uuids: [from, to],
      kind,
      action: removedSeq === null ? (addedSeq === at ? ('made' as const) : ('changed' as const)) : ('removed' as const),
      by: null,
      seq: at,
    })),
    ...computed.map(({ uuid, kind, seq: at }) => ({
      what: 'computed' as const,
      uuids: [uuid],
      kind,
      action: 'changed' as const,
      by: null,
      seq: at,
    })),
    ...commented.map(({ uuid, ...row }) => ({
      ...row,
      what: 'comments' as const,
      uuids: [uuid],
      action: 'changed' as const,
      by: null,
    })),
  ]
  return all.sort((a, b) => a.seq - b.seq)
}
