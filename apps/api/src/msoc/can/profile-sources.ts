import type { Org } from '@carapace/shared/core/owned'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { timeOf } from '@carapace/shared/msoc/events/event-time'
import { canFramesOf, type Cursor } from '@carapace/shared/msoc/history/history.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Tx } from '../../core/db.ts'
import { frameOfRow, unpackBlock } from '../capture/blocks.ts'
import { blocksOf } from '../capture/captures.queries.ts'

/** Recorded frames that one part of a job learns from: it must not delay the calls that this process answers. */
const framesAtOnce = 20_000
interface CaptureSource {
  readonly kind: 'capture'
  readonly uuid: string
  /** The name of the bus in the capture. */
  readonly bus: string
}

interface RecordSource {
  readonly kind: 'record'
  readonly vehicles: readonly VehicleId[]
  readonly bus: string
  readonly from: string
  readonly to: string
}

export type Source = CaptureSource | RecordSource

/** Where to continue reading: the block of a capture; or the vehicle and the page of the record. */
export interface Place {
  readonly block: number
  readonly vehicle: number
  readonly cursor: Cursor | null
}

export const theBeginning: Place = { block: 0, vehicle: 0, cursor: null }

/** Some frames of one vehicle's bus, oldest first, and where to continue; `next` is undefined after the last ones. */
interface Portion {
  readonly frames: Iterable<CanFrame>
  readonly next: Place | undefined
  /** Its share of the job's total: a capture's frames, or seconds of the record. */
  readonly done: number
}

export function portionOf(tx: Tx, org: Org, source: Source, place: Place): Promise<Portion> {
  return source.kind === 'capture' ? portionOfCapture(tx, org, source, place) : portionOfRecord(tx, org, source, place)
}

async function portionOfCapture(tx: Tx, org: Org, { uuid, bus }: CaptureSource, place: Place): Promise<Portion> {
  const [row] = await blocksOf(tx, org, uuid, { fromMs: -Infinity, toMs: Infinity, block: place.block, limit: 1 })
  if (!row) return { frames: [], next: undefined, done: 0 }
  const frames = unpackBlock(row.data).filter((frame) => frame.bus === bus)
  return { frames, next: { ...place, block: row.block + 1 }, done: frames.length }
}

async function portionOfRecord(
  tx: Tx,
  org: Org,
  { vehicles, bus, from, to }: RecordSource,
  place: Place,
): Promise<Portion> {
  const vehicle = vehicles[place.vehicle]
  if (vehicle === undefined) return { frames: [], next: undefined, done: 0 }
  const window = {
    from: new Date(from),
    to: new Date(to),
    limit: framesAtOnce,
    ...(place.cursor && { cursor: place.cursor }),
  }
  const { rows, next } = await canFramesOf(tx, org, vehicle, window, { bus })
  const after: Place = next ? { ...place, cursor: next } : { ...place, vehicle: place.vehicle + 1, cursor: null }
  return {
    frames: rows.values().map(frameOfRow),
    next: after.vehicle < vehicles.length ? after : undefined,
    done: secondsAt(window, after) - secondsAt(window, place),
  }
}

/** The number of seconds of the record before this place. */
function secondsAt({ from, to }: { from: Date; to: Date }, { vehicle, cursor }: Place): number {
  const whole = Math.ceil((to.getTime() - from.getTime()) / 1000)
  return vehicle * whole + (cursor ? Math.floor((timeOf(cursor.ts)! - from.getTime()) / 1000) : 0)
}
