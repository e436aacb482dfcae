import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { users } from '@carapace/shared/account/account.table'
import { artefactKindNamed, artefactMeant } from '@carapace/shared/artefact-kinds'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { codeOf, initialFields, shortFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Artefact, Author, Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactLinks, artefacts, comments } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'

export type ArtefactRow = typeof artefacts.$inferSelect
export type LinkRow = typeof artefactLinks.$inferSelect
/** What lists have of an artefact and of a link; there are many of them, and each column costs time. */
export type ListedArtefact = Omit<
  ArtefactRow,
  'orgUuid' | 'programUuid' | 'createdAt' | 'createdByUuid' | 'commentsSeq'
>
export type ListedLink = Pick<LinkRow, 'uuid' | 'kind' | 'fromUuid' | 'toUuid' | 'suspect'>

const {
  orgUuid: _org,
  programUuid: _program,
  createdAt: _at,
  createdByUuid: _by,
  commentsSeq: _seq,
  ...listed
} = getTableColumns(artefacts)
const editor = alias(users, 'editor')
const openComments = sql<number>`(SELECT count(*)::int
  FROM ${comments}
  WHERE ${comments.artefactUuid} = ${artefacts.uuid}
  AND NOT ${comments.isResolved})`

/** The code of a row; for a kind that this version does not know, its name and number. */
export function codeOfRow({ kind, number }: Pick<ArtefactRow, 'kind' | 'number'>): string {
  const known = artefactKindNamed(kind)
  return known ? codeOf(known, number) : `${kind}-${number}`
}

export function nodeOf(row: Pick<ArtefactRow, 'uuid' | 'kind' | 'number' | 'title' | 'status'>): Node {
  return { uuid: row.uuid, kind: row.kind, code: codeOfRow(row), title: row.title, status: row.status }
}

interface Read {
  readonly row: ListedArtefact
  readonly comments: number
  readonly by: { uuid: string; name: string } | null
}

export function artefactResponse({ row, comments: open, by }: Read, isWhole: boolean): Artefact {
  const kind = artefactKindNamed(row.kind)!
  const fields = { ...initialFields(kind), ...row.fields }
  return {
    uuid: row.uuid,
    kind: row.kind,
    code: codeOfRow(row),
    number: row.number,
    title: row.title,
    status: row.status,
    project_uuid: row.projectUuid,
    fields: isWhole ? fields : shortFields(kind, fields),
    origin: row.origin,
    comments: open,
    revision: row.revision,
    seq: row.seq,
    updated_at: row.updatedAt.toISOString(),
    updated_by: by,
  }
}

/** The author of something; for imported content the author in the other installation (rule EXCHANGE-1). */
export function authorOf(
  person: { uuid: string; name: string } | null,
  elsewhere: string | null,
): z.infer<typeof Author> | null {
  return person ?? (elsewhere === null ? null : { uuid: null, name: `${elsewhere}, imported` })
}

function selectArtefacts(db: Database | Tx, where: SQL) {
  return db
    .select({ row: listed, comments: openComments, by: { uuid: editor.uuid, name: editor.name } })
    .from(artefacts)
    .leftJoin(editor, eq(editor.uuid, artefacts.updatedByUuid))
    .where(where)
}

interface ArtefactsQuery {
  readonly programUuid: string
  readonly kinds?: readonly string[] | undefined
  readonly uuids?: readonly string[] | undefined
  readonly projectUuid?: string | undefined
  /** Words in the title, or the number. */
  readonly q?: string | undefined
  readonly after?: { readonly kind: string; readonly number: number } | undefined
  readonly limit: number
}

/** A page of a program's artefacts, by kind and number. */
export async function artefactsPage(
  db: Database | Tx,
  org: Org,
  { programUuid, kinds, uuids, projectUuid, q, after, limit }: ArtefactsQuery,
): Promise<Read[]> {
  const later =
    after && or(gt(artefacts.kind, after.kind), and(eq(artefacts.kind, after.kind), gt(artefacts.number, after.number)))
  return selectArtefacts(
    db,
    ownedBy(
      org,
      artefacts,
      eq(artefacts.programUuid, programUuid),
      kinds && inArray(artefacts.kind, [...kinds]),
      uuids && inArray(artefacts.uuid, [...uuids]),
      projectUuid === undefined ? undefined : eq(artefacts.projectUuid, projectUuid),
      isCalled(q),
      later,
    ),
  )
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
    .limit(limit)
}

/** The condition for rule GRAPH-18. */
function isCalled(words: string | undefined): SQL | undefined {
  if (!words) return undefined
  const meant = artefactMeant(words)
  return or(
    sql`strpos(lower(${artefacts.title}), lower(${words}::text)) > 0`,
    meant && and(eq(artefacts.kind, meant.kind), eq(artefacts.number, meant.number)),
  )
}

export async function artefactNamed(db: Database | Tx, org: Org, uuid: string) {
  const creator = alias(users, 'creator')
  const [row] = await db
    .select({
      row: artefacts,
      comments: openComments,
      by: { uuid: editor.uuid, name: editor.name },
      creator: { uuid: creator.uuid, name: creator.name },
    })
    .from(artefacts)
    .leftJoin(editor, eq(editor.uuid, artefacts.updatedByUuid))
    .leftJoin(creator, eq(creator.uuid, artefacts.createdByUuid))
    .where(ownedBy(org, artefacts, eq(artefacts.uuid, uuid)))
  return row
}

/** Artefacts of a program by uuid, as they are stored. */
export async function artefactRows(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<Map<string, ArtefactRow>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** From this many uuids on PostgreSQL is faster with a set: with an array it plans for as long as 25 µs for each. */
const largeSet = 200

/** A condition with a single parameter, for any number of uuids. */
export function anyOf(column: PgColumn, uuids: readonly string[]): SQL {
  const array = sql`${`{${uuids.join(',')}}`}::uuid[]`
  return uuids.length < largeSet ? sql`${column} = ANY(${array})` : sql`${column} IN (SELECT unnest(${array}))`
}

export const notRemoved = isNull(artefactLinks.removedSeq)

/** Current links that begin or end at one of these artefacts. */
export async function linksAt(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<ListedLink[]> {
  if (uuids.length === 0) return []
  const { uuid, kind, fromUuid, toUuid, suspect } = artefactLinks
  return db
    .select({ uuid, kind, fromUuid, toUuid, suspect })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        or(anyOf(artefactLinks.fromUuid, uuids), anyOf(artefactLinks.toUuid, uuids)),
      ),
    )
}

export function linkResponse({ uuid, kind, fromUuid, toUuid, suspect }: ListedLink): Link {
  return { uuid, kind, from: fromUuid, to: toUuid, suspect }
}

/** The links of a program that began, and those that ended, with a graph version. */
export async function linksChangedBy(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  seq: number,
): Promise<{ links: Link[]; ended: string[] }> {
  const rows = await db
    .select()
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), eq(artefactLinks.seq, seq)))
  return {
    links: rows.filter((row) => row.addedSeq === seq && row.removedSeq === null).map(linkResponse),
    ended: rows.filter((row) => row.removedSeq === seq).map(({ uuid }) => uuid),
  }
}

/** The names of these artefacts, by uuid. */
export async function nodesNamed(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<Map<string, Node>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({
      uuid: artefacts.uuid,
      kind: artefacts.kind,
      number: artefacts.number,
      title: artefacts.title,
      status: artefacts.status,
    })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
  return new Map(rows.map((row) => [row.uuid, nodeOf(row)]))
}

/** The suspect links of a program, the latest first. */
export async function suspectLinks(
  db: Database,
  org: Org,
  programUuid: string,
  limit: number,
): Promise<{ rows: LinkRow[]; total: number }> {
  const where = ownedBy(
    org,
    artefactLinks,
    eq(artefactLinks.programUuid, programUuid),
    notRemoved,
    isNotNull(artefactLinks.suspect),
  )
  const rows = await db
    .select()
    .from(artefactLinks)
    .where(where)
    .orderBy(desc(artefactLinks.suspectAt), asc(artefactLinks.uuid))
    .limit(limit)
  const [counted] = await db.select({ total: count() }).from(artefactLinks).where(where)
  return { rows, total: counted!.total }
}

/** Suspect links of a program, by the kind of their target. */
export async function suspectsByKind(
  db: Database | Tx,
  org: Org,
  programUuid: string,
): Promise<Record<string, number>> {
  const rows = await db
    .select({ kind: artefacts.kind, links: count() })
    .from(artefactLinks)
    .innerJoin(artefacts, eq(artefacts.uuid, artefactLinks.toUuid))
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        isNotNull(artefactLinks.suspect),
      ),
    )
    .groupBy(artefacts.kind)
    .orderBy(asc(artefacts.kind))
  return Object.fromEntries(rows.map(({ kind, links }) => [kind, links]))
}
