import type { Chance } from './chance.ts'

/**
 * The clock of one control unit, as the recorder sees it: its quartz is off by a fixed share, and by more while the
 * unit warms up. A scheduler hands frames to the controller at its ticks, so all messages of a unit share clock and
 * ticks.
 */
export interface EcuClock {
  /** Length of `ms` of the unit's time in the recorder's time, at `at`. */
  lasting(ms: number, at: number): number
  /** The unit's next tick, at or after `at`. */
  tickAfter(at: number): number
}

/** The most by which quartzes of cars differ (CIDS, Cho and Shin 2016, measured 30 to 500 ppm). */
const skewMost = 100e-6
/** How far a quartz moves from a cold to a warm unit, and how fast it gets warm. */
const driftMost = 8e-6
const warmMs = 8 * 60_000
const ticksMs = [1, 1, 2, 5] as const

export function createClock(chance: Chance): EcuClock {
  const skew = chance.between(-skewMost, skewMost)
  const drift = chance.between(-driftMost, driftMost)
  const tickMs = chance.pick(ticksMs)
  const phase = chance.unit() * tickMs
  let cold = Number.NaN
  return {
    lasting(ms, at) {
      if (!(at >= cold)) cold = at
      return ms * (1 + skew + drift * (1 - Math.exp((cold - at) / warmMs)))
    },
    tickAfter: (at) => Math.ceil((at - phase) / tickMs) * tickMs + phase,
  }
}
