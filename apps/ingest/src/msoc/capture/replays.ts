import { inflateRawSync } from 'node:zlib'
import { type CanFrame, canFlags, hexOf } from '@carapace/shared/msoc/can/frame'
import { decodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { type FrameColumns, frameAt } from '@carapace/shared/msoc/can/frame-columns'
import { type CanEvent, frameFlags } from '@carapace/shared/msoc/events/events'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { blockAt, type DueReplay, dueReplays, failReplay, firstMs } from './replays.sink.ts'
import { every } from '../jobs.ts'
import { packFrame } from '../sources/packing.ts'
import type { Chunk } from '../chunk.ts'
import type { Pipeline } from '../pipeline.ts'

interface Deps {
  readonly db: Database
  readonly pipeline: Pipeline
  readonly log: Log
}

const lookMs = 1_000
/** Replays that are processed together; the others are next. */
const replaysAtOnce = 50
/** Frames per chunk: each chunk is its own transaction, after which a cancellation takes effect. */
const framesPerPart = 10_000
/** Chunks of one replay before the other replays have their turn. */
const partsAtOnce = 10

/** Plays captures into test vehicles (rules CAPTURE-36 to CAPTURE-39 of packages/shared/src/msoc/capture/SPEC.md). */
export function startReplays(parts: Deps): () => Promise<void> {
  let last: string | undefined
  return every(lookMs, 'replays', parts, async () => {
    const due = await playDue(parts, last)
    last = due.length === replaysAtOnce ? due.at(-1)!.uuid : undefined
  })
}

async function playDue({ db, pipeline, log }: Deps, after: string | undefined): Promise<readonly DueReplay[]> {
  const due = await dueReplays(db, replaysAtOnce, after)
  const played = await Promise.allSettled(due.map((replay) => play(db, pipeline, replay)))
  for (const one of played)
    if (one.status === 'rejected') log.warn({ err: one.reason }, 'a replay could not go on; it is tried again')
  return due
}

/** Sends the due frames of a replay, in order. */
async function play(db: Database, pipeline: Pipeline, replay: DueReplay): Promise<void> {
  const { org, captureUuid, uuid, frames: total } = replay
  const first = await firstMs(db, org, captureUuid)
  if (first === undefined) return failReplay(db, org, uuid, 'The capture has no frames.')
  let { sent } = replay
  for (let part = 0; part < partsAtOnce && sent < total; part++) {
    const block = await blockAt(db, org, captureUuid, sent)
    const frames = block && decodeBlock(inflateRawSync(block.data))
    if (!frames?.ok)
      return failReplay(
        db,
        org,
        uuid,
        frames ? `Its frames are broken: ${frames.reason}` : 'Its frames are not all there.',
      )
    const from = sent - block!.before
    const to = dueUntil(replay, first, frames.value, from)
    if (to === from) return
    const next = sent + to - from
    await pipeline.submit(chunkOf(replay, frames.value, { from, to, first, sent, next }))
    sent = next
  }
}

/** The end of a block's due frames from frame `from` on: at speed 0, all of a part. */
function dueUntil(
  { requestedMs: askedMs, speed }: DueReplay,
  first: number,
  { ts, length }: FrameColumns,
  from: number,
): number {
  const end = Math.min(length, from + framesPerPart)
  if (speed === 0) return end
  const until = first + (Date.now() - askedMs) * speed
  let to = from
  while (to < end && ts[to]! <= until) to += 1
  return to
}

function chunkOf(
  { uuid, org, vin, startMs, frames: total }: DueReplay,
  frames: FrameColumns,
  { from, to, first, sent, next }: { from: number; to: number; first: number; sent: number; next: number },
): Chunk {
  const receivedAt = Date.now()
  const events: CanEvent[] = []
  for (let i = from; i < to; i++) addFrame(events, vin, frameAt(frames, i), startMs - first, receivedAt)
  return {
    org,
    source: 'replay',
    receivedAt,
    idempotency: undefined,
    replayOf: { uuid, from: sent, to: next, isEnd: next >= total },
    events,
    lines: events.map((_, i) => i + 1),
    rejects: [],
  }
}

/** Adds a frame. Bus states reported by a controller are skipped: they are not frames. */
function addFrame(
  events: CanEvent[],
  vehicle: string,
  { ts, bus, id, flags: all, data }: CanFrame,
  shift: number,
  receivedAt: number,
): void {
  if ((all & canFlags.error) !== 0) return
  const flags = all & (frameFlags.ext | frameFlags.fd | frameFlags.rtr)
  packFrame(
    events,
    { vehicle, bus, flags, id, hex: hexOf(data), clock: Math.round((ts + shift) * 1000) / 1000 },
    receivedAt,
  )
}
