import { sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  artefactLinks,
  artefacts,
  artefactVersions,
  baselines,
  comments,
  programGraphs,
  reviews,
} from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments, assessmentVersions } from '@carapace/shared/lifecycle/rating/assessments.table'
import { projects } from '@carapace/shared/graph/programs/programs.table'
import type { Tx } from '../../core/db.ts'
import { insertArtefacts } from '../../graph/artefacts/written.queries.ts'
import type { Waiting } from './archive-pieces.ts'

/** The transaction, organisation and program of an import. */
export interface Place {
  readonly tx: Tx
  readonly org: Org
  readonly programUuid: string
  readonly userUuid: string
}

const when = (text: string | null) => (text === null ? null : new Date(text))

/** Sets a program's graph version to the end of the archive's history: later writes come after it. */
export async function beginGraph(
  { tx, org, programUuid }: Place,
  seq: number,
  numbers: Record<string, number>,
): Promise<void> {
  await tx.insert(programGraphs).values({ programUuid, orgUuid: org.uuid, seq, numbers })
}

export async function insertProjects(
  { tx, org, programUuid, userUuid }: Place,
  rows: readonly Waiting['projects'][],
): Promise<void> {
  await tx
    .insert(projects)
    .values(
      rows.map((row) => ({
        uuid: row.uuid,
        orgUuid: org.uuid,
        programUuid,
        name: row.name,
        type: row.type,
        description: row.description,
        currentPhase: row.current_phase,
        phaseStatuses: row.phase_statuses,
        milestone: row.milestone?.name ?? null,
        milestoneOn: row.milestone?.on ?? null,
        createdByUuid: userUuid,
        createdAt: new Date(row.created_at),
      })),
    )
}

/** Inserts imported artefacts at a graph version; the importing user counts as their author. */
export async function insertImported(
  { tx, org, programUuid, userUuid }: Place,
  seq: number,
  rows: readonly Waiting['artefacts'][],
) {
  const made = rows.map((row) => ({
    uuid: row.uuid,
    orgUuid: org.uuid,
    programUuid,
    projectUuid: row.project,
    kind: row.kind,
    number: row.number,
    title: row.title,
    status: row.status,
    fields: row.fields,
    origin: row.origin,
    seq,
    revision: row.revision,
    createdAt: new Date(row.created_at),
    createdByUuid: userUuid,
    updatedAt: new Date(row.updated_at),
    updatedByUuid: userUuid,
  }))
  await insertArtefacts(tx, made)
  return made
}

/** Inserts the history of artefacts, with the names from the archive: no users of this installation. */
export async function insertVersions(
  { tx, org, programUuid }: Place,
  rows: readonly Waiting['versions'][],
): Promise<void> {
  await tx
    .insert(artefactVersions)
    .values(
      rows.map((row) => ({
        artefactUuid: row.uuid,
        revision: row.revision,
        orgUuid: org.uuid,
        programUuid,
        seq: row.graph_version,
        action: row.action,
        kind: row.kind,
        number: row.number,
        projectUuid: row.project,
        title: row.title,
        status: row.status,
        fields: row.fields,
        at: new Date(row.at),
        byName: row.by,
      })),
    )
  const uuids = `{${rows.map(({ uuid }) => uuid).join(',')}}`
  await tx
    .update(artefacts)
    .set({ seq: sql`v.seq` })
    .from(
      sql`(SELECT artefact_uuid, max(seq) AS seq
        FROM ${artefactVersions}
        WHERE ${ownedBy(org, artefactVersions, sql`${artefactVersions.artefactUuid} = ANY(${uuids}::uuid[])`)}
        GROUP BY artefact_uuid) v`,
    )
    .where(ownedBy(org, artefacts, sql`${artefacts.uuid} = v.artefact_uuid`))
}

/** Inserts the risk history; its methods may be unknown in this installation. */
export async function insertRisks({ tx, org, programUuid }: Place, rows: readonly Waiting['risks'][]): Promise<void> {
  await tx
    .insert(assessmentVersions)
    .values(
      rows.map(({ threat, graph_version, initial, today, target, cal, method, method_version: methodVersion, at }) => ({
        threatUuid: threat,
        seq: graph_version,
        orgUuid: org.uuid,
        programUuid,
        initial,
        today,
        target,
        cal,
        method,
        methodVersion,
        at: new Date(at),
      })),
    )
}

export async function insertImportedLinks(
  { tx, org, programUuid }: Place,
  seq: number,
  rows: readonly Waiting['links'][],
): Promise<void> {
  await tx
    .insert(artefactLinks)
    .values(
      rows.map((row) => ({
        uuid: row.uuid,
        orgUuid: org.uuid,
        programUuid,
        kind: row.kind,
        fromUuid: row.from,
        toUuid: row.to,
        addedSeq: row.added ?? seq,
        removedSeq: row.removed ?? null,
        seq: row.removed ?? row.added ?? seq,
        suspect: row.suspect,
        suspectAt: when(row.suspect_at),
        confirmedAt: when(row.confirmed_at),
      })),
    )
    .onConflictDoNothing()
}

export async function insertComments(
  { tx, org, programUuid }: Place,
  rows: readonly Waiting['comments'][],
): Promise<void> {
  await tx
    .insert(comments)
    .values(
      rows.map((row) => ({
        uuid: row.uuid,
        orgUuid: org.uuid,
        programUuid,
        artefactUuid: row.artefact,
        text: row.text,
        isResolved: row.is_resolved,
        createdAt: new Date(row.created_at),
        createdByName: row.by,
      })),
    )
}

export async function insertReviews(
  { tx, org, programUuid }: Place,
  rows: readonly Waiting['reviews'][],
): Promise<void> {
  await tx
    .insert(reviews)
    .values(
      rows.map((row) => ({
        uuid: row.uuid,
        orgUuid: org.uuid,
        programUuid,
        artefactUuid: row.artefact,
        revision: row.revision,
        note: row.note,
        requestedAt: new Date(row.requested_at),
        decision: row.decision,
        decidedAt: when(row.decided_at),
        reason: row.reason,
        requestedByName: row.requested_by,
        decidedByName: row.decided_by,
      })),
    )
}

export async function insertBaselines(
  { tx, org, programUuid }: Place,
  rows: readonly Waiting['baselines'][],
): Promise<void> {
  await tx
    .insert(baselines)
    .values(
      rows.map((row) => ({
        orgUuid: org.uuid,
        programUuid,
        name: row.name,
        note: row.note,
        seq: row.graph_version,
        createdAt: new Date(row.created_at),
      })),
    )
}

/**
 * Updates the database's statistics. After so many inserts its query plans are still for the old contents, and queries
 * take seconds until it updates the statistics itself. Across organisations: it reads no row for any of them.
 */
export async function updateStatistics(tx: Tx): Promise<void> {
  await tx.execute(
    sql`ANALYZE ${artefacts}, ${artefactLinks}, ${artefactVersions}, ${assessments}, ${assessmentVersions}`,
  )
}
