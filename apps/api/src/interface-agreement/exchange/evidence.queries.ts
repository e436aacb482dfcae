import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts, artefactVersions } from '@carapace/shared/graph/artefacts/artefacts.table'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { EvidenceItem } from '@carapace/shared/interface-agreement/exchange'
import type { Evidence } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database, Tx } from '../../core/db.ts'
import { type ArtefactRow, codeOfRow, notRemoved } from '../../graph/artefacts/artefacts.queries.ts'

/** Artefacts that a row's work product consists of: those of a kind, or the work products with a code. */
export interface EvidencePart {
  readonly row: number
  readonly kind: string
  /** Null: all artefacts of the kind. */
  readonly code: string | null
}

/** The parts of rows, each with the time (ISO 8601) after which a change counts; null: none does. */
export type PartSince = EvidencePart & { readonly since: string | null }

/** The artefacts that belong to parts: a join condition of `artefacts` with `part`. */
const belongs = sql`${artefacts.kind} = part.kind
  AND (part.code IS NULL OR ${artefacts.fields} ->> 'work_product' = part.code)`

const listed = (parts: readonly PartSince[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
    AS part("row" int, kind text, code text, since timestamptz)`

export async function programNamed(db: Database | Tx, org: Org, programUuid: string): Promise<string> {
  const [row] = await db
    .select({ name: programs.name })
    .from(programs)
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  return row!.name
}

/** The artefacts at the lower end of suspect links, by their uuids. */
function suspects(db: Database | Tx, org: Org, programUuid: string) {
  return db
    .selectDistinct({ uuid: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        isNotNull(artefactLinks.suspect),
      ),
    )
    .as('suspects')
}

export interface EvidenceCount {
  readonly total: number
  /** How many changed after the time of their part. */
  readonly changed: number
  readonly suspect: number
}

/** How many artefacts of a program rows consist of, by the row; a row without any is absent. */
export async function evidenceCounts(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  parts: readonly PartSince[],
): Promise<ReadonlyMap<number, EvidenceCount>> {
  if (parts.length === 0) return new Map()
  const suspect = suspects(db, org, programUuid)
  const rows = await db
    .select({
      row: sql<number>`part."row"`,
      total: sql<number>`count(*)::int`,
      changed: sql<number>`(count(*) FILTER (WHERE ${artefacts.updatedAt} > part.since))::int`,
      suspect: sql<number>`count(${suspect.uuid})::int`,
    })
    .from(artefacts)
    .innerJoin(listed(parts), belongs)
    .leftJoin(suspect, eq(suspect.uuid, artefacts.uuid))
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .groupBy(sql`part."row"`)
  return new Map(rows.map(({ row, ...counts }) => [row, counts]))
}

/**
 * The day (UTC) of the first change of an artefact of a row at or after the time of its part, by the row. All states of
 * an artefact count, so that another change does not move the day.
 */
export async function firstChanges(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  parts: readonly PartSince[],
): Promise<ReadonlyMap<number, string>> {
  if (parts.length === 0) return new Map()
  const rows = await db
    .select({
      row: sql<number>`part."row"`,
      day: sql<string>`to_char(min(${artefactVersions.at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    })
    .from(artefacts)
    .innerJoin(listed(parts), and(belongs, sql`${artefacts.updatedAt} >= part.since`))
    .innerJoin(
      artefactVersions,
      and(eq(artefactVersions.artefactUuid, artefacts.uuid), sql`${artefactVersions.at} >= part.since`),
    )
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .groupBy(sql`part."row"`)
  return new Map(rows.map(({ row, day }) => [row, day]))
}

const evidenceShown = 200

/** The artefacts of a row, first those that changed or are suspect; at most 200. */
export async function evidenceOf(
  db: Database,
  org: Org,
  programUuid: string,
  parts: readonly PartSince[],
): Promise<Evidence[]> {
  if (parts.length === 0) return []
  const suspect = suspects(db, org, programUuid)
  const isChanged = sql<boolean>`coalesce(${artefacts.updatedAt} > part.since, false)`
  const isSuspect = sql<boolean>`${suspect.uuid} IS NOT NULL`
  const { uuid, kind, number, title, status, revision, updatedAt } = artefacts
  const rows = await db
    .select({ uuid, kind, number, title, status, revision, updatedAt, isChanged, isSuspect })
    .from(artefacts)
    .innerJoin(listed(parts), belongs)
    .leftJoin(suspect, eq(suspect.uuid, artefacts.uuid))
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .orderBy(desc(sql`${isChanged} OR ${isSuspect}`), asc(kind), asc(number))
    .limit(evidenceShown)
  return rows.map((row) => ({
    ...itemOf(row),
    kind: row.kind,
    status: row.status,
    changed_at: row.updatedAt.toISOString(),
    is_changed: row.isChanged,
    is_suspect: row.isSuspect,
  }))
}

/** Artefacts of a program by their uuids, of kinds that may be seen, as they are now. */
export async function evidenceNamed(
  tx: Tx,
  org: Org,
  programUuid: string,
  { uuids, kinds }: { uuids: readonly string[]; kinds: readonly string[] },
): Promise<EvidenceItem[]> {
  const { uuid, kind, number, title, revision } = artefacts
  const rows = await tx
    .select({ uuid, kind, number, title, revision })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        inArray(uuid, [...uuids]),
        inArray(kind, [...kinds]),
      ),
    )
    .orderBy(asc(kind), asc(number))
  return rows.map(itemOf)
}

const itemOf = (row: Pick<ArtefactRow, 'uuid' | 'kind' | 'number' | 'title' | 'revision'>): EvidenceItem => ({
  uuid: row.uuid,
  code: codeOfRow(row),
  title: row.title,
  revision: row.revision,
})
