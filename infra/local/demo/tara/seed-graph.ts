import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@carapace/api/src/core/db.ts'
import { rateProgram } from '@carapace/api/src/functional-safety/asil/asils.ts'
import { rateAgain } from '@carapace/api/src/lifecycle/rating/assessments.ts'
import { threatsOf } from '@carapace/api/src/lifecycle/rating/assessments.queries.ts'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import {
  artefactLinks,
  artefacts,
  artefactVersions,
  baselines,
  comments,
  programGraphs,
  reviews,
} from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessmentVersions } from '@carapace/shared/lifecycle/rating/assessments.table'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { projects } from '@carapace/shared/graph/programs/programs.table'
import { demoKinds, type Person } from './build.ts'
import { type DemoContent, type DemoProject, milestoneOf } from './demo-content.ts'
import { type Action, type History, historyOf, type LivedArtefact, type HistoryState } from './history.ts'
import { projectLife } from './project-lives.ts'
import type { Recorded } from './record.ts'
import { withUuids } from './with-uuids.ts'

interface Where {
  readonly org: Org
  readonly programUuid: string
  /** Users' uuids by name. */
  readonly people: ReadonlyMap<string, string>
  readonly now: Date
}

/** Rows in one statement: PostgreSQL limits the parameters of a statement to 65,535. */
const rowsAtOnce = 800

/**
 * Writes a program's projects and its graph with the complete history, rates its threat scenarios and the
 * ASILs of its safety goals, in one transaction. Returns the entries for the audit log.
 */
export async function seedGraph(db: AnyDatabase, where: Where, content: DemoContent): Promise<Recorded[]> {
  const { org, programUuid, now } = where
  const history = historyOf(content, now)
  const lives = content.projects.map((project, place) => livedProject(where, project, place))
  const rows = rowsOf(where, history, new Map(lives.map(({ project, uuid }) => [project.name, uuid])))
  await db.transaction(async (tx) => {
    await seedProjects(tx, where, lives)
    await tx
      .insert(programGraphs)
      .values({ programUuid, orgUuid: org.uuid, seq: history.seq, numbers: { ...history.numbers } })
    await inPieces(rows.versions, (piece) => tx.insert(artefactVersions).values(piece))
    // uses the api's own rating; its transactions have the same driver as those of the seed
    const api = tx as unknown as Tx
    const graphVersions = [...new Set([...rows.baselines.map(({ seq }) => seq), history.seq])].sort((a, b) => a - b)
    for (const [i, seq] of graphVersions.entries()) {
      const before = graphVersions[i - 1] ?? 0
      await inPieces(artefactsAt(rows, before, seq), (piece) =>
        tx
          .insert(artefacts)
          .values(piece)
          .onConflictDoUpdate({
            target: artefacts.uuid,
            set: {
              fields: sql`excluded.fields`,
              status: sql`excluded.status`,
              revision: sql`excluded.revision`,
              seq: sql`excluded.seq`,
            },
          }),
      )
      await inPieces(
        rows.links.filter(({ addedSeq }) => addedSeq > before && addedSeq <= seq),
        (piece) => tx.insert(artefactLinks).values(piece),
      )
      await rateAgain(api, org, { programUuid, seq, method: shippedMethod }, await threatsOf(api, org, programUuid))
      await tx
        .update(assessmentVersions)
        .set({ at: timeOf(rows.versions, seq) })
        .where(
          ownedBy(
            org,
            assessmentVersions,
            eq(assessmentVersions.programUuid, programUuid),
            eq(assessmentVersions.seq, seq),
          ),
        )
    }
    await rateProgram(api, org, { programUuid, seq: history.seq })
    await inPieces(rows.reviews, (piece) => tx.insert(reviews).values(piece))
    await inPieces(rows.comments, (piece) => tx.insert(comments).values(piece))
    await inPieces(rows.baselines, (piece) => tx.insert(baselines).values(piece))
  })
  return [...lives.flatMap(({ done }) => done), ...recordOf(where, history, rows)]
}

/** The time at which the last artefact version of a graph version was written. */
const timeOf = (versions: ReturnType<typeof rowsOf>['versions'], graphVersion: number) =>
  new Date(Math.max(...versions.filter(({ seq }) => seq <= graphVersion).map(({ at }) => at.getTime())))

/**
 * Artefacts that were created or changed after one graph version and up to another, in their state at that version: so
 * each baseline has its risks.
 */
function artefactsAt(
  { artefacts: all, versions }: Pick<ReturnType<typeof rowsOf>, 'artefacts' | 'versions'>,
  after: number,
  until: number,
): (typeof all)[number][] {
  const then = new Map(
    versions.filter(({ seq }) => seq > after && seq <= until).map((version) => [version.artefactUuid, version]),
  )
  return all.flatMap((row) => {
    const version = then.get(row.uuid)
    return version
      ? [{ ...row, fields: version.fields, status: version.status, revision: version.revision, seq: version.seq }]
      : []
  })
}

async function inPieces<T>(rows: readonly T[], insert: (piece: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) await insert(rows.slice(i, i + rowsAtOnce))
}

interface LivedProject {
  readonly project: DemoProject
  readonly uuid: string
  readonly done: readonly Recorded[]
}

function livedProject(where: Where, project: DemoProject, place: number): LivedProject {
  const uuid = randomUUID()
  return { project, uuid, done: projectLife(where, project, uuid, place) }
}

async function seedProjects(
  db: AnyDatabase,
  { org, programUuid, people }: Where,
  all: readonly LivedProject[],
): Promise<void> {
  await db
    .insert(projects)
    .values(
      all.map(({ project: { day: _day, lead, ...project }, uuid, done }) => ({
        ...project,
        ...milestoneOf(project),
        uuid,
        orgUuid: org.uuid,
        programUuid,
        leadUuid: people.get(lead)!,
        createdByUuid: people.get('Jonas Lind')!,
        createdAt: done[0]!.at,
        updatedAt: done.at(-1)!.at,
        revision: done.length,
      })),
    )
}

/** The history as table rows. */
function rowsOf({ org, programUuid, people }: Where, history: History, projectUuids: ReadonlyMap<string, string>) {
  const owner = { orgUuid: org.uuid, programUuid }
  const uuids = new Map(history.artefacts.map(({ artefact: { code } }) => [code, randomUUID()]))
  const uuidOf = (code: string) => uuids.get(code)!
  const person = (name: Person) => people.get(name)!
  const stateOf = (
    { artefact: { kind, title, project }, number }: LivedArtefact,
    { status, fields, action: { seq } }: HistoryState,
    revision: number,
  ) => ({
    ...owner,
    kind,
    number,
    title,
    projectUuid: project === undefined ? null : projectUuids.get(project)!,
    status,
    fields: { ...initialFields(demoKinds[kind]), ...withUuids(kind, fields, uuidOf) },
    revision,
    seq,
  })
  return {
    artefacts: history.artefacts.map((lived) => {
      const [made, last] = [lived.states[0]!.action, lived.states.at(-1)!]
      return {
        ...stateOf(lived, last, lived.states.length),
        uuid: uuidOf(lived.artefact.code),
        origin: lived.artefact.origin,
        createdAt: made.at,
        createdByUuid: person(made.by),
        updatedAt: last.action.at,
        updatedByUuid: person(last.action.by),
      }
    }),
    versions: history.artefacts.flatMap((lived) =>
      lived.states.map((state, i) => ({
        ...stateOf(lived, state, i + 1),
        artefactUuid: uuidOf(lived.artefact.code),
        action: i === 0 ? ('made' as const) : ('changed' as const),
        at: state.action.at,
        byUuid: person(state.action.by),
      })),
    ),
    links: history.links.map(({ kind, from, to, added, suspect, confirmed }) => ({
      ...owner,
      kind,
      fromUuid: uuidOf(from),
      toUuid: uuidOf(to),
      addedSeq: added.seq,
      seq: Math.max(added.seq, suspect?.action.seq ?? 0, confirmed?.seq ?? 0),
      suspect: suspect?.why ?? null,
      suspectAt: suspect?.action.at ?? null,
      confirmedByUuid: confirmed ? person(confirmed.by) : null,
      confirmedAt: confirmed?.at ?? null,
    })),
    reviews: history.reviews.map(({ code, revision, requested, decided, decision }) => ({
      ...owner,
      artefactUuid: uuidOf(code),
      revision,
      requestedAt: requested.at,
      requestedByUuid: person(requested.by),
      decision,
      decidedAt: decided?.at,
      decidedByUuid: decided ? person(decided.by) : null,
      reason: decision === 'withdrawn' ? 'It was changed meanwhile.' : '',
    })),
    comments: history.comments.map(({ code, by, text, isResolved, at }) => ({
      ...owner,
      artefactUuid: uuidOf(code),
      text,
      isResolved: isResolved ?? false,
      createdAt: at,
      createdByUuid: person(by),
      updatedAt: at,
    })),
    baselines: history.baselines.map(({ name, note, by, action }) => ({
      ...owner,
      uuid: randomUUID(),
      name,
      note,
      seq: action.seq,
      createdAt: action.at,
      createdByUuid: person(by),
    })),
  }
}

/** Reviews and baselines as audit log entries (rule PROJECT-8): no user ended a review that a change withdrew. */
function recordOf({ programUuid }: Where, history: History, rows: ReturnType<typeof rowsOf>): Recorded[] {
  const of = { program_uuid: programUuid }
  const artefactsByCode = new Map(history.artefacts.map((lived) => [lived.artefact.code, lived.artefact]))
  const reviewed = history.reviews.flatMap(({ code, requested, decided, decision }, i): Recorded[] => {
    const { kind, title } = artefactsByCode.get(code)!
    const auditEntry = (by: Action, action: string, details: object): Recorded => ({
      at: by.at,
      by: by.by,
      action,
      subject: kind,
      subjectUuid: rows.reviews[i]!.artefactUuid,
      after: { ...of, artefact: `${code} ${title}`, ...details },
    })
    const isDecided = decision === 'approved' || decision === 'rejected'
    return [
      auditEntry(requested, 'ask for a review', { note: '', reviewer: null }),
      ...(isDecided ? [auditEntry(decided!, 'end a review', { decision, reason: '' })] : []),
    ]
  })
  return [
    ...reviewed,
    ...history.baselines.map(({ name, action }, i): Recorded => ({
      at: action.at,
      by: action.by,
      action: 'make baseline',
      subject: 'baseline',
      subjectUuid: rows.baselines[i]!.uuid,
      after: { ...of, name, seq: action.seq },
    })),
  ]
}
