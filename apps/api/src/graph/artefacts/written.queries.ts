import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts, artefactVersions, reviews } from '@carapace/shared/graph/artefacts/artefacts.table'
import { projects } from '@carapace/shared/graph/programs/programs.table'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { anyOf, type ArtefactRow, notRemoved } from './artefacts.queries.ts'

type NewArtefact = typeof artefacts.$inferInsert & { readonly uuid: string }

/** Rows per statement: PostgreSQL accepts 65,535 parameters. */
const rowsAtOnce = 500

async function inPieces<T>(rows: readonly T[], insert: (piece: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) await insert(rows.slice(i, i + rowsAtOnce))
}

/** The number of artefacts and links in a program. */
export async function sizeOf(tx: Tx, org: Org, programUuid: string): Promise<{ artefacts: number; links: number }> {
  const [counted] = await tx
    .select({ artefacts: count() })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
  const [linked] = await tx
    .select({ links: count() })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), notRemoved))
  return { artefacts: counted!.artefacts, links: linked!.links }
}

export async function projectsIn(
  tx: Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<Set<string>> {
  if (uuids.length === 0) return new Set()
  const rows = await tx
    .select({ uuid: projects.uuid })
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.programUuid, programUuid), inArray(projects.uuid, [...uuids])))
  return new Set(rows.map(({ uuid }) => uuid))
}

/** Whether an artefact of the program has, or had, one of these uuids. */
export async function hasUuids(tx: Tx, org: Org, programUuid: string, uuids: readonly string[]): Promise<boolean> {
  if (uuids.length === 0) return false
  const [now] = await tx
    .select({ uuid: artefacts.uuid })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
    .limit(1)
  const [once] = await tx
    .select({ uuid: artefactVersions.artefactUuid })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(artefactVersions.programUuid, programUuid),
        anyOf(artefactVersions.artefactUuid, uuids),
      ),
    )
    .limit(1)
  return now !== undefined || once !== undefined
}

export async function insertArtefacts(tx: Tx, rows: readonly NewArtefact[]): Promise<void> {
  await inPieces(rows, (piece) => tx.insert(artefacts).values(piece))
}

/** Stores the new state of artefacts that exist, in one statement. */
export async function updateArtefacts(tx: Tx, org: Org, rows: readonly ArtefactRow[]): Promise<void> {
  await inPieces(rows, (piece) => {
    const states = piece.map(({ uuid, title, status, projectUuid, fields, seq, revision, updatedByUuid }) => ({
      uuid,
      title,
      status,
      project: projectUuid,
      fields,
      seq,
      revision,
      editor: updatedByUuid,
    }))
    return tx
      .update(artefacts)
      .set({
        title: sql`v.title`,
        status: sql`v.status`,
        projectUuid: sql`v.project`,
        fields: sql`v.fields`,
        seq: sql`v.seq`,
        revision: sql`v.revision`,
        updatedByUuid: sql`v.editor`,
        updatedAt: sql`now()`,
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS v(
        uuid uuid, title text, status text, project uuid, fields jsonb, seq integer, revision integer, editor uuid
      )`,
      )
      .where(ownedBy(org, artefacts, sql`${artefacts.uuid} = v.uuid`))
  })
}

export async function removeArtefacts(tx: Tx, org: Org, programUuid: string, uuids: readonly string[]): Promise<void> {
  await tx
    .delete(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
}

type Version = Pick<
  ArtefactRow,
  'uuid' | 'orgUuid' | 'programUuid' | 'kind' | 'number' | 'title' | 'status' | 'fields' | 'revision' | 'seq'
> & { readonly projectUuid: string | null }

export async function noteVersions(
  tx: Tx,
  action: 'made' | 'changed' | 'removed',
  /** Null: the product itself. */
  byUuid: string | null,
  rows: readonly Version[],
): Promise<void> {
  await inPieces(rows, (piece) =>
    tx
      .insert(artefactVersions)
      .values(
        piece.map(
          ({ uuid, orgUuid, programUuid, projectUuid, kind, number, title, status, fields, revision, seq }) => ({
            artefactUuid: uuid,
            orgUuid,
            programUuid,
            projectUuid,
            kind,
            number,
            title,
            status,
            fields,
            revision,
            seq,
            action,
            byUuid,
          }),
        ),
      ),
  )
}

export interface LinkEnds {
  readonly kind: string
  readonly from: string
  readonly to: string
}

/** Adds the links that do not exist yet; returns how many were added. */
export async function insertLinks(
  tx: Tx,
  org: Org,
  at: { programUuid: string; seq: number },
  links: readonly LinkEnds[],
): Promise<void> {
  await inPieces(links, (piece) =>
    tx
      .insert(artefactLinks)
      .values(
        piece.map(({ kind, from, to }) => ({
          orgUuid: org.uuid,
          programUuid: at.programUuid,
          kind,
          fromUuid: from,
          toUuid: to,
          addedSeq: at.seq,
          seq: at.seq,
        })),
      )
      .onConflictDoNothing(),
  )
}

/** Whether the target of a link leads back to its source by links of its kind, with the `others` counted as links. */
export async function leadsTo(
  tx: Tx,
  org: Org,
  programUuid: string,
  { kind, from, to }: LinkEnds,
  others: readonly LinkEnds[],
): Promise<boolean> {
  const seen = new Set([to])
  for (let frontier = [to]; frontier.length > 0;) {
    if (seen.has(from)) return true
    const rows = await tx
      .select({ to: artefactLinks.toUuid })
      .from(artefactLinks)
      .where(
        ownedBy(
          org,
          artefactLinks,
          eq(artefactLinks.programUuid, programUuid),
          eq(artefactLinks.kind, kind),
          notRemoved,
          anyOf(artefactLinks.fromUuid, frontier),
        ),
      )
    const next = [...rows, ...others.filter((one) => one.kind === kind && frontier.includes(one.from))]
      .map((one) => one.to)
      .filter((uuid) => !seen.has(uuid))
    for (const uuid of next) seen.add(uuid)
    frontier = [...new Set(next)]
  }
  return seen.has(from)
}

/** The ends of a program's links of a kind. */
export async function linksOfKind(tx: Tx, org: Org, programUuid: string, kind: string) {
  return tx
    .select({ from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(
      ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), eq(artefactLinks.kind, kind), notRemoved),
    )
}

export async function endLinks(tx: Tx, org: Org, seq: number, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  await tx
    .update(artefactLinks)
    .set({ removedSeq: seq, seq })
    .where(ownedBy(org, artefactLinks, anyOf(artefactLinks.uuid, uuids), notRemoved))
}

/** What changed at an artefact, for its links of some kinds. */
export interface SuspectCause {
  readonly from: string
  readonly kinds: readonly string[]
  readonly reason: string
}

/** Marks links that begin at artefacts as suspect, except links of this graph version: they know the change. */
export async function suspectFrom(tx: Tx, org: Org, seq: number, causes: readonly SuspectCause[]): Promise<void> {
  await inPieces(causes, (piece) =>
    tx
      .update(artefactLinks)
      .set({ suspect: sql`v.reason`, suspectAt: sql`now()`, seq })
      .from(sql`jsonb_to_recordset(${JSON.stringify(piece)}::jsonb) AS v("from" uuid, kinds text[], reason text)`)
      .where(
        ownedBy(
          org,
          artefactLinks,
          sql`${artefactLinks.fromUuid} = v."from"`,
          notRemoved,
          sql`${artefactLinks.kind} = ANY(v.kinds)`,
          sql`${artefactLinks.addedSeq} < ${seq}`,
        ),
      ),
  )
}

export async function confirm(
  tx: Tx,
  org: Org,
  at: { programUuid: string; seq: number },
  uuids: readonly string[],
  byUuid: string,
): Promise<number> {
  const rows = await tx
    .update(artefactLinks)
    .set({ suspect: null, suspectAt: null, confirmedByUuid: byUuid, confirmedAt: sql`now()`, seq: at.seq })
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, at.programUuid),
        inArray(artefactLinks.uuid, [...uuids]),
        notRemoved,
        sql`${artefactLinks.suspect} IS NOT NULL`,
      ),
    )
    .returning({ uuid: artefactLinks.uuid })
  return rows.length
}

/** Withdraws open reviews of these artefacts, because they refer to an older state (rule GRAPH-10). */
export async function withdrawReviews(tx: Tx, { org, user }: Caller, uuids: readonly string[]): Promise<void> {
  await tx
    .update(reviews)
    .set({
      decision: 'withdrawn',
      decidedAt: sql`now()`,
      decidedByUuid: user.uuid,
      reason: 'It was changed meanwhile.',
    })
    .where(ownedBy(org, reviews, and(inArray(reviews.artefactUuid, [...uuids]), sql`${reviews.decision} IS NULL`)))
}
