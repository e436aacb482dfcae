import { randomUUID } from 'node:crypto'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Origin } from '@carapace/shared/graph/artefacts/origin'
import { matchRows, type RefusedRow } from '@carapace/shared/lifecycle/exchange/import-plan'
import type { ImportRow } from '@carapace/shared/lifecycle/exchange/import-rows'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { type JobKind, jobKind, type Jobs } from '../../core/jobs/jobs.ts'
import { refuseReaders } from '../../graph/programs/access.queries.ts'
import { artefactRows } from '../../graph/artefacts/artefacts.queries.ts'
import { announceGraph } from '../../graph/artefacts/artefacts.routes.ts'
import { type AfterWrite, writeGraph } from '../../graph/artefacts/writes.ts'
import type { LinkEnds } from '../../graph/artefacts/written.queries.ts'
import { jobCaller } from './job-caller.queries.ts'
import { dropPieces, keepPieces, takePiece } from './pieces.ts'
import { knownHeads } from './rows-import.queries.ts'
import { type LookedThrough, lookedThrough } from './rows-preview.ts'

const rowsImportKind = 'lifecycle.import-rows'

/** The valid rows of a file, and the refused rows. */
export interface RowsRead {
  readonly rows: readonly ImportRow[]
  readonly refused: readonly RefusedRow[]
}

/** The row of an artefact that will be written. */
interface WaitingRow extends Pick<ImportRow, 'row' | 'kind' | 'title' | 'status' | 'fields' | 'externalId'> {
  readonly uuid: string
  readonly isNew: boolean
}

interface WaitingLink extends LinkEnds {
  readonly row: number
}

interface Target {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  /** A short text for the origin of created artefacts. */
  readonly what: string
}

interface Input extends Target {
  readonly import: string
}

interface Checkpoint {
  readonly piece: number
}

/**
 * Compares rows with the program; if it is not a dry run, requests a job that writes them (rules EXCHANGE-12 to
 * EXCHANGE-14).
 */
export async function requestRowsImport(
  db: Database,
  jobs: Jobs,
  caller: Caller,
  target: Target,
  read: RowsRead,
  dryRun: boolean,
): Promise<LookedThrough & { job: Job | null }> {
  await refuseReaders(db, caller, target.programUuid)
  // rows and their links are written by separate calls, which refer to one another by these uuids
  const newUuid = () => uuidInProgram(target.programUuid, randomUUID())
  const matched = matchRows(read.rows, await knownHeads(db, caller.org, target.programUuid), newUuid)
  // artefacts that reference others are written after them
  const planned = matched.planned.sort((a, b) => Number(hasImpliedLinks(a.row)) - Number(hasImpliedLinks(b.row)))
  const looked = await lookedThrough(db, caller, target.programUuid, planned, [...read.refused, ...matched.refused])
  const result = { ...looked.result, rows: read.rows.length + read.refused.length }
  if (dryRun || looked.writing.length === 0) return { ...result, job: null }
  const job = await db.transaction(async (tx) => {
    await jobs.refuseMany(tx, caller.org)
    const pieces = await keepPieces(tx, caller.org)
    for (const {
      row: { row, kind, title, status, fields, externalId },
      uuid,
      isNew,
    } of looked.writing)
      await pieces.add('rows', { row, kind, title, status, fields, externalId, uuid, isNew } satisfies WaitingRow)
    for (const {
      row: { row },
      links,
    } of looked.writing)
      for (const link of links) await pieces.add('links', { row, ...link } satisfies WaitingLink)
    const { importUuid, things } = await pieces.end()
    const input: Input = { ...target, import: importUuid }
    return jobs.add(tx, caller, {
      kind: rowsImportKind,
      title: `Import ${looked.writing.length.toLocaleString('en')} artefacts from ${target.what}`,
      programUuid: target.programUuid,
      total: things,
      input,
    })
  })
  jobs.wake(caller.org)
  return { ...result, job }
}

const hasImpliedLinks = ({ kind }: ImportRow) => artefactKindNamed(kind)!.impliedLinkKinds.length > 0

/**
 * Writes rows like edits in a table, a few hundred per part. Rows that are refused at that time are reported, and the
 * others are written.
 */
export function rowsImports(publisher: Publisher, after: AfterWrite): JobKind {
  return jobKind<Input, Checkpoint>({
    kind: rowsImportKind,
    licence: 'LIFECYCLE_CONCEPT_PHASE',
    async doPart({ tx, org, actor, input, checkpoint }) {
      const at = checkpoint?.piece ?? 0
      const piece = await takePiece(tx, org, input.import, at)
      if (!piece) {
        await dropPieces(tx, org, input.import)
        return { checkpoint: { piece: at }, finished: true, done: 0, outcome: {} }
      }
      const caller = await jobCaller(tx, org, actor.uuid)
      const { written, messages } =
        piece.what === 'rows'
          ? await writeRows(tx, caller, input, piece.things as WaitingRow[], after)
          : await writeLinks(tx, caller, input, piece.things as WaitingLink[], after)
      const outcome: Record<string, number> = {
        [piece.what === 'rows' ? 'written' : 'linked']: written,
        refused: messages.length,
      }
      return {
        checkpoint: { piece: at + 1 },
        finished: false,
        done: piece.things.length,
        outcome,
        messages,
        announce: () => announceGraph(publisher, org, input.programUuid),
      }
    },
  })
}

async function writeRows(
  tx: Tx,
  caller: Caller,
  { programUuid, projectUuid, what }: Input,
  rows: readonly WaitingRow[],
  after: AfterWrite,
) {
  const there = await artefactRows(
    tx,
    caller.org,
    programUuid,
    rows.flatMap(({ uuid, isNew }) => (isNew ? [] : [uuid])),
  )
  const originOf = (id: string | undefined): Origin => ({ how: 'import', what, ...(id !== undefined && { id }) })
  const inputOf = ({ uuid, isNew, kind, title, status, fields, externalId }: WaitingRow): ArtefactInput => ({
    kind,
    fields: { ...fields },
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status }),
    ...(isNew
      ? { new_uuid: uuid, origin: originOf(externalId), project_uuid: projectUuid ?? null }
      : { uuid, revision: there.get(uuid)?.revision ?? 0 }),
  })
  return inOneOrSingly(tx, rows, (part, some) =>
    writeGraph(part, caller, programUuid, { artefacts: some.map(inputOf), link: [], unlink: [] }, after),
  )
}

async function writeLinks(
  tx: Tx,
  caller: Caller,
  { programUuid }: Input,
  links: readonly WaitingLink[],
  after: AfterWrite,
) {
  return inOneOrSingly(tx, links, (part, some) =>
    writeGraph(
      part,
      caller,
      programUuid,
      { artefacts: [], link: some.map(({ kind, from, to }) => ({ kind, from, to })), unlink: [] },
      after,
    ),
  )
}

/** Writes all rows at once; if that is refused, writes them singly, so that an invalid row does not block others. */
async function inOneOrSingly<T extends { readonly row: number }>(
  tx: Tx,
  things: readonly T[],
  write: (part: Tx, some: readonly T[]) => Promise<unknown>,
): Promise<{ written: number; messages: string[] }> {
  const tried = async (some: readonly T[]) =>
    tx
      .transaction((part) => write(part, some))
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Failure && error.code !== 'ROLE_REQUIRED') return error
          throw error
        },
      )
  if (!(await tried(things))) return { written: things.length, messages: [] }
  const messages: string[] = []
  for (const thing of things) {
    const failure = await tried([thing])
    if (failure) messages.push(`Row ${thing.row}: ${failure.message}`)
  }
  return { written: things.length - messages.length, messages }
}
