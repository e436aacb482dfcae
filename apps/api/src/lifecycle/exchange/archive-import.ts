import { randomUUID } from 'node:crypto'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { ArchivedMethod } from '@carapace/shared/lifecycle/exchange/archive'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { mostPrograms } from '@carapace/shared/graph/programs/programs'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { type JobKind, jobKind, type Jobs } from '../../core/jobs/jobs.ts'
import type { AfterImport } from '../../graph/extension.ts'
import { graphVersionOf, lockGraph, saveGraph } from '../../graph/programs/access.queries.ts'
import { announceGraph } from '../../graph/artefacts/artefacts.routes.ts'
import { noteVersions } from '../../graph/artefacts/written.queries.ts'
import { rateAgain } from '../rating/assessments.ts'
import { openProgram, placeProgram } from '../../graph/programs/program-writes.ts'
import { countPrograms, saveProgramFields } from '../../graph/programs/programs.queries.ts'
import {
  beginGraph,
  insertBaselines,
  insertComments,
  insertImported,
  insertImportedLinks,
  insertProjects,
  insertReviews,
  insertRisks,
  insertVersions,
  type Place,
  updateStatistics,
} from './archive-import.queries.ts'
import {
  insertMethod,
  latestNamed,
  lockMethods,
  methodVersionNamed,
  mostVersions,
  updateDraft,
} from '../../graph/methods/methods.queries.ts'
import { tooMany } from '../../graph/methods/methods.ts'
import { taraMethod } from '../methods/methods.ts'
import { lookThrough, stageThings, type Waiting } from './archive-pieces.ts'
import { type Contents, readArchive } from './archive-reading.ts'
import { jobCaller } from './job-caller.queries.ts'
import { dropPieces, forgotten, keepPieces, type Piece, takePiece } from './pieces.ts'
import { eraseHalfPrograms, lockHalfProgram } from './pieces.queries.ts'
import { endApprovals, unreviewedMessage } from './unreviewed.ts'

const archiveImportKind = 'lifecycle.import-archive'

interface Input {
  readonly import: string
  readonly programUuid: string
  readonly name: string
}

interface Checkpoint {
  readonly piece: number
  /** Whether the archive has its own history; without it, each artefact's history begins here. */
  readonly hasHistory: boolean
}

/**
 * Checks an archive; if it is not a dry run, requests a job that writes it as a new program (rules EXCHANGE-5,
 * EXCHANGE-6).
 */
export async function requestArchiveImport(
  db: Database,
  jobs: Jobs,
  caller: Caller,
  path: string,
  { name, dryRun }: { name: string | undefined; dryRun: boolean },
): Promise<{ contents: Contents; program_uuid: string | null; job: Job | null }> {
  const { contents, ...names } = await lookThrough(readArchive(path))
  if (dryRun) return { contents, program_uuid: null, job: null }
  const programUuid = randomUUID()
  const job = await db.transaction(async (tx) => {
    if ((await countPrograms(tx, caller.org)) >= mostPrograms)
      throw new Failure('RULE_REFUSED', {
        message:
          `Your organisation has ${mostPrograms.toLocaleString('en')} programs, ` +
          'which is the maximum. Remove one first.',
      })
    await jobs.refuseMany(tx, caller.org)
    const pieces = await keepPieces(tx, caller.org)
    await stageThings(readArchive(path), names, (what, thing) => pieces.add(what, thing))
    const { importUuid, things } = await pieces.end()
    const input: Input = { import: importUuid, programUuid, name: name ?? contents.name }
    return jobs.add(tx, caller, {
      kind: archiveImportKind,
      title: `Import the program ${input.name}`,
      programUuid,
      total: things,
      input,
    })
  })
  jobs.wake(caller.org)
  return { contents, program_uuid: programUuid, job }
}

/**
 * Writes an archive as a new program, a few hundred objects per part. Nobody sees the program before it is complete,
 * and imports that nobody continues are deleted (rule EXCHANGE-6).
 */
export function archiveImports(publisher: Publisher, afterImport: AfterImport): JobKind {
  return jobKind<Input, Checkpoint>({
    kind: archiveImportKind,
    licence: 'LIFECYCLE_CONCEPT_PHASE',
    clear: eraseHalfPrograms,
    async doPart({ tx, org, actor, input, checkpoint }) {
      const { import: importUuid, programUuid } = input
      const caller = await jobCaller(tx, org, actor.uuid)
      if (!mayEditProgram({ role: caller.user.role, programRole: 'LEAD' }))
        throw new Failure('ROLE_REQUIRED', { message: 'Only administrators and engineers import programs.' })
      if (checkpoint && !(await lockHalfProgram(tx, org, programUuid, importUuid))) throw forgotten()
      const piece = await takePiece(tx, org, importUuid, checkpoint?.piece ?? 0)
      if (!piece) {
        await afterImport(tx, caller, { programUuid, seq: await graphVersionOf(tx, org, programUuid) })
        await endImported(tx, caller, input)
        return {
          checkpoint: checkpoint!,
          finished: true,
          done: 0,
          outcome: {},
          announce: () => announceGraph(publisher, org, programUuid),
        }
      }
      const at = checkpoint ?? (await beginImported(tx, caller, input, piece))
      if (checkpoint) await writePiece({ tx, org, programUuid, userUuid: actor.uuid }, input, at, piece)
      return {
        checkpoint: { ...at, piece: at.piece + 1 },
        finished: false,
        done: piece.things.length,
        outcome: counted.has(piece.what) ? { [counted.get(piece.what)!]: piece.things.length } : {},
        messages: piece.what === 'unreviewed' ? [unreviewedMessage(piece.things as Waiting['unreviewed'][])] : [],
      }
    },
  })
}

/** The types of objects that the result of the job counts, and the names of the counts. */
const counted = new Map([
  ['artefacts', 'artefacts'],
  ['links', 'links'],
  ['unreviewed', 'returned_to_in_process'],
])

const programIn = ({ things }: Piece) => things[0] as Waiting['program']

/** Creates the program; until it is complete, only the job sees it. */
async function beginImported(
  tx: Tx,
  caller: Caller,
  { import: importUuid, programUuid, name }: Input,
  piece: Piece,
): Promise<Checkpoint> {
  const { program, graphVersions } = programIn(piece)
  const { org, user } = caller
  await placeProgram(tx, caller, { uuid: programUuid, name, description: program.description, importUuid })
  await beginGraph(
    { tx, org, programUuid, userUuid: user.uuid },
    graphVersions,
    program.numbers as Record<string, number>,
  )
  return { piece: 0, hasHistory: graphVersions > 0 }
}

/** Completes the import: the user who requested it becomes the program's lead, and other users can see the program. */
async function endImported(tx: Tx, caller: Caller, { import: importUuid, programUuid, name }: Input): Promise<void> {
  const { org } = caller
  const { program, method } = programIn((await takePiece(tx, org, importUuid, 0))!)
  const methodUuid = method === null ? null : await methodFor(tx, caller, method)
  await saveProgramFields(tx, org, programUuid, {
    status: program.status,
    currentPhase: program.current_phase,
    phaseStatuses: program.phase_statuses,
    choices: program.choices,
    methodUuid,
    importUuid: null,
  })
  await openProgram(tx, caller, programUuid, { name, description: program.description })
  await dropPieces(tx, org, importUuid)
  await updateStatistics(tx)
}

/**
 * The method version of the archive: the organisation's own if it has the same, or a new released version. It gets
 * another name if its name is taken by a different method (rules METHOD-1 to METHOD-3, METHOD-6, METHOD-7).
 */
async function methodFor(tx: Tx, caller: Caller, { name, version, note, content }: ArchivedMethod): Promise<string> {
  const { org, user } = caller
  const { kind } = taraMethod
  const kept = await lockMethods(tx, org, kind)
  const known = await methodVersionNamed(tx, org, kind, name, version)
  if (known?.state === 'released' && isSame(known.content, content)) return known.uuid
  if (kept >= mostVersions) throw tooMany(taraMethod)
  const free = known ? `${name.slice(0, 68)} (imported)` : name
  const latest = known ? ((await latestNamed(tx, org, kind, free))?.version ?? 0) + 1 : version
  const row = { kind, name: free, version: latest, note, content, createdByUuid: user.uuid }
  const uuid = await insertMethod(tx, org, row)
  await updateDraft(tx, org, uuid, { state: 'released', releasedAt: new Date() })
  await audit(tx, org, byCaller(caller), {
    action: 'release method',
    subject: 'method',
    subjectUuid: uuid,
    after: { method: `${free} ${latest}` },
  })
  return uuid
}

async function writePiece(
  place: Place,
  { import: importUuid }: Input,
  { hasHistory }: Checkpoint,
  { what, things }: Piece,
): Promise<void> {
  const { tx, org, programUuid, userUuid } = place
  const rows = <W extends keyof Waiting>() => things as readonly Waiting[W][]
  switch (what as keyof Waiting) {
    case 'projects':
      return insertProjects(place, rows<'projects'>())
    case 'versions':
      return insertVersions(place, rows<'versions'>())
    case 'risks':
      return insertRisks(place, rows<'risks'>())
    case 'comments':
      return insertComments(place, rows<'comments'>())
    case 'reviews':
      return insertReviews(place, rows<'reviews'>())
    case 'baselines':
      return insertBaselines(place, rows<'baselines'>())
    case 'program':
      throw new Error('a program must come first and only once')
    case 'artefacts':
    case 'links':
    case 'unreviewed':
    case 'threats':
  }
  const graph = await lockGraph(tx, org, programUuid)
  if (what === 'threats')
    await rateAgain(
      tx,
      org,
      {
        programUuid,
        seq: graph.seq,
        method: programIn((await takePiece(tx, org, importUuid, 0))!).method ?? shippedMethod,
      },
      rows<'threats'>(),
    )
  else if (what === 'links') await insertImportedLinks(place, graph.seq, rows<'links'>())
  else if (what === 'unreviewed') await endApprovals(place, graph.seq, rows<'unreviewed'>())
  else {
    const made = await insertImported(place, graph.seq, rows<'artefacts'>())
    if (!hasHistory) await noteVersions(tx, 'made', userUuid, made)
  }
  if (!hasHistory || what === 'threats' || what === 'unreviewed') await saveGraph(tx, org, programUuid, graph)
}
