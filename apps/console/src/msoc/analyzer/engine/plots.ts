import type { CompiledMessage, CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import { type Codebook, valueIn } from './codebook.ts'
import type { FrameStore } from './frame-store.ts'
import { ownFrames } from './own-frames.ts'
import type { Plot } from './protocol.ts'

/** Maximum number of points: more points than pixels show nothing more. */
export const mostPoints = 8_000

/** Maximum number of frames in a plot, the latest ones: a million are decoded in a tenth of a second. */
const mostFrames = 1_000_000

/**
 * The plot of a signal (`message.signal`) over the frames between two frames; the first of these buses that has the
 * signal is used (rules ANALYZER-24, ANALYZER-25).
 */
export function plotOf(
  store: FrameStore,
  book: Codebook,
  buses: readonly string[],
  signal: string,
  from: number,
  to: number,
): Plot {
  const found = findSignal(store, book, buses, signal)
  if (!found) return { signal, unit: '', at: new Float64Array(0), value: new Float32Array(0) }
  const frames = ownFrames(store, found.slot, from, to, mostFrames)
  const at = new Float64Array(frames.length)
  const value = new Float64Array(frames.length)
  let length = 0
  for (const frame of frames) {
    const now = valueIn(found.signal, store.data(frame))
    if (Number.isNaN(now)) continue
    at[length] = store.ts(frame)
    value[length++] = now
  }
  return { signal, unit: found.signal.unit, ...decimate(at.subarray(0, length), value.subarray(0, length), mostPoints) }
}

function findSignal(
  store: FrameStore,
  book: Codebook,
  buses: readonly string[],
  name: string,
): { slot: number; signal: CompiledSignal } | undefined {
  for (const bus of buses) {
    let best: { slot: number; signal: CompiledSignal } | undefined
    store.slots.forEach((each, slot) => {
      if (store.buses[each.bus] !== bus || each.kept <= (best ? store.slots[best.slot]!.kept : 0)) return
      const signal = signalNamed(book.message(bus, each.key), name)
      if (signal) best = { slot, signal }
    })
    if (best) return best
  }
  return undefined
}

function signalNamed(message: CompiledMessage | undefined, name: string): CompiledSignal | undefined {
  if (!message || !name.startsWith(`${message.name}.`)) return undefined
  return message.signals.find((signal) => signal.name === name.slice(message.name.length + 1))
}

/**
 * Reduces a line to at most `most` points: the minimum and the maximum of each step in their order, so that no peak is
 * lost.
 */
export function decimate(
  at: Float64Array,
  value: Float64Array,
  most: number,
): { at: Float64Array<ArrayBuffer>; value: Float32Array<ArrayBuffer> } {
  if (at.length <= most) return { at: Float64Array.from(at), value: Float32Array.from(value) }
  const steps = most >> 1
  const points = { at: new Float64Array(steps * 2), value: new Float32Array(steps * 2) }
  for (let step = 0; step < steps; step++) {
    const [low, high] = extremes(
      value,
      Math.floor((step * at.length) / steps),
      Math.floor(((step + 1) * at.length) / steps),
    )
    for (const [i, place] of [Math.min(low, high), Math.max(low, high)].entries()) {
      points.at[2 * step + i] = at[place]!
      points.value[2 * step + i] = value[place]!
    }
  }
  return points
}

function extremes(value: Float64Array, from: number, to: number): [low: number, high: number] {
  let [low, high] = [from, from]
  for (let i = from + 1; i < to; i++) {
    if (value[i]! < value[low]!) low = i
    if (value[i]! > value[high]!) high = i
  }
  return [low, high]
}
