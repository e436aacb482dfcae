import type { CompiledDbc, CompiledMessage, CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import { createChance, type Chance } from './chance.ts'
import { methods, type Method } from './protection.ts'
import { roleOf } from './roles.ts'

/** How a vehicle model sends one message. */
export interface MessagePlan {
  readonly message: CompiledMessage
  /** The control unit that sends it. */
  readonly ecu: string
  readonly cycleMs: number
  /** The cycle time while the vehicle stands, where it differs. */
  readonly stationaryCycleMs: number
  /**
   * `event`: not cyclic, but in bursts, `cycleMs` apart on average. `mixed`: cyclic, and immediately when a state
   * changes.
   */
  readonly way: 'cyclic' | 'mixed' | 'event'
  /** As a share of the cycle. */
  readonly jitter: number
  readonly counters: readonly { readonly bits: readonly number[]; readonly modulo: number }[]
  readonly checksums: readonly (readonly number[])[]
  readonly method: Method
  /** Values of the multiplexor that are sent in turn, if there is one. */
  readonly multiplexor: { readonly bits: readonly number[]; readonly values: readonly number[] } | undefined
  readonly signals: readonly CompiledSignal[]
}

/** Usual cycle times, ms; the first ones are for the ids with the highest priority. */
const cycles = [10, 10, 20, 20, 40, 50, 100, 100, 200, 500, 1000] as const
const slowerMost = 64

/** The properties that all vehicles of a model share: timing of the messages, and their protection. */
export function plansOf(dbc: CompiledDbc, seed: number, framesPerSecond: number): readonly MessagePlan[] {
  const model = createChance(seed)
  const method = model.pick(methods)
  const sent = dbc.messages.filter(({ name }) => name !== 'VECTOR__INDEPENDENT_SIG_MSG').toSorted((a, b) => a.id - b.id)
  const ecuOf = ecusOf(sent, seed)
  const plans = sent.map((message, rank) =>
    planOf(message, ecuOf(message), rank / sent.length, method, model.fork(message.id)),
  )
  return slowed(plans, framesPerSecond, model)
}

/** A database that names fewer control units than this does not describe which unit sends what. */
const ecusNamed = 3
const ecusMade = 6

/** Returns which control unit sends a message: as the database states, by J1939's source address, or one of six. */
function ecusOf(messages: readonly CompiledMessage[], seed: number): (message: CompiledMessage) => string {
  const named = new Set(messages.map(({ sender }) => sender))
  return ({ id, ext, sender }) => {
    if (sender !== null && named.size >= ecusNamed) return sender
    return ext ? `address ${id & 0xff}` : `ECU ${createChance(seed).fork(id).below(ecusMade)}`
  }
}

function planOf(message: CompiledMessage, ecu: string, urgency: number, method: Method, model: Chance): MessagePlan {
  const usual =
    cycles[Math.min(cycles.length - 1, Math.floor((urgency + model.between(-0.1, 0.1)) * cycles.length))] ?? 10
  const cycleMs = message.cycleMs !== null && message.cycleMs > 0 ? message.cycleMs : usual
  const way = model.unit()
  const signals = withoutOverlaps(message)
  return {
    message,
    ecu,
    method,
    signals,
    cycleMs: way < 0.06 && cycleMs >= 100 ? model.between(2_000, 40_000) : cycleMs,
    stationaryCycleMs: model.happens(0.07) ? cycleMs * 2 : cycleMs,
    way: way < 0.06 && cycleMs >= 100 ? 'event' : way < 0.14 ? 'mixed' : 'cyclic',
    jitter: model.between(0.001, 0.02),
    counters: signals
      .filter((signal) => roleOf(signal) === 'counter')
      .map(({ bits }) => ({ bits, modulo: bits.length === 4 && model.happens(0.2) ? 15 : 2 ** bits.length })),
    checksums: signals.filter((signal) => roleOf(signal) === 'checksum').map(({ bits }) => bits),
    multiplexor: multiplexorOf(message, signals),
  }
}

/**
 * Reverse-engineered databases can describe the same bits twice: counters, checksums and multiplexors keep theirs, then
 * the first signal does.
 */
function withoutOverlaps({ signals, length }: CompiledMessage): readonly CompiledSignal[] {
  const first = (signal: CompiledSignal) => ['multiplexor', 'checksum', 'counter'].includes(roleOf(signal))
  const taken = new Set<number>()
  return [...signals.filter(first), ...signals.filter((signal) => !first(signal))].filter((signal) => {
    if (signal.bits.some((bit) => taken.has(bit) || bit >= length * 8)) return false
    if (!signal.isMultiplexed) for (const bit of signal.bits) taken.add(bit)
    return true
  })
}

/** The values of the multiplexor for which the database has a signal; at most sixteen of them are sent. */
function multiplexorOf({ length }: CompiledMessage, signals: readonly CompiledSignal[]): MessagePlan['multiplexor'] {
  const multiplexor = signals.find((signal) => signal.isMultiplexor && !signal.isMultiplexed)
  if (multiplexor === undefined) return undefined
  const multiplexed = signals.filter((signal) => signal.isMultiplexed)
  const values = Array.from({ length: Math.min(256, 2 ** multiplexor.length) }, (_, raw) => raw).filter((raw) => {
    const data = new Uint8Array(length)
    multiplexor.bits.forEach((bit, i) => {
      data[bit >> 3]! |= ((raw >> i) & 1) << (bit & 7)
    })
    return multiplexed.some((signal) => signal.isIn(data))
  })
  return values.length === 0 ? undefined : { bits: multiplexor.bits, values: values.slice(0, 16) }
}

/**
 * The plans with longer cycles, so that the total rate is about `framesPerSecond`; then, if necessary, without some of
 * the plans.
 */
function slowed(plans: readonly MessagePlan[], framesPerSecond: number, model: Chance): readonly MessagePlan[] {
  let slower = 1
  const rate = (kept: readonly MessagePlan[]) => kept.reduce((sum, { cycleMs }) => sum + 1000 / (cycleMs * slower), 0)
  const isFixed = plans.some(({ message }) => (message.cycleMs ?? 0) > 0)
  while (!isFixed && rate(plans) > framesPerSecond && slower < slowerMost) slower *= 2
  const left = [...plans]
  while (rate(left) > framesPerSecond * 1.5 && left.length > 10) left.splice(model.below(left.length), 1)
  return left.map((plan) =>
    plan.way === 'event'
      ? plan
      : { ...plan, cycleMs: plan.cycleMs * slower, stationaryCycleMs: plan.stationaryCycleMs * slower },
  )
}
