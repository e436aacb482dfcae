import type { DbcName } from '@carapace/shared/msoc/can/dbc.contract'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { z } from 'zod'

/** What the frames are of, for titles and links. */
export interface Subject {
  readonly title: string
  readonly vehicle: { readonly uuid: string; readonly vin: string; readonly model: string } | undefined
  /** The moment that it is about: when an alert fired; epoch ms. */
  readonly around: number | undefined
  /** The alert's bus and its own arbitration ids. */
  readonly bus: string | undefined
  readonly ids: readonly number[]
}

/** An alert of the vehicle, as a mark in time. */
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

/** A database that reads a bus; an empty bus stands for every other one. */
export interface BusDbc {
  readonly bus: string
  readonly dbc: z.infer<typeof DbcName>
}

/** What a bus was learned to be. `version`: of the model's profile; undefined: learned of this vehicle itself. */
export interface BusProfile {
  readonly bus: string
  readonly uuid: string | undefined
  readonly version: number | undefined
  readonly model: string
}

/** Where a source puts what it reads. */
export interface Sink {
  subject(subject: Subject): void
  /** How many frames there will be, where that is known. */
  expect(frames: number | undefined): void
  frames(frames: FrameColumns): void
  /** A deflated block in base64 and how many frames it holds. */
  block(block: string, frames: number): void
  dropped(frames: number): void
  /** The source has more frames than are read. */
  more(): void
  dbc(dbc: BusDbc, text: string): void
  profile(of: BusProfile, profile: CanProfile): void
  alerts(marks: readonly AlertMark[]): void
  /** Everything that came before it is here: live frames follow. */
  live(): void
}

/** No more frames are read of a record or a capture: what a page's memory holds well. */
export const mostFrames = 2_000_000
