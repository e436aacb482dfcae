import type { Org } from '@carapace/shared/core/owned'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'

/** Why one event was not stored. */
export interface Reject {
  readonly line: number
  readonly reason: string
  /** The event as it came, cut. */
  readonly text: string
  readonly vehicle: string | null
}

/** What one request, one upload part or one handful of log lines brings: decoded, not yet stored. */
export interface Chunk {
  readonly org: Org
  /** `http`, `syslog udp` … as rejects and metrics name it. */
  readonly source: string
  readonly receivedAt: number
  /** Together they name the request for 24 h; without them a repeat is stored again. */
  readonly idempotency: { readonly keyUuid: string; readonly key: string } | undefined
  /**
   * The reject that it tries again, as marked at that moment: its batch writes there what became of it, and no further
   * reject.
   */
  readonly retryOf?: { readonly id: number; readonly markedAt: Date }
  /** The replay of a capture that it goes on with: its batch notes there how far it is. */
  readonly replayOf?: { readonly uuid: string; readonly from: number; readonly to: number; readonly isEnd: boolean }
  /**
   * The record of a broker's partition that it is: its batch moves the position of what is stored from it on to the
   * next, if it still is there.
   */
  readonly recordOf?: RecordPlace
  readonly events: VehicleEvent[]
  /** Beside `events`: the line that each came from. */
  readonly lines: number[]
  /**
   * Beside `events`, where the source had them and the taker wants them: each as it came, a line of JSON. Writing it
   * anew would cost as much as reading it.
   */
  readonly texts?: string[] | undefined
  readonly rejects: Reject[]
}

/** Where a record lies, in offsets: `from` is the end of the one before it, whatever lies in between. */
export interface RecordPlace {
  readonly topic: string
  readonly partition: number
  readonly from: number
  readonly next: number
  /** Which part it is of what a gateway took in at once: stored once, however often it was produced. */
  readonly part: { readonly batch: string; readonly number: number } | undefined
}

/** What the sender is told once the parcel is committed. */
export interface Reply {
  readonly accepted: number
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** Where a source brings its parcels: to the pipeline, or to the gateway in front of it. */
export interface ChunkReceiver {
  /**
   * Takes a parcel in; resolves with the reply when nothing can lose it any more, or rejects with BUSY when it was not
   * taken.
   */
  submit(chunk: Chunk): Promise<Reply>
  /** Whether it hands events on as text. */
  readonly wantsTexts: boolean
}

/** Rows that a parcel becomes, for sizing batches. */
export function rowsOfChunk(chunk: Chunk): number {
  return chunk.events.reduce((rows, event) => rows + specOf(event).rowsOf(event), chunk.rejects.length)
}

export function replyTo(chunk: Chunk): Reply {
  return { accepted: chunk.events.length, rejected: chunk.rejects.map(({ line, reason }) => ({ line, reason })) }
}

/** How much of a request's rejects is kept: a flood of garbage must not become a flood of rows, nor of records. */
export const rejectsKept = 1_000

/** What is kept of rejects, of which there were `all`; the reason of the last says how many more there were. */
export function keptRejects(rejects: readonly Reject[], all = rejects.length): Reject[] {
  const kept = rejects.slice(0, rejectsKept)
  const last = kept.at(-1)
  if (last && all > kept.length)
    kept.splice(-1, 1, { ...last, reason: `${last.reason} (and ${all - kept.length} more, which are not kept)` })
  return kept
}
