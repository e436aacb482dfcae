import { keyOf } from '@carapace/shared/msoc/can/frame'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { arbitrate } from './arbitrate.ts'
import { createChance, type Chance } from './chance.ts'
import { diagnosticVisit } from './diagnostic-visit.ts'
import { createDrive } from './drive.ts'
import { createClock, type EcuClock } from './ecu-clock.ts'
import { heapOf, settleFirst } from './heap.ts'
import type { LabelledFrame } from './labelled.ts'
import { plansOf, type MessagePlan } from './message-plan.ts'
import { close } from './protection.ts'
import { createSender, send, wake, type Sender } from './sender.ts'
import { roleOf } from './roles.ts'
import type { Insight } from './survey.ts'

/** A vehicle model: the messages of its bus, and their behaviour. */
export interface VehicleModel extends Insight {
  readonly seed: number
  readonly plans: readonly MessagePlan[]
  readonly isExtended: boolean
}

export interface Trip {
  readonly bus: string
  /** Two trips of one model with different seeds are different drives. */
  readonly seed: number
  readonly startMs: number
  /** The total time that the bus is awake, ms; the time asleep is added. */
  readonly awakeMs: number
  /** `drive`: one ignition cycle without a tester. `life`: the vehicle sleeps and wakes, and testers are connected. */
  readonly habits: 'drive' | 'life'
}

const bitsPerSecond = 500_000
const minute = 60_000
/** Mean time between visits of a tester. */
const visitEveryMs = 60 * minute
/** Mean time between gaps: the recorder loses all frames for a short time, and single frames all the time. */
const gapEveryMs = 20 * minute
const lostShare = 0.0002

/** A vehicle model whose bus has the database's messages, with at most about `framesPerSecond` frames a second. */
export function createModel(dbc: CompiledDbc, seed: number, framesPerSecond: number): VehicleModel {
  const plans = plansOf(dbc, seed, framesPerSecond)
  const byKey = new Map(plans.map((plan) => [keyOf(plan.message.id, plan.message.ext), plan]))
  return {
    seed,
    plans,
    isExtended: plans[0]?.message.ext ?? false,
    fieldsOf: (key) =>
      (byKey.get(key)?.signals ?? [])
        // a checksum that is forged and then recomputed is as it was
        .filter(
          (signal) =>
            signal.length >= 5 && signal.length <= 32 && !signal.isMultiplexed && roleOf(signal) !== 'checksum',
        )
        .map(({ bits }) => bits),
    protect(key, data) {
      const { checksums = [], method = 'sum', message } = byKey.get(key) ?? {}
      for (const bits of checksums) close(data, bits, method, message!.id)
    },
  }
}

/** The frames of one vehicle's bus, oldest first; each has its own payload. The same arguments give the same frames. */
export function* trafficOf(model: VehicleModel, trip: Trip): Generator<LabelledFrame> {
  const chance = createChance(trip.seed)
  const clocks = clocksOf(model, chance.fork(4))
  const senders = model.plans.map((plan, i) =>
    createSender(plan, clocks.get(plan.ecu)!, createChance(model.seed), chance.fork(1_000 + i)),
  )
  const drive = createDrive(chance.fork(1), trip.startMs)
  for (const { from, to } of awakeTimes(trip, chance.fork(2))) {
    drive.begin(from)
    const visits = trip.habits === 'life' ? visitsIn(model, trip, from, to, chance.fork(from % 1_000_003)) : []
    yield* lossy(arbitrate(merged(nodesIn(senders, drive, trip.bus, from, to), visits), bitsPerSecond), chance.fork(3))
  }
}

/** One clock for each control unit, of which the drive's vehicle has its own. */
function clocksOf({ plans }: VehicleModel, chance: Chance): ReadonlyMap<string, EcuClock> {
  return new Map([...new Set(plans.map(({ ecu }) => ecu))].map((ecu, i) => [ecu, createClock(chance.fork(i))]))
}

function* awakeTimes({ startMs, awakeMs, habits }: Trip, chance: Chance): Generator<{ from: number; to: number }> {
  let from = startMs
  for (let left = awakeMs; left > 0;) {
    const lasts = habits === 'drive' ? left : Math.min(left, chance.between(8, 40) * minute)
    yield { from, to: from + lasts }
    left -= lasts
    from += lasts + chance.between(2, 120) * minute
  }
}

/** The frames of the nodes between waking up and falling asleep; not all fall asleep at once. */
function* nodesIn(
  senders: readonly Sender[],
  drive: ReturnType<typeof createDrive>,
  bus: string,
  from: number,
  to: number,
): Generator<LabelledFrame> {
  const asleep = new Map(senders.map((sender) => [sender, to - sender.chance.unit() * 2_000]))
  for (const sender of senders) wake(sender, from)
  const heap = heapOf([...senders])
  while (heap.length > 0 && heap[0]!.due < to) {
    const sender = heap[0]!
    if (sender.due >= asleep.get(sender)!) sender.due = Infinity
    else yield send(sender, bus, drive.at(sender.due))
    settleFirst(heap)
  }
}

function visitsIn(
  model: VehicleModel,
  { bus }: Trip,
  from: number,
  to: number,
  chance: Chance,
): readonly LabelledFrame[] {
  const frames: LabelledFrame[] = []
  for (let at = from + chance.wait(visitEveryMs); at < to; at += chance.wait(visitEveryMs)) {
    frames.push(...diagnosticVisit(Math.max(at, (frames.at(-1)?.ts ?? 0) + 1_000), bus, model.isExtended, chance))
  }
  return frames.filter(({ ts }) => ts < to)
}

function* merged(frames: Iterable<LabelledFrame>, others: readonly LabelledFrame[]): Generator<LabelledFrame> {
  let next = 0
  for (const frame of frames) {
    for (; next < others.length && others[next]!.ts <= frame.ts; next++) yield others[next]!
    yield frame
  }
}

function* lossy(frames: Iterable<LabelledFrame>, chance: Chance): Generator<LabelledFrame> {
  let gapFrom: number | undefined
  let gapMs = 0
  for (const frame of frames) {
    gapFrom ??= frame.ts + chance.wait(gapEveryMs)
    if (frame.ts >= gapFrom + gapMs && gapMs > 0) {
      gapFrom = frame.ts + chance.wait(gapEveryMs)
      gapMs = 0
    }
    if (gapMs === 0 && frame.ts >= gapFrom) gapMs = chance.between(20, 300)
    if (gapMs === 0 && !chance.happens(lostShare)) yield frame
  }
}
