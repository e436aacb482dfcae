import type { DbcName } from '@carapace/shared/msoc/can/dbc.contract'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { z } from 'zod'

/** The object that the frames belong to, for titles and links. */
export interface Subject {
  readonly title: string
  readonly vehicle: { readonly uuid: string; readonly vin: string; readonly model: string } | undefined
  /** The time of interest, for example when an alert fired; epoch ms. */
  readonly around: number | undefined
  /** The alert's bus and its own arbitration ids. */
  readonly bus: string | undefined
  readonly ids: readonly number[]
}

/** An alert of the vehicle, as a mark on the timeline. */
export interface AlertMark {
  readonly uuid: string
  readonly number: number
  readonly title: string
  readonly severity: Severity
  /** When it was first and last seen, epoch ms. */
  readonly from: number
  readonly to: number
  readonly bus: string | undefined
  /** Arbitration ids among its observables. */
  readonly ids: readonly number[]
}

/** A database that decodes a bus; an empty bus means all other buses. */
export interface BusDbc {
  readonly bus: string
  readonly dbc: z.infer<typeof DbcName>
}

/**
 * The learned profile of a bus. `version`: that of the model's profile; undefined: learned from this vehicle itself.
 */
export interface BusProfile {
  readonly bus: string
  readonly uuid: string | undefined
  readonly version: number | undefined
  readonly model: string
}

/** Receives the data that a source reads. */
export interface Sink {
  subject(subject: Subject): void
  /** The expected number of frames, if known. */
  expect(frames: number | undefined): void
  frames(frames: FrameColumns): void
  /** A deflated block in base64, and its number of frames. */
  block(block: string, frames: number): void
  dropped(frames: number): void
  /** The source has more frames than were read. */
  more(): void
  dbc(dbc: BusDbc, text: string): void
  profile(of: BusProfile, profile: CanProfile): void
  alerts(marks: readonly AlertMark[]): void
  /** All stored frames were sent: live frames follow. */
  live(): void
}

/** Maximum number of frames read from a record or a capture: as many as fit well into a page's memory. */
export const mostFrames = 2_000_000
