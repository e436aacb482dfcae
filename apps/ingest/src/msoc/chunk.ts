import type { Org } from '@carapace/shared/core/owned'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'

/** Why one event was not stored. */
export interface Reject {
  readonly line: number
  readonly reason: string
  /** The event as it was received, truncated. */
  readonly text: string
  readonly vehicle: string | null
}

/** The decoded content of one request, one part of an upload or a few log lines, not stored yet. */
export interface Chunk {
  readonly org: Org
  /** `http`, `syslog udp` … as in rejects and metrics. */
  readonly source: string
  readonly receivedAt: number
  /** Together they identify the request for 24 h; without them a repeated request is stored again. */
  readonly idempotency: { readonly keyUuid: string; readonly key: string } | undefined
  /**
   * The reject that this chunk retries, and when it was marked: the batch stores the result there, and no further
   * reject.
   */
  readonly retryOf?: { readonly id: number; readonly markedAt: Date }
  /** The replay of a capture that this chunk continues: the batch stores the replay's progress. */
  readonly replayOf?: { readonly uuid: string; readonly from: number; readonly to: number; readonly isEnd: boolean }
  /**
   * The record of a broker's partition that this chunk contains: its batch moves the stored position of the partition
   * from `from` to `next`, if it still is there.
   */
  readonly recordOf?: RecordPlace
  readonly events: VehicleEvent[]
  /** For each of `events`: its line. */
  readonly lines: number[]
  /**
   * For each of `events`, if the source has the text and the receiver needs it: the original line of JSON. Writing it
   * again would cost as much as reading it.
   */
  readonly texts?: string[] | undefined
  readonly rejects: Reject[]
}

/** The position of a record, in offsets: `from` is the end of the previous record, whatever is in between. */
export interface RecordPlace {
  readonly topic: string
  readonly partition: number
  readonly from: number
  readonly next: number
  /** Which part of a gateway's batch it is: it is stored once, however often it was produced. */
  readonly part: { readonly batch: string; readonly number: number } | undefined
}

/** The sender's reply once the chunk is committed. */
export interface Reply {
  readonly accepted: number
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** The receiver of a source's chunks: the pipeline, or the gateway in front of it. */
export interface ChunkReceiver {
  /**
   * Takes a chunk; resolves with the reply when it can no longer be lost.
   *
   * @throws {Failure} BUSY when it was not taken
   */
  submit(chunk: Chunk): Promise<Reply>
  /** Whether it needs the events as text. */
  readonly wantsTexts: boolean
}

/** The number of rows of a chunk, to limit the size of batches. */
export function rowsOfChunk(chunk: Chunk): number {
  const rejects = Math.min(chunk.rejects.length, rejectsKept)
  return chunk.events.reduce((rows, event) => rows + specOf(event).rowsOf(event), rejects)
}

export function replyTo(chunk: Chunk): Reply {
  return { accepted: chunk.events.length, rejected: chunk.rejects.map(({ line, reason }) => ({ line, reason })) }
}

/** Maximum stored rejects of a request: a flood of garbage must not become a flood of rows or records. */
export const rejectsKept = 1_000

/** The rejects to store, of `all` rejects; the reason of the last one states how many more there were. */
export function keptRejects(rejects: readonly Reject[], all = rejects.length): Reject[] {
  const kept = rejects.slice(0, rejectsKept)
  const last = kept.at(-1)
  if (last && all > kept.length)
    kept.splice(-1, 1, { ...last, reason: `${last.reason} (and ${all - kept.length} more, which are not kept)` })
  return kept
}
