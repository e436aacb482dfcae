import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { captureLimits } from '@carapace/shared/msoc/can/captures'
import type { exportFrames } from '@carapace/shared/msoc/can/captures.contract'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { captureWriter, endingOf } from '@carapace/shared/msoc/capture/write'
import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { canFramesOf, type Cursor } from '@carapace/shared/msoc/history/history.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { z } from 'zod'
import type { Database } from '../../core/db.ts'
import type { Download } from '../../core/http/serve.ts'
import { frameOfRow, unpackBlock } from './blocks.ts'
import { blocksOf, captureByUuid, countRecorded, keptFrames } from './captures.queries.ts'
import { retentionOf } from '../history/history.queries.ts'
import { keptPart } from '../span.ts'
import { vehicleIdOf } from '../vehicles/vehicles.queries.ts'

const blocksAtOnce = 8
const rowsAtOnce = 20_000
const minuteMs = 60_000

type FramesInput = z.output<typeof exportFrames.input>

/** The requested window of a vehicle's record (default: the last minute), limited to the organisation's retention. */
export async function recordWindow(db: Database, org: Org, { from, to }: Pick<FramesInput, 'from' | 'to'>) {
  const until = to ?? new Date()
  return keptPart({ from: from ?? new Date(until.getTime() - minuteMs), to: until }, await retentionOf(db, org))
}

export async function knownVehicle(db: Database, org: Org, name: string) {
  const id = await vehicleIdOf(db, org, name)
  if (id === undefined)
    throw new Failure('NOT_FOUND', { message: 'No vehicle of yours has this uuid, VIN or device id.' })
  return id
}

type Recorded = Awaited<ReturnType<typeof recordWindow>> & { readonly bus: string | undefined }

/**
 * How many recorded frames a vehicle has in a window.
 *
 * @throws {Failure} RULE_REFUSED when there are more than a capture or an export may hold
 */
export async function framesRecorded(
  db: Database,
  org: Org,
  vehicle: VehicleId,
  window: Recorded,
  most: number = captureLimits.frames,
): Promise<number> {
  const frames = await countRecorded(db, org, vehicle, window, most + 1)
  if (frames <= most) return frames
  throw new Failure('RULE_REFUSED', {
    message: `This window has more than ${most.toLocaleString('en')} frames. Choose a shorter one.`,
  })
}

/**
 * A file of frames, written while they are read. Too many frames are refused before the file begins (rule
 * CAPTURE-50).
 */
export async function framesFile(db: Database, org: Org, input: FramesInput, most?: number): Promise<Download> {
  const { name, frames, earliestMs } = await requestedFrames(db, org, input, most)
  return {
    fileName: `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}.${endingOf[input.format]}`,
    content: written(frames, captureWriter(input.format, earliestMs)),
  }
}

async function* written(frames: Frames, write: ReturnType<typeof captureWriter>): AsyncGenerator<Uint8Array> {
  for await (const some of frames) yield write(some)
}

type Frames = AsyncGenerator<readonly CanFrame[]>

async function requestedFrames(
  db: Database,
  org: Org,
  input: FramesInput,
  most: number | undefined,
): Promise<{ name: string; frames: Frames; earliestMs?: number }> {
  if (input.capture !== undefined) {
    const capture = await captureByUuid(db, org, input.capture)
    if (!capture) throw new Failure('NOT_FOUND')
    // frames that are very late come after later ones
    return {
      name: capture.name,
      frames: capturedFrames(db, org, input, input.capture),
      ...(capture.started_at !== null && { earliestMs: Date.parse(capture.started_at) }),
    }
  }
  if (input.alert !== undefined) {
    const rows = await keptFrames(db, org, input.alert)
    if (!rows) throw new Failure('NOT_FOUND', { message: 'This alert has no frames as evidence.' })
    return { name: `alert-${input.alert.slice(0, 8)}`, frames: evidenceFrames(rows, input) }
  }
  const vehicle = await knownVehicle(db, org, input.vehicle!)
  const window = { ...(await recordWindow(db, org, input)), bus: input.bus }
  await framesRecorded(db, org, vehicle, window, most)
  return { name: `${input.vehicle}-can`, frames: recordedFrames(db, org, vehicle, window) }
}

/** Whether a frame belongs to the requested bus and window. */
function isRequested({ from, to, bus }: Pick<FramesInput, 'from' | 'to' | 'bus'>): (frame: CanFrame) => boolean {
  const fromMs = from?.getTime() ?? -Infinity
  const toMs = to?.getTime() ?? Infinity
  return (frame) => frame.ts >= fromMs && frame.ts < toMs && (bus === undefined || frame.bus === bus)
}

/** A capture's frames in a window and of a bus, block by block. */
async function* capturedFrames(
  db: Database,
  org: Org,
  input: Pick<FramesInput, 'from' | 'to' | 'bus'>,
  captureUuid: string,
): Frames {
  const window = { fromMs: input.from?.getTime() ?? -Infinity, toMs: input.to?.getTime() ?? Infinity }
  for (let block = 0; ;) {
    const blocks = await blocksOf(db, org, captureUuid, { ...window, block, limit: blocksAtOnce })
    for (const { data } of blocks) yield unpackBlock(data).filter(isRequested(input))
    if (blocks.length < blocksAtOnce) return
    block = blocks.at(-1)!.block + 1
  }
}

async function* evidenceFrames(rows: readonly Record<string, unknown>[], input: FramesInput): Frames {
  yield rows.map((row) => frameOfRow(row as unknown as CanFrameRow)).filter(isRequested(input))
}

async function* recordedFrames(db: Database, org: Org, vehicle: VehicleId, { bus, ...window }: Recorded): Frames {
  let cursor: Cursor | undefined
  do {
    const { rows, next } = await canFramesOf(db, org, vehicle, { ...window, limit: rowsAtOnce, cursor }, { bus })
    yield rows.map(frameOfRow)
    cursor = next ?? undefined
  } while (cursor)
}
