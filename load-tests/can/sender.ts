import { canFlags, dlcOf } from '@carapace/shared/msoc/can/frame'
import { writeBits } from './bits.ts'
import type { Chance } from './chance.ts'
import type { Driving } from './drive.ts'
import type { EcuClock } from './ecu-clock.ts'
import type { Due } from './heap.ts'
import type { LabelledFrame } from './labelled.ts'
import type { MessagePlan } from './message-plan.ts'
import { close, count } from './protection.ts'
import { processOf, type Process } from './signal-process.ts'
import { roleOf } from './roles.ts'
import { createSchedule, type Schedule } from './schedule.ts'

/** The state of one message over time. */
export interface Sender extends Due {
  readonly plan: MessagePlan
  /** The time of its current cycle without jitter, ms. */
  beat: number
  /** Frames of a burst that are not sent yet. */
  burst: number
  readonly chance: Chance
  /** The clock of its control unit. */
  readonly clock: EcuClock
  readonly schedule: Schedule
  /** The payload at this time; the caller may keep it. */
  payload(ms: number, driving: Readonly<Driving>): Uint8Array
  readonly stateChanged: () => boolean
}

/** The forks before this one are the fields'. */
const scheduleFork = 63
const burstFrames = 3
const burstMs = 20

export function createSender(plan: MessagePlan, clock: EcuClock, model: Chance, run: Chance): Sender {
  const { message, multiplexor, counters, checksums, method } = plan
  const data = new Uint8Array(message.length)
  const fields = fieldsOf(plan, model, run)
  let turn = run.below(16)
  let states = 0
  let changed = false

  return {
    plan,
    due: 0,
    beat: 0,
    burst: 0,
    chance: run,
    clock,
    schedule: createSchedule(plan.cycleMs, model.fork(message.id * 64 + scheduleFork), run.fork(scheduleFork)),
    stateChanged: () => changed,
    payload(ms, driving) {
      if (multiplexor !== undefined)
        writeBits(data, multiplexor.bits, multiplexor.values[turn++ % multiplexor.values.length]!)
      let seen = 0
      for (const { signal, bits, process, isState } of fields) {
        if (signal.isMultiplexed && !signal.isIn(data)) continue
        const raw = process(ms, driving)
        writeBits(data, bits, raw)
        if (isState) seen = (seen * 31 + raw) % 1_000_003
      }
      changed = seen !== states
      states = seen
      for (const { bits, modulo } of counters) count(data, bits, modulo)
      for (const bits of checksums) close(data, bits, method, message.id)
      return data.slice()
    },
  }
}

function fieldsOf({ signals, message }: MessagePlan, model: Chance, run: Chance) {
  const kept = signals.filter((signal) => ['state', 'value', 'total'].includes(roleOf(signal)))
  return kept.map(
    (signal, i): { signal: typeof signal; bits: readonly number[]; process: Process; isState: boolean } => ({
      signal,
      bits: signal.bits,
      isState: roleOf(signal) === 'state',
      process: processOf(signal, model.fork(message.id * 64 + i), run.fork(i)),
    }),
  )
}

/** Wakes the node up: its first frame is due within a third of a second, at a tick of its control unit. */
export function wake(sender: Sender, ms: number): void {
  const { chance, plan, clock } = sender
  sender.beat = clock.tickAfter(ms + chance.between(20, 300) + (plan.way === 'event' ? chance.wait(plan.cycleMs) : 0))
  sender.due = sender.beat
  sender.burst = 0
}

/** Returns the frame that is due, and schedules the sender's next one. */
export function send(sender: Sender, bus: string, driving: Readonly<Driving>): LabelledFrame {
  const { message } = sender.plan
  const data = sender.payload(sender.due, driving)
  const flags = (message.ext ? canFlags.ext : 0) | (data.length > 8 ? canFlags.fd : 0)
  const frame: LabelledFrame = {
    ts: sender.due,
    bus,
    id: message.id,
    flags,
    dlc: dlcOf(data.length),
    data,
    truth: 'genuine',
  }
  plan(sender, driving)
  return frame
}

/** One frame in five hundred is late, by up to half its cycle; the next one is on time again. */
const lateShare = 0.002

function plan(sender: Sender, driving: Readonly<Driving>): void {
  const {
    chance,
    clock,
    schedule,
    plan: { cycleMs, stationaryCycleMs: standingMs, way, jitter },
  } = sender
  if (way === 'event') {
    sender.burst = sender.burst > 0 ? sender.burst - 1 : burstFrames - 1
    sender.due += sender.burst > 0 ? burstMs * chance.between(0.9, 1.1) : chance.wait(cycleMs)
    return
  }
  const cycle = driving.speed > 0 ? cycleMs : standingMs
  if (way === 'mixed' && sender.stateChanged()) {
    sender.due += chance.between(5, 10)
    return
  }
  do sender.beat += clock.lasting(cycle, sender.beat)
  while (sender.beat <= sender.due)
  const late = chance.happens(lateShare) ? chance.unit() * cycle * 0.5 : 0
  sender.due = Math.max(
    sender.due + 1,
    sender.beat + Math.max(-0.2, chance.normal() * 0.5 + 0.5) * jitter * cycle + late + schedule(sender.beat),
  )
}
