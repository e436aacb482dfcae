import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Job } from '@carapace/shared/account/jobs.contract'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { captureLimits } from '@carapace/shared/msoc/can/captures'
import {
  cancelReplay,
  deleteCapture,
  exportFrames,
  getCapture,
  keepWindow,
  listCaptures,
  readCapture,
  readRecord,
  replayCapture,
  saveCapture,
  uploadCapture,
} from '@carapace/shared/msoc/can/captures.contract'
import { canFramesOf } from '@carapace/shared/msoc/history/history.queries'
import { announceChanges } from '@carapace/shared/msoc/topics'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { serve } from '../../core/http/serve.ts'
import { casesByUuid, withoutHidden } from '../cases/cases.queries.ts'
import { blocksResponse, frameOfRow, packBlocks } from './blocks.ts'
import { framesFile, framesRecorded, knownVehicle, recordWindow } from './frames.ts'
import { captureKeepKind, type KeepInput } from './keeping.ts'
import { captureReadKind, type ReadInput } from './reading.ts'
import { refuseManyUploads, refuseOverQuota, storeFile } from './upload.ts'
import { countedBy, decoded, encoded } from '../cursor.ts'
import { beginReplay, changeCapture, dropCapture, endReplay } from './writes.ts'
import {
  blocksOf,
  captureByUuid,
  capturesPage,
  insertCapture,
  removeCapture,
  replaysOf,
  writeCapture,
} from './captures.queries.ts'

const mostBlocksReturned = 8
const mostRecordedReturned = 50_000
const longestKeptMs = 86_400_000

interface Deps {
  readonly db: Database
  readonly jobs: Jobs
  readonly publisher: Publisher
}

/**
 * Captures over HTTP: uploaded files and saved windows of the record, their processing, and their frames for the
 * analyzer and other tools.
 */
export async function captureRoutes(app: FastifyInstance, { db, jobs, publisher }: Deps): Promise<void> {
  serve(app, listCaptures).with(async ({ input: { vehicle, cursor, ...query }, caller }) => {
    const { org, user } = caller
    const skip = countedBy(cursor)
    if (query.case !== undefined && !(await casesByUuid(db, org, [query.case], user)).has(query.case))
      return { captures: [], next_cursor: null, total: 0 }
    const id = vehicle === undefined ? undefined : await knownVehicle(db, org, vehicle)
    const page = await capturesPage(db, org, { ...query, vehicle: id, skip })
    return { ...page, captures: await withoutHidden(db, org, user, page.captures) }
  })

  serve(app, getCapture).with(async ({ input: { uuid }, caller }) => {
    return { capture: await captureOf(caller, uuid), replays: await replaysOf(db, caller.org, uuid) }
  })

  serve(app, uploadCapture).with(async ({ input, caller, request, body }) => {
    const { org } = caller
    const vehicleId = input.vehicle === undefined ? null : await knownVehicle(db, org, input.vehicle)
    // an upload of unknown length is counted with the maximum size
    const uuid = await beginUpload(
      caller,
      input,
      vehicleId,
      Number(request.headers['content-length'] ?? captureLimits.fileBytes),
    )
    const job = await finishUpload(caller, input, uuid, body).catch(async (error: unknown) => {
      await removeCapture(db, org, uuid)
      throw error
    })
    jobs.wake(org)
    return { success: true, capture: await captureOf(caller, uuid), job }
  })

  serve(app, keepWindow).with(async ({ input: { vehicle, from, to, bus, name }, caller }) => {
    const { org } = caller
    const id = await knownVehicle(db, org, vehicle)
    const span = await recordWindow(db, org, { from: sinceEpoch(from), to: sinceEpoch(to) })
    if (span.to.getTime() - span.from.getTime() > longestKeptMs)
      throw new Failure('INVALID_INPUT', { errors: { to: 'A capture holds at most 24 hours of the record.' } })
    if (span.from >= span.to)
      throw new Failure('INVALID_INPUT', {
        errors: { to: 'The window must end after it begins, and after the start of the retained record.' },
      })
    const frames = await framesRecorded(db, org, id, { ...span, bus })
    if (frames === 0) throw new Failure('RULE_REFUSED', { message: 'The record has no frames in this window.' })
    const { uuid, job } = await db.transaction(async (tx) => {
      await refuseOverQuota(tx, org, 0)
      const made = await insertCapture(tx, org, {
        name,
        format: 'record',
        state: 'READING',
        vehicleId: id,
        createdBy: caller.user.name,
      })
      const keepInput: KeepInput = {
        capture: made,
        vehicle: id,
        from: span.from.toISOString(),
        to: span.to.toISOString(),
        bus,
      }
      await audit(tx, org, byCaller(caller), {
        action: 'keep window',
        subject: 'capture',
        subjectUuid: made,
        after: { vehicle, from, to, bus },
      })
      return {
        uuid: made,
        job: await jobs.add(tx, caller, {
          kind: captureKeepKind,
          title: `Keep ${name}`,
          total: frames,
          input: keepInput,
        }),
      }
    })
    jobs.wake(org)
    return { success: true, capture: await captureOf(caller, uuid), job }
  })

  serve(app, saveCapture).with(async ({ input, caller }) => {
    const { capture, seq } = await db.transaction((tx) => changeCapture(tx, caller, input))
    if (seq !== undefined) announceChanges(publisher, caller.org.uuid, seq)
    const [shown] = await withoutHidden(db, caller.org, caller.user, [capture])
    return { success: true, capture: shown! }
  })

  serve(app, deleteCapture).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropCapture(tx, caller, input))
    return { success: true }
  })

  serve(app, replayCapture).with(async ({ input, caller }) => ({
    success: true,
    replay: await db.transaction((tx) => beginReplay(tx, caller, input)),
  }))
  serve(app, cancelReplay).with(async ({ input: { uuid }, caller }) => ({
    success: true,
    replay: await db.transaction((tx) => endReplay(tx, caller, uuid)),
  }))

  serve(app, readCapture).with(async ({ input: { uuid, from, to, bus, cursor }, caller }) => {
    const block = countedBy(cursor)
    await captureOf(caller, uuid)
    const window = {
      fromMs: from?.getTime() ?? -Infinity,
      toMs: to?.getTime() ?? Infinity,
      block,
      limit: mostBlocksReturned + 1,
    }
    const blocks = await blocksOf(db, caller.org, uuid, window)
    return {
      blocks: await blocksResponse(blocks.slice(0, mostBlocksReturned), bus),
      next_cursor: blocks.length > mostBlocksReturned ? String(blocks[mostBlocksReturned]!.block) : null,
    }
  })

  serve(app, readRecord).with(async ({ input: { vehicle, bus, cursor, ...period }, caller: { org } }) => {
    const id = await knownVehicle(db, org, vehicle)
    const window = { ...(await recordWindow(db, org, period)), limit: mostRecordedReturned, cursor: decoded(cursor) }
    const { rows, next } = await canFramesOf(db, org, id, window, { bus })
    return { blocks: await blocksResponse(packBlocks(rows.map(frameOfRow))), next_cursor: encoded(next) }
  })

  serve(app, exportFrames).streams(async ({ input, caller }) => framesFile(db, caller.org, input))

  async function captureOf({ org, user }: Caller, uuid: string) {
    const found = await captureByUuid(db, org, uuid)
    if (!found) throw new Failure('NOT_FOUND')
    return (await withoutHidden(db, org, user, [found]))[0]!
  }

  /** Reserves the upload's bytes before they arrive, and checks everything that could be refused afterwards. */
  async function beginUpload(
    caller: Caller,
    { file_name: fileName, name }: { file_name: string; name?: string | undefined },
    vehicleId: VehicleId | null,
    bytes: number,
  ): Promise<string> {
    return db.transaction(async (tx) => {
      await refuseOverQuota(tx, caller.org, bytes)
      await refuseManyUploads(tx, caller.org)
      await jobs.refuseMany(tx, caller.org)
      return insertCapture(tx, caller.org, {
        name: name ?? fileName,
        fileName,
        state: 'UPLOADING',
        bytes,
        vehicleId,
        createdBy: caller.user.name,
      })
    })
  }

  /** Stores the file and adds the job that reads it: from then on the capture exists. */
  async function finishUpload(
    caller: Caller,
    { file_name: fileName, format: statedFormat, bus }: z.output<typeof uploadCapture.input>,
    uuid: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Job> {
    const { org } = caller
    const { format, bytes, sha256 } = await storeFile(db, org, uuid, fileName, statedFormat, body)
    return db.transaction(async (tx) => {
      await writeCapture(tx, org, uuid, { bytes, sha256, format, state: 'READING' })
      const readInput: ReadInput = { capture: uuid, format, bus, uploadedAt: Date.now() }
      await audit(tx, org, byCaller(caller), {
        action: 'upload capture',
        subject: 'capture',
        subjectUuid: uuid,
        after: { file_name: fileName, bytes, sha256: Buffer.from(sha256).toString('hex') },
      })
      return jobs.add(tx, caller, { kind: captureReadKind, title: `Read ${fileName}`, total: bytes, input: readInput })
    })
  }
}

/** Nothing was recorded before 1970, and PostgreSQL has no year 0. */
const sinceEpoch = (time: string) => new Date(Math.max(0, Date.parse(time)))
