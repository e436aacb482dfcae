import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type captureFormats, captureJobs, captureLimits } from '@carapace/shared/msoc/can/captures'
import { captureReader } from '@carapace/shared/msoc/capture/read'
import { longestYear } from '@carapace/shared/msoc/capture/reader'
import type { Tx } from '../../core/db.ts'
import { jobKind, type Progress } from '../../core/jobs/jobs.ts'
import { framesPerBlock } from './blocks.ts'
import { beginReading, blocksRead, type Reading } from './cutting.ts'
import { clearBlocks, countParts, insertBlock, partOf, removeFile, writeCapture } from './captures.queries.ts'

export const captureReadKind = captureJobs.read

export interface ReadInput {
  readonly capture: string
  readonly format: (typeof captureFormats)[number]
  readonly bus: string
  /** Time of the upload, epoch ms: a file without dates is assumed to end then. */
  readonly uploadedAt: number
}

/** The stored progress: this many parts are read, and this many of their blocks are stored. */
interface Checkpoint {
  readonly part: number
  readonly blocks: number
  readonly parts: number
  readonly startMs: number
}

/** Readers cached between the parts of their files; a reader that was dropped starts again. */
const readingsKept = 4

/**
 * Reads an uploaded file into blocks, part by part (rules CAPTURE-30 to CAPTURE-34, CAPTURE-48 of
 * packages/shared/src/msoc/capture/SPEC.md). A reader's state is in memory only. If it is lost, or differs from the
 * last commit, the file is read again from its beginning; blocks stored already are cut off but not stored twice.
 * Blocks depend only on the order of the frames, not on the parts.
 */
export function captureReads(framesAtMost: number = captureLimits.frames) {
  const readings = new Map<string, Reading>()

  function readingOf({ capture, format, bus }: ReadInput, { part, startMs }: Checkpoint): Reading {
    const kept = readings.get(capture)
    readings.delete(capture)
    // a reader that is ahead counted frames that were rolled back
    const reading = kept && kept.part <= part && kept.startMs === startMs ? kept : beginReading(format, bus, startMs)
    readings.set(capture, reading)
    if (readings.size > readingsKept) readings.delete(readings.keys().next().value!)
    return reading
  }

  return jobKind<ReadInput, Checkpoint>({
    kind: captureReadKind,
    licence: 'MSOC',
    async doPart({ tx, org, input, checkpoint }) {
      const at = checkpoint ?? (await checkpointOf(tx, org, input))
      const reading = readingOf(input, at)
      const isEnd = reading.part >= at.parts
      const bytes = isEnd ? undefined : await partOf(tx, org, input.capture, reading.part)
      if (!isEnd && !bytes) throw notThere()
      const isNew = reading.part >= at.part
      reading.part += 1
      for await (const block of blocksRead(reading, bytes, at.blocks)) {
        if (reading.frames > framesAtMost) break
        await insertBlock(tx, org, input.capture, block)
      }
      if (reading.frames > framesAtMost)
        return giveUp(tx, org, input, reading, `It has more than ${framesAtMost.toLocaleString('en')} frames.`)
      if (!bytes) return finish(tx, org, input, reading)
      return {
        checkpoint: isNew ? { ...at, part: reading.part, blocks: reading.blocks } : at,
        finished: false,
        done: isNew ? bytes.length : 0,
        outcome: {},
      }
    },
  })

  /** Deletes the file and its blocks, and stores the reason. */
  async function giveUp(
    tx: Tx,
    org: Org,
    { capture }: ReadInput,
    reading: Reading,
    error: string,
  ): Promise<Progress<Checkpoint>> {
    readings.delete(capture)
    await clearBlocks(tx, org, capture)
    await removeFile(tx, org, capture)
    await writeCapture(tx, org, capture, {
      state: 'FAILED',
      error,
      rejected: reading.reader.rejected,
      rejects: [...reading.reader.rejects],
    })
    return {
      checkpoint: { part: 0, blocks: 0, parts: 0, startMs: 0 },
      finished: true,
      done: 0,
      outcome: { frames: 0, rejected: reading.reader.rejected },
      messages: [error],
    }
  }

  async function finish(tx: Tx, org: Org, input: ReadInput, reading: Reading): Promise<Progress<Checkpoint>> {
    const { reader, frames, span, late, buses } = reading
    if (frames === 0) return giveUp(tx, org, input, reading, 'There are no frames in it.')
    readings.delete(input.capture)
    await removeFile(tx, org, input.capture)
    await writeCapture(tx, org, input.capture, {
      state: 'READY',
      frames,
      startedAt: new Date(span.from),
      endedAt: new Date(span.to),
      buses: [...buses].map(([bus, some]) => ({ bus, frames: some })),
      rejected: reader.rejected,
      rejects: [...reader.rejects],
    })
    const messages = [
      ...(reader.rejected > 0
        ? [`${reader.rejected.toLocaleString('en')} lines or records were not understood; the capture names the first.`]
        : []),
      ...(late > 0
        ? [
            `${late.toLocaleString('en')} frames are out of time order by more than ` +
              `${framesPerBlock.toLocaleString('en')} frames.`,
          ]
        : []),
    ]
    return {
      checkpoint: { part: 0, blocks: 0, parts: 0, startMs: 0 },
      finished: true,
      done: 0,
      outcome: { frames, rejected: reader.rejected },
      messages,
    }
  }
}

const notThere = () => new Failure('RULE_REFUSED', { message: 'The capture no longer exists, or was read already.' })

/** The checkpoint at which a job begins. Data of an earlier attempt is deleted. */
async function checkpointOf(tx: Tx, org: Org, input: ReadInput): Promise<Checkpoint> {
  if (!(await clearBlocks(tx, org, input.capture))) throw notThere()
  const parts = await countParts(tx, org, input.capture)
  const first = (await partOf(tx, org, input.capture, 0)) ?? new Uint8Array()
  const last = parts > 1 ? await partOf(tx, org, input.capture, parts - 1) : undefined
  return { part: 0, blocks: 0, parts, startMs: startOf(input, first, last) }
}

/**
 * The start time of a file, epoch ms. A file without a date, whose times count from its beginning, is assumed to end at
 * its upload: the time of its last frame is subtracted (rule CAPTURE-8).
 */
export function startOf(
  { format, bus, uploadedAt }: ReadInput,
  first: Uint8Array,
  last: Uint8Array | undefined,
): number {
  // binary files have dates, and cannot be read from the middle
  if (format === 'blf' || format === 'pcap') return uploadedAt
  const probe = captureReader(format, { bus })
  const lineEnd = (bytes: Uint8Array, back: boolean) => (back ? bytes.lastIndexOf(10) : bytes.indexOf(10)) + 1
  const frames = [
    ...probe.push(last ? first.subarray(0, lineEnd(first, true)) : first),
    ...(last ? probe.push(last.subarray(lineEnd(last, false))) : []),
    ...probe.end(),
  ]
  const latest = frames.reduce((most, { ts }) => Math.max(most, ts), 0)
  return latest < longestYear ? uploadedAt - Math.ceil(latest) : uploadedAt
}
