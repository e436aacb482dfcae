import { count, eq, isNotNull, or, sql } from 'drizzle-orm'
import { artefactKinds } from '@carapace/shared/artefact-kinds'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts, baselines } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import type { GapProgram, GapSubject } from '@carapace/shared/lifecycle/compliance/gaps'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf, type ArtefactRow, notRemoved } from '../../graph/artefacts/artefacts.queries.ts'
import { configOf } from '../program/program-config.queries.ts'

const longFields = [
  ...new Set(
    artefactKinds.flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, { isLong }]) => isLong)
        .map(([name]) => name),
    ),
  ),
]

/** An artefact in the form that gap rules check, with its number. */
export type Subject = GapSubject & Pick<ArtefactRow, 'number' | 'revision' | 'projectUuid'>

/** All artefacts of a program in the form that gap rules check, by kind and number; or only one. */
export async function gapSubjects(db: Database | Tx, org: Org, programUuid: string, uuid?: string): Promise<Subject[]> {
  const { kind, number, title, status, revision, projectUuid } = artefacts
  const [rows, ends, suspects, risks] = await Promise.all([
    db
      .select({
        uuid: artefacts.uuid,
        kind,
        number,
        title,
        status,
        revision,
        projectUuid,
        fields: sql<Record<string, unknown>>`${artefacts.fields} - ${`{${longFields.join(',')}}`}::text[]`,
      })
      .from(artefacts)
      .where(
        ownedBy(
          org,
          artefacts,
          eq(artefacts.programUuid, programUuid),
          uuid === undefined ? undefined : eq(artefacts.uuid, uuid),
        ),
      )
      .orderBy(kind, number),
    linkEnds(db, org, programUuid, uuid),
    db
      .select({ uuid: artefactLinks.toUuid, links: count() })
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
      .groupBy(artefactLinks.toUuid),
    db
      .select({
        uuid: assessments.threatUuid,
        risk: assessments.initial,
        target: assessments.target,
        incompletePaths: sql<number>`coalesce((${assessments.result}->>'incompletePaths')::int, 0)`,
      })
      .from(assessments)
      .where(ownedBy(org, assessments, eq(assessments.programUuid, programUuid))),
  ])
  const links = linkWords(
    ends,
    uuid === undefined
      ? new Map(rows.map((row) => [row.uuid, row.kind]))
      : await kindsOf(
          db,
          org,
          programUuid,
          ends.flatMap(({ from, to }) => [from, to]),
        ),
  )
  const [suspectOf, riskOf] = [
    new Map(suspects.map((row) => [row.uuid, row.links])),
    new Map(risks.map((row) => [row.uuid, row])),
  ]
  return rows.map((row) => {
    const { risk = null, target = null, incompletePaths = 0 } = riskOf.get(row.uuid) ?? {}
    const rated = { risk, target, incompletePaths }
    return { ...row, links: links.get(row.uuid) ?? nothing, suspects: suspectOf.get(row.uuid) ?? 0, ...rated }
  })
}

const nothing: ReadonlySet<string> = new Set()

const uuidLength = 36

/**
 * The current links of a program, or those at one artefact, by kind. The uuids of their ends come as one text, which
 * costs a tenth of a row per link.
 */
async function linkEnds(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuid: string | undefined,
): Promise<{ kind: string; from: string; to: string }[]> {
  const { kind, fromUuid, toUuid } = artefactLinks
  const rows = await db
    .select({ kind, ends: sql<string>`string_agg(${fromUuid}::text || ${toUuid}::text, '')` })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        uuid === undefined ? undefined : or(eq(fromUuid, uuid), eq(toUuid, uuid)),
      ),
    )
    .groupBy(kind)
  return rows.flatMap(({ kind: of, ends }) =>
    Array.from({ length: ends.length / (2 * uuidLength) }, (_, i) => {
      const at = 2 * uuidLength * i
      return { kind: of, from: ends.slice(at, at + uuidLength), to: ends.slice(at + uuidLength, at + 2 * uuidLength) }
    }),
  )
}

/** The links of artefacts: the kind of each link, and the kind of the artefact at its other end. */
function linkWords(
  links: readonly { kind: string; from: string; to: string }[],
  kindOf: ReadonlyMap<string, string>,
): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>()
  const note = (uuid: string, word: string) => void (words.get(uuid)?.add(word) ?? words.set(uuid, new Set([word])))
  for (const { kind, from, to } of links) {
    note(from, `${kind}>${kindOf.get(to) ?? ''}`)
    note(to, `${kind}<${kindOf.get(from) ?? ''}`)
  }
  return words
}

async function kindsOf(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ uuid: artefacts.uuid, kind: artefacts.kind })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), anyOf(artefacts.uuid, uuids)))
  return new Map(rows.map((row) => [row.uuid, row.kind]))
}

/** The data of a program that gap rules need besides its artefacts. */
export async function gapProgram(db: Database | Tx, org: Org, programUuid: string): Promise<GapProgram> {
  const {
    program: {
      phaseStatuses: { CONCEPT: concept },
    },
    method,
  } = await configOf(db, org, programUuid)
  const named = await db
    .select({ uuid: baselines.uuid })
    .from(baselines)
    .where(ownedBy(org, baselines, eq(baselines.programUuid, programUuid)))
    .limit(1)
  return { method: method.content, isSettled: named.length > 0 || concept === 'APPROVED' || concept === 'COMPLETED' }
}

/** Artefacts of a kind by their numbers, and their total. */
export async function nodesOfKind(db: Database, org: Org, programUuid: string, kind: string, limit: number) {
  const where = ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, kind))
  const { uuid, number, title, status } = artefacts
  const rows = await db
    .select({ uuid, kind: artefacts.kind, number, title, status })
    .from(artefacts)
    .where(where)
    .orderBy(number)
    .limit(limit)
  const [counted] = await db.select({ total: count() }).from(artefacts).where(where)
  return { rows, total: counted!.total }
}

/** The current links from artefacts of one kind to artefacts of another. */
export async function linksBetween(db: Database, org: Org, programUuid: string, fromKind: string, toKind: string) {
  const { kind, fromUuid: from, toUuid: to } = artefactLinks
  const ends = (end: typeof from | typeof to, name: string) =>
    sql`EXISTS (SELECT 1 FROM ${artefacts} WHERE ${artefacts.uuid} = ${end} AND ${artefacts.kind} = ${name})`
  return db
    .select({ kind, from, to, isSuspect: sql<boolean>`${artefactLinks.suspect} IS NOT NULL` })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, programUuid),
        notRemoved,
        ends(from, fromKind),
        ends(to, toKind),
      ),
    )
}
