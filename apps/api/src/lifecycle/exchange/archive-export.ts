import { choicesOf } from '@carapace/shared/lifecycle/program/program-choices'
import { artefactKinds, artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { version as product } from '@carapace/shared/core/version'
import {
  type ArchivedArtefact,
  type ArchivedBaseline,
  type ArchivedComment,
  type ArchivedLink,
  type ArchivedMethod,
  type ArchivedProgram,
  type ArchivedProject,
  type ArchivedReview,
  type ArchivedRisk,
  type ArchivedVersion,
  archiveFormat,
  archiveVersion,
  artefactsFile,
  type Manifest,
} from '@carapace/shared/lifecycle/exchange/archive'
import { fieldsKept } from '@carapace/shared/lifecycle/exchange/fields-kept'
import { projectsReach } from '@carapace/shared/lifecycle/exchange/project-reach'
import type { Tx } from '../../core/db.ts'
import {
  artefactHeads,
  artefactsArchived,
  baselinesArchived,
  commentsArchived,
  linkHeads,
  linksArchived,
  graphVersionsArchived,
  programArchived,
  projectsArchived,
  reviewsArchived,
  risksArchived,
  versionsArchived,
} from './archive-export.queries.ts'
import { milestoneOf } from '../../graph/programs/projects.queries.ts'
import { zipOf, type ZipEntry } from '../../core/documents/zip-writer.ts'

interface ExportInput {
  readonly programUuid: string
  /** Undefined: the whole program, with its history. */
  readonly projectUuid?: string | undefined
}

/**
 * A program, or one project of it, as a zip archive. The same contents make the same bytes, except for uuids and times
 * (rules EXCHANGE-1, EXCHANGE-2). Of people it has their names, and nothing else. `tx` must see one snapshot of the
 * database.
 */
export async function archiveOf(
  tx: Tx,
  org: Org,
  { programUuid, projectUuid }: ExportInput,
): Promise<AsyncGenerator<Uint8Array>> {
  const found = await programArchived(tx, org, programUuid)
  const projects = await projectsArchived(tx, org, programUuid, projectUuid)
  if (!found || (projectUuid !== undefined && projects.length === 0)) throw new Failure('NOT_FOUND')
  const isWhole = projectUuid === undefined
  const heads = await artefactHeads(tx, org, programUuid)
  const links = await linkHeads(tx, org, programUuid)
  const among = isWhole ? undefined : projectsReach(projectUuid, heads, links)
  const inside = among && new Set(among)
  const exported = inside ? heads.filter(({ uuid }) => inside.has(uuid)) : heads
  const counts = new Map<string, number>()
  for (const { kind } of exported) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const projectUuids = new Set(projects.map(({ uuid }) => uuid))
  const ranks = new Map(
    isWhole ? (await graphVersionsArchived(tx, org, programUuid)).map((seq, i) => [seq, i + 1]) : [],
  )
  const { program, method, numbers } = found

  const manifest: Manifest = {
    format: archiveFormat,
    version: archiveVersion,
    product,
    scope: isWhole ? 'program' : 'project',
    made_at: new Date().toISOString(),
    graph_versions: ranks.size,
    name: program.name,
    projects: projects.length,
    artefacts: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    links: inside ? links.filter(({ from, to }) => inside.has(from) && inside.has(to)).length : links.length,
  }
  const entries: ZipEntry[] = [
    document('manifest.json', manifest),
    document('program.json', {
      name: program.name,
      description: program.description,
      status: program.status,
      current_phase: program.currentPhase,
      phase_statuses: program.phaseStatuses,
      choices: choicesOf(program),
      numbers: numbersOf(numbers ?? {}, counts, isWhole),
    } satisfies ArchivedProgram),
    document(
      'methods.json',
      (method
        ? [{ name: method.name, version: method.version, note: method.note, content: method.content }]
        : []) satisfies ArchivedMethod[],
    ),
    document(
      'projects.json',
      projects.map((row): ArchivedProject => ({
        uuid: row.uuid,
        name: row.name,
        type: row.type,
        description: row.description,
        current_phase: row.currentPhase,
        phase_statuses: row.phaseStatuses,
        milestone: milestoneOf(row),
        created_at: row.createdAt.toISOString(),
      })),
    ),
    ...artefactKinds
      .filter(({ kind }) => counts.has(kind))
      .map(({ kind }) =>
        list(artefactsFile(kind), artefactsArchived(tx, org, programUuid, kind, among), (row): ArchivedArtefact => ({
          uuid: row.uuid,
          number: row.number,
          title: row.title,
          status: row.status,
          project: projectIn(projectUuids, row.projectUuid),
          fields: fieldsKept(artefactKindNamed(kind)!, row.fields),
          origin: row.origin,
          revision: row.revision,
          created_at: row.createdAt.toISOString(),
          updated_at: row.updatedAt.toISOString(),
        })),
      ),
    ...(isWhole
      ? [
          list('versions.jsonl', knownKinds(versionsArchived(tx, org, programUuid)), (row): ArchivedVersion => ({
            uuid: row.artefactUuid,
            kind: row.kind,
            number: row.number,
            revision: row.revision,
            graph_version: ranks.get(row.seq)!,
            action: row.action,
            title: row.title,
            status: row.status,
            project: projectIn(projectUuids, row.projectUuid),
            fields: fieldsKept(artefactKindNamed(row.kind)!, row.fields),
            at: row.at.toISOString(),
            by: row.by,
          })),
          list('risks.jsonl', risksArchived(tx, org, programUuid), (row): ArchivedRisk => ({
            threat: row.threatUuid,
            graph_version: ranks.get(row.seq)!,
            initial: row.initial,
            today: row.today,
            target: row.target,
            cal: row.cal,
            method: row.method,
            method_version: row.methodVersion,
            at: row.at.toISOString(),
          })),
        ]
      : []),
    list('links.jsonl', linksArchived(tx, org, programUuid, among), (row): ArchivedLink => ({
      kind: row.kind,
      from: row.fromUuid,
      to: row.toUuid,
      ...(isWhole && {
        added: ranks.get(row.addedSeq)!,
        removed: row.removedSeq === null ? null : ranks.get(row.removedSeq)!,
      }),
      suspect: row.suspect,
      suspect_at: timeOf(row.suspectAt),
      confirmed_at: timeOf(row.confirmedAt),
    })),
    list('comments.jsonl', await commentsArchived(tx, org, programUuid, among), (row): ArchivedComment => ({
      artefact: row.artefactUuid,
      text: row.text,
      is_resolved: row.isResolved,
      created_at: row.createdAt.toISOString(),
      by: row.by,
    })),
    list('reviews.jsonl', await reviewsArchived(tx, org, programUuid, among), (row): ArchivedReview => ({
      artefact: row.artefactUuid,
      revision: row.revision,
      note: row.note,
      requested_at: row.requestedAt.toISOString(),
      decision: row.decision,
      decided_at: timeOf(row.decidedAt),
      reason: row.reason,
      requested_by: row.requestedBy,
      decided_by: row.decidedBy,
    })),
    ...(isWhole
      ? [
          document(
            'baselines.json',
            (await baselinesArchived(tx, org, programUuid)).map((row): ArchivedBaseline => ({
              name: row.name,
              note: row.note,
              graph_version: ranks.get(row.seq)!,
              created_at: row.createdAt.toISOString(),
            })),
          ),
        ]
      : []),
  ]
  return zipOf(entries)
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null
/** The project of an artefact; null if the project is not in the archive: the artefact is exported without it. */
const projectIn = (projects: ReadonlySet<string>, uuid: string | null) =>
  uuid !== null && projects.has(uuid) ? uuid : null

/** The highest numbers by kind; for a part of a program only of the kinds in it. */
function numbersOf(
  numbers: Readonly<Record<string, number>>,
  counts: ReadonlyMap<string, number>,
  isWhole: boolean,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers)
      .filter(([kind]) => artefactKindNamed(kind) && (isWhole || counts.has(kind)))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Skips kinds of modules that this version does not have: they are not exported. */
async function* knownKinds<Row extends { readonly kind: string }>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) if (artefactKindNamed(row.kind)) yield row
}

const document = (name: string, value: unknown): ZipEntry => ({
  name,
  content: () => [`${JSON.stringify(value, null, 1)}\n`],
})

function list<Row>(name: string, rows: AsyncIterable<Row> | Iterable<Row>, recordOf: (row: Row) => unknown): ZipEntry {
  return {
    name,
    async *content() {
      for await (const row of rows) yield `${JSON.stringify(recordOf(row))}\n`
    },
  }
}
