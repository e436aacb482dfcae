import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { captureJobs } from '@carapace/shared/msoc/can/captures'
import { busesPerBlock } from '@carapace/shared/msoc/can/frame-columns'
import { canFramesOf, type Cursor } from '@carapace/shared/msoc/history/history.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../../core/db.ts'
import { jobKind, type Progress } from '../../core/jobs/jobs.ts'
import { frameOfRow, framesPerBlock, packBlock } from './blocks.ts'
import { clearBlocks, insertBlock, writeCapture } from './captures.queries.ts'

export const captureKeepKind = captureJobs.keep

export interface KeepInput {
  readonly capture: string
  readonly vehicle: VehicleId
  readonly from: string
  readonly to: string
  readonly bus?: string | undefined
}

interface Checkpoint {
  readonly cursor: Cursor | null
  readonly blocks: number
  readonly frames: number
  readonly bytes: number
  readonly fromMs: number
  readonly toMs: number
  readonly buses: Readonly<Record<string, number>>
}

const nothingKept: Checkpoint = { cursor: null, blocks: 0, frames: 0, bytes: 0, fromMs: 0, toMs: 0, buses: {} }

/**
 * Copies a window of a vehicle's record into a capture, one block per part of the job (rule CAPTURE-35 of
 * packages/shared/src/msoc/capture/SPEC.md).
 */
export const captureKeeps = jobKind<KeepInput, Checkpoint>({
  kind: captureKeepKind,
  licence: 'MSOC',
  async doPart({ tx, org, input: { capture, vehicle, from, to, bus }, checkpoint }) {
    if (!checkpoint && !(await clearBlocks(tx, org, capture)))
      throw new Failure('RULE_REFUSED', { message: 'The capture no longer exists, or was saved already.' })
    const kept = checkpoint ?? nothingKept
    const window = { from: new Date(from), to: new Date(to), limit: framesPerBlock, cursor: kept.cursor ?? undefined }
    const { rows, next } = await canFramesOf(tx, org, vehicle, window, { bus })
    const frames = rows.map(frameOfRow)
    const now = { ...kept, cursor: next, buses: { ...kept.buses } }
    for (const { bus: name } of frames) now.buses[name] = (now.buses[name] ?? 0) + 1
    if (Object.keys(now.buses).length > busesPerBlock) return giveUp(tx, org, capture)
    if (frames.length > 0) {
      const block = packBlock(frames)
      await insertBlock(tx, org, capture, { block: kept.blocks, ...block })
      Object.assign(now, {
        blocks: kept.blocks + 1,
        frames: kept.frames + frames.length,
        bytes: kept.bytes + block.data.length,
        fromMs: kept.blocks === 0 ? block.fromMs : kept.fromMs,
        toMs: block.toMs,
      })
    }
    if (next) return { checkpoint: now, finished: false, done: frames.length, outcome: { frames: frames.length } }
    const found = now.frames > 0
    await writeCapture(tx, org, capture, {
      state: found ? 'READY' : 'FAILED',
      error: found ? null : 'The record no longer has frames in this window.',
      frames: now.frames,
      bytes: now.bytes,
      ...(found && { startedAt: new Date(now.fromMs), endedAt: new Date(now.toMs) }),
      buses: Object.entries(now.buses).map(([name, some]) => ({ bus: name, frames: some })),
    })
    return { checkpoint: now, finished: true, done: frames.length, outcome: { frames: frames.length } }
  },
})

async function giveUp(tx: Tx, org: Org, capture: string): Promise<Progress<Checkpoint>> {
  const error = `The window has frames of more than ${busesPerBlock} buses. Keep one bus.`
  await clearBlocks(tx, org, capture)
  await writeCapture(tx, org, capture, { state: 'FAILED', error })
  return { checkpoint: nothingKept, finished: true, done: 0, outcome: { frames: 0 }, messages: [error] }
}
