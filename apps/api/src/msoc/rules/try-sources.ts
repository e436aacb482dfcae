import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { canFlags, type CanFrame, hexOf } from '@carapace/shared/msoc/can/frame'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import { weightOf } from '@carapace/shared/msoc/events/event-kinds'
import { type CanEvent, frameFlags, type PackedFrame, type VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { RuleSet } from '@carapace/shared/msoc/rules/rule-set'
import type { Database } from '../../core/db.ts'
import { unpackBlock } from '../capture/blocks.ts'
import { blocksOf, captureByUuid } from '../capture/captures.queries.ts'
import { type Contexts, type KnownVehicle, noVehicle } from './contexts.ts'
import { createKnowing } from './known-events.ts'
import { createEventReader } from './stored-events.ts'
import { vehiclesCalled } from './stored-events.queries.ts'
import type { KnownEvent } from './trial.ts'

/** Events to try a rule on, in the order of their times. */
export interface TriedPortion {
  readonly events: readonly KnownEvent[]
  /** How many events they count as; each frame counts. */
  readonly weight: number
  /** Epoch ms: no earlier event follows. */
  readonly end: number
}

const hourMs = 3_600_000

/** Stored events of the last hour, of all vehicles. */
export async function* lastHour(
  db: Database,
  org: Org,
  contexts: Contexts,
  needs: RuleSet['needs'],
  now = Date.now(),
): AsyncGenerator<TriedPortion> {
  const next = createEventReader(() => db, org, needs)
  const known = createKnowing(() => db, org, contexts)
  const until = now * 1000
  for (let from = until - hourMs * 1000; from < until;) {
    const { events, rows, end } = await next(from, until)
    yield { events: await known(events), weight: rows, end: end / 1000 }
    from = end
  }
}

/**
 * The frames of a capture, decoded as those of its vehicle's model (rule RULE-48).
 *
 * @throws {Failure} NOT_FOUND; RULE_REFUSED while the capture is being read
 */
export async function* ofCapture(
  db: Database,
  org: Org,
  contexts: Contexts,
  uuid: string,
): AsyncGenerator<TriedPortion> {
  const capture = await captureByUuid(db, org, uuid)
  if (!capture) throw new Failure('NOT_FOUND')
  if (capture.state !== 'READY') throw new Failure('RULE_REFUSED', { message: 'The capture is not read yet.' })
  const [vehicle] = capture.vehicle === null ? [] : await vehiclesCalled(db, org, [capture.vehicle.vin])
  const context = contexts.of(vehicle ?? noVehicle)
  for (let block = 0; ; block++) {
    const [row] = await blocksOf(db, org, uuid, { fromMs: -Infinity, toMs: Infinity, block, limit: 1 })
    if (!row) return
    const events = eventsOf(unpackBlock(row.data))
    await contexts.prepare(new Set(events.map(({ bus }) => bus)).values().map((bus) => ({ model: context.model, bus })))
    yield {
      events: events.map((event) => ({ event, context })),
      weight: events.reduce((sum, event) => sum + event.frames.length, 0),
      end: row.toMs,
    }
    block = row.block
  }
}

/** Frames as events: those of one bus that follow each other are one event. Error frames are no events. */
function eventsOf(frames: readonly CanFrame[]): CanEvent[] {
  const events: CanEvent[] = []
  for (const frame of frames) {
    if ((frame.flags & canFlags.error) !== 0) continue
    const flags = frame.flags & (frameFlags.ext | frameFlags.fd | frameFlags.rtr)
    const { ts, bus, id } = frame
    const last = events.at(-1)
    const packed = (since: number): PackedFrame => [Math.round((ts - since) * 1000), id, hexOf(frame.data)]
    if (last?.bus === bus && last.flags === flags && ts >= last.ts) (last.frames as PackedFrame[]).push(packed(last.ts))
    else events.push({ kind: 'can', vehicle: '', ts, deviceTs: null, bus, flags, frames: [packed(ts)] })
  }
  return events
}

/** The vehicle of events that name none. */
const unnamed = 'UNNAMED'
/** Events of any time are accepted as they are: nothing is stored. */
const anyTime = { receivedAt: Number.MAX_SAFE_INTEGER, keepMs: Infinity }

/** Events in the JSON form of the ingest protocol, and why some are none (rule RULE-49). */
export async function pasted(
  db: Database,
  org: Org,
  contexts: Contexts,
  given: readonly Record<string, unknown>[],
): Promise<{ portion: TriedPortion; rejected: string[] }> {
  const events: VehicleEvent[] = []
  const rejected: string[] = []
  for (const [i, one] of given.entries()) {
    const read = decodeEvent({ vehicle: unnamed, ...one }, anyTime)
    if (read.ok) events.push(read.value)
    else rejected.push(`Event ${i + 1}: ${read.reason}`)
  }
  events.sort((a, b) => a.ts - b.ts)
  const vehicles = await knownByName(db, org, new Set(events.map(({ vehicle }) => vehicle)))
  const contextsByName = new Map([...vehicles].map(([name, vehicle]) => [name, contexts.of(vehicle)]))
  await contexts.prepare(
    events.flatMap((event) =>
      event.kind === 'can' ? [{ model: vehicles.get(event.vehicle)!.model, bus: event.bus }] : [],
    ),
  )
  const portion = {
    events: events.map((event) => ({ event, context: contextsByName.get(event.vehicle)! })),
    weight: events.reduce((sum, event) => sum + weightOf(event), 0),
    end: events.at(-1)?.ts ?? 0,
  }
  return { portion, rejected }
}

async function knownByName(db: Database, org: Org, names: ReadonlySet<string>): Promise<Map<string, KnownVehicle>> {
  const found = new Map<string, KnownVehicle>([...names].map((vin) => [vin, { ...noVehicle, vin }]))
  for (const { deviceId, ...vehicle } of names.size === 0 ? [] : await vehiclesCalled(db, org, [...names]))
    for (const name of [vehicle.vin, deviceId]) if (name !== null && names.has(name)) found.set(name, vehicle)
  return found
}
