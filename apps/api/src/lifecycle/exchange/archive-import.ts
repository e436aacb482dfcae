import type { Job } from '@carapace/shared/account/jobs.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Publisher } from '@carapace/shared/core/bus'
import { isSame } from '@carapace/shared/graph/changes'
import type { ArchivedMethod } from '@carapace/shared/lifecycle/exchange/archive'
import { mostPrograms } from '@carapace/shared/lifecycle/programs'
import type { Caller } from '../../core/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { type JobKind, jobKind, type Jobs } from '../../core/jobs.ts'
import { lockGraph, refuseReaders, saveGraph } from '../../graph/access.queries.ts'
import { announceGraph } from '../../graph/artefacts.routes.ts'
import type { AfterWrite } from '../../graph/writes.ts'
import { noteVersions } from '../../graph/written.queries.ts'
import { beginProgram } from '../program-writes.ts'
import { countPrograms, saveProgramFields } from '../programs.queries.ts'
import {
  beginGraph, insertBaselines, insertComments, insertImported, insertImportedLinks, insertProjects, insertReviews, insertVersions, methodVersionNamed, type Place,
} from './archive-import.queries.ts'
import { insertMethod, latestNamed, lockMethods, mostVersions, updateDraft } from '../methods.queries.ts'
import { lookThrough, putAside, type Waiting } from './archive-pieces.ts'
import { type Contents, readArchive } from './archive-reading.ts'
import { jobCaller } from './job-caller.queries.ts'
import { dropPieces, keepPieces, type Piece, takePiece } from './pieces.ts'

const archiveImportKind = 'lifecycle.import-archive'

interface Input {
  readonly import: string
  readonly name: string
}

interface Checkpoint {
  readonly piece: number
  readonly programUuid: string
  /** Whether the archive has its own history; without one each artefact begins here. */
  readonly hasHistory: boolean
}

/** Looks an archive through; unless it is only looked at, asks for it to be written as a new program (rules EX5, EX6). */
export async function askArchive(db: Database, jobs: Jobs, caller: Caller, path: string, { name, dryRun }: { name: string | undefined; dryRun: boolean }): Promise<{ contents: Contents; job: Job | null }> {
  const { contents, ...names } = await lookThrough(readArchive(path))
  if (dryRun) return { contents, job: null }
  const job = await db.transaction(async (tx) => {
    if ((await countPrograms(tx, caller.org)) >= mostPrograms) throw new Failure('RULE_REFUSED', { message: `Your organisation has ${mostPrograms.toLocaleString('en')} programs, which is the most. Remove one first.` })
    await jobs.refuseMany(tx, caller.org)
    const pieces = await keepPieces(tx, caller.org)
    await putAside(readArchive(path), names, (what, thing) => pieces.add(what, thing))
    const { importUuid, things } = await pieces.end()
    const input: Input = { import: importUuid, name: name ?? contents.name }
    return jobs.add(tx, caller, { kind: archiveImportKind, title: `Import the program ${input.name}`, total: things, input })
  })
  jobs.wake(caller.org)
  return { contents, job }
}

/** Writes an archive as a new program, some hundred things a part; `after` rates its threat scenarios when all of it is there. */
export function archiveImports(publisher: Publisher, after: AfterWrite): JobKind {
  return jobKind<Input, Checkpoint>({
    kind: archiveImportKind,
    licence: 'LIFECYCLE_CONCEPT_PHASE',
    async doPart({ tx, org, actor, input, checkpoint }) {
      const caller = await jobCaller(tx, org, actor.uuid)
      const piece = await takePiece(tx, org, input.import, checkpoint?.piece ?? 0)
      if (!piece) {
        await dropPieces(tx, org, input.import)
        return { checkpoint: checkpoint!, finished: true, done: 0, outcome: {}, announce: () => announceGraph(publisher, org, checkpoint!.programUuid) }
      }
      const at = checkpoint ?? (await beginImported(tx, caller, input, piece))
      await refuseReaders(tx, caller, at.programUuid)
      if (checkpoint) await writePiece({ tx, org, programUuid: at.programUuid, userUuid: actor.uuid }, caller, at, piece, after)
      return { checkpoint: { ...at, piece: at.piece + 1 }, finished: false, done: piece.things.length, outcome: piece.what === 'artefacts' || piece.what === 'links' ? { [piece.what]: piece.things.length } : {} }
    },
  })
}

/** The program itself, of which whoever asked becomes the lead. */
async function beginImported(tx: Tx, caller: Caller, { name }: Input, { things }: Piece): Promise<Checkpoint> {
  const [{ program, method, moments }] = things as readonly [Waiting['program']]
  const { org, user } = caller
  const programUuid = await beginProgram(tx, caller, { name, description: program.description })
  const place: Place = { tx, org, programUuid, userUuid: user.uuid }
  const methodUuid = method === null ? null : await methodFor(place, method)
  await saveProgramFields(tx, org, programUuid, { status: program.status, currentPhase: program.current_phase, phaseStatuses: program.phase_statuses, choices: program.choices, methodUuid })
  await beginGraph(place, moments, program.numbers as Record<string, number>)
  return { piece: 0, programUuid, hasHistory: moments > 0 }
}

/** The method version of the archive, as the organisation has it already, or as a new one that is released; its name is another where something else has it (rules ME1-ME3, ME7). */
async function methodFor(place: Place, { name, version, note, content }: ArchivedMethod): Promise<string> {
  const { tx, org, userUuid } = place
  const kept = await lockMethods(tx, org)
  const known = await methodVersionNamed(place, name, version)
  if (known?.state === 'released' && isSame(known.content, content)) return known.uuid
  if (kept >= mostVersions) throw new Failure('RULE_REFUSED', { message: `Your organisation has ${mostVersions} versions of methods, which is the most. Remove drafts first.` })
  const free = known ? `${name.slice(0, 68)} (imported)` : name
  const latest = known ? ((await latestNamed(tx, org, free))?.version ?? 0) + 1 : version
  const uuid = await insertMethod(tx, org, { name: free, version: latest, note, content, createdByUuid: userUuid })
  await updateDraft(tx, org, uuid, { state: 'released', releasedAt: new Date() })
  return uuid
}

async function writePiece(place: Place, caller: Caller, { hasHistory }: Checkpoint, { what, things }: Piece, after: AfterWrite): Promise<void> {
  const { tx, org, programUuid, userUuid } = place
  const rows = <W extends keyof Waiting>() => things as readonly Waiting[W][]
  switch (what as keyof Waiting) {
    case 'projects': return insertProjects(place, rows<'projects'>())
    case 'versions': return insertVersions(place, rows<'versions'>())
    case 'comments': return insertComments(place, rows<'comments'>())
    case 'reviews': return insertReviews(place, rows<'reviews'>())
    case 'baselines': return insertBaselines(place, rows<'baselines'>())
    case 'program': throw new Error('a program comes first and once')
    case 'artefacts': case 'links': case 'threats':
  }
  const graph = await lockGraph(tx, org, programUuid)
  if (what === 'threats') await after(tx, caller, { programUuid, seq: graph.seq, touched: new Set(rows<'threats'>()) })
  else if (what === 'links') await insertImportedLinks(place, graph.seq, rows<'links'>())
  else {
    const made = await insertImported(place, graph.seq, rows<'artefacts'>())
    if (!hasHistory) await noteVersions(tx, 'made', userUuid, made)
  }
  if (!hasHistory || what === 'threats') await saveGraph(tx, org, programUuid, graph)
}
