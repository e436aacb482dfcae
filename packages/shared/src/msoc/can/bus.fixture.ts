import type { Finding } from '../detect/detector.ts'
import type { Sign } from './detect/bus-detector.ts'
import { canFlags, type CanFrame } from './frame.ts'
import { createLearner } from './learn.ts'
import type { CanProfile } from './profile.ts'
import { createBusWatch, type WatchFacts } from './watch.ts'

/** Time of the first frame on the tests' buses, epoch ms. */
export const began = Date.UTC(2026, 9, 22, 17)

export function frame(
  ts: number,
  id: number,
  data: readonly number[] | Uint8Array,
  flags = id > 0x7ff ? canFlags.ext : 0,
): CanFrame {
  return { ts, bus: 'can0', id, flags, dlc: data.length, data: Uint8Array.from(data) }
}

/** Returns a generator of numbers from 0 to 1 that are the same in each run. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The id that the tests attack: every 20 ms, with a random-walk number, a counter of four bits and an XOR over all. */
export const victim = 0x120
/** Every 10 ms, with nothing but a random-walk number. */
export const plain = 0x1a0

export function victimData(value: number, count: number): number[] {
  const data = [value >> 8, value & 255, 0x5a, count & 15]
  return [...data, data.reduce((sum, byte) => sum ^ byte, 0x3c)]
}

/**
 * Returns the frames of a bus of ten ids for a number of seconds: the two ids above, the others constant every 10 to
 * 100 ms, all with a little jitter.
 */
export function benign(seconds: number, { from = began, seed = 1 } = {}): CanFrame[] {
  const random = chance(seed)
  const frames: CanFrame[] = []
  const every = (ms: number, id: number, data: (n: number) => number[]) => {
    for (let n = 0; n * ms < seconds * 1000; n++) frames.push(frame(from + n * ms + random() * ms * 0.05, id, data(n)))
  }
  const wander = (n: number) => Math.round(2_000 + 1_200 * Math.sin(n / 90 + seed) + 20 * random())
  every(20, victim, (n) => victimData(wander(n), n))
  every(10, plain, (n) => {
    const value = wander(n)
    return [value >> 8, value & 255, 0, 0x7f]
  })
  for (let i = 0; i < 8; i++)
    every([10, 20, 25, 40, 50, 50, 100, 100][i]!, 0x200 + i * 0x10, () => [i, 0x40 + i, 0, 0, 0xff, 0, 0, 0])
  return frames.sort((a, b) => a.ts - b.ts)
}

let learned: CanProfile | undefined

/** Returns the profile learned from seven minutes of the benign bus. */
export function benignProfile(): CanProfile {
  learned ??= learnedFrom(benign(420))
  return learned
}

export function learnedFrom(frames: readonly CanFrame[]): CanProfile {
  const learner = createLearner()
  for (const one of frames) learner.push(one)
  return learner.profile()
}

/** Returns a stretch of benign traffic long after learning, with the injected frames in it. */
export function attacked(
  injected: readonly CanFrame[],
  { seconds = 20, without = (_one: CanFrame): boolean => false } = {},
): CanFrame[] {
  const frames = benign(seconds, { from: later, seed: 2 }).filter((one) => !without(one))
  return [...frames, ...injected].sort((a, b) => a.ts - b.ts)
}

/** Time at which the attacked stretch begins, epoch ms. */
export const later = began + 3_600_000

/**
 * Runs a watch over frames. Returns its findings, the single signs, the keys of its alerts and the blamed frames.
 */
export function watchOf(frames: readonly CanFrame[], known: Partial<WatchFacts> = {}) {
  const watch = createBusWatch({
    vin: 'WVWZZZ1JZXW000001',
    bus: 'can0',
    profile: benignProfile(),
    isMoving: undefined,
    ...known,
  })
  const findings: Finding[] = []
  const signs: Sign[] = []
  for (const one of frames)
    watch.step(
      one,
      (finding) => findings.push(finding),
      (sign) => signs.push(sign),
    )
  watch.flush((finding) => findings.push(finding))
  const blamed = new Set(signs.flatMap((sign) => sign.blamed))
  return {
    watch,
    findings,
    signs,
    alerts: new Set(findings.map(({ key }) => key)),
    blamed: frames.filter((_, seq) => blamed.has(seq)),
  }
}

/** Returns frames every `ms` for `seconds`, beginning `after` seconds after `later`. */
export function every(
  ms: number,
  id: number,
  data: (n: number) => readonly number[] | Uint8Array,
  { after = 5, seconds = 5 } = {},
): CanFrame[] {
  return Array.from({ length: Math.floor((seconds * 1000) / ms) }, (_, n) =>
    frame(later + after * 1000 + n * ms + 3.3, id, data(n)),
  )
}
