import type { Org } from '@carapace/shared/core/owned'
import type { VehicleEvent } from '@carapace/shared/msoc/events'

/** Why one event was not stored. */
export interface Reject {
  readonly line: number
  readonly reason: string
  /** The event as it came, cut. */
  readonly text: string
  readonly vehicle: string | null
}

/** What one request, one upload part or one handful of log lines brings: decoded, not yet stored. */
export interface Parcel {
  readonly org: Org
  /** `http`, `syslog udp` … as rejects and metrics name it. */
  readonly source: string
  readonly receivedAt: number
  /** Together they name the request for 24 h; without them a repeat is stored again. */
  readonly idempotency: { readonly keyUuid: string; readonly key: string } | undefined
  /** The reject that it tries again, as marked at that moment: its batch writes there what became of it, and no further reject. */
  readonly retryOf?: { readonly id: number; readonly markedAt: Date }
  /** The replay of a capture that it goes on with: its batch notes there how far it is. */
  readonly replayOf?: { readonly uuid: string; readonly from: number; readonly to: number; readonly isEnd: boolean }
  readonly events: VehicleEvent[]
  /** Beside `events`: the line that each came from. */
  readonly lines: number[]
  readonly rejects: Reject[]
}

/** What the sender is told once the parcel is committed. */
export interface Reply {
  readonly accepted: number
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** Rows that a parcel becomes, for sizing batches. */
export function rowsOfParcel(parcel: Parcel): number {
  return parcel.events.reduce((rows, event) => rows + (event.kind === 'can' ? event.frames.length : event.kind === 'telemetry' ? event.signals.length : 1), parcel.rejects.length)
}

export function replyTo(parcel: Parcel): Reply {
  return { accepted: parcel.events.length, rejected: parcel.rejects.map(({ line, reason }) => ({ line, reason })) }
}
