/** The course of a load: the share of its peak that it reaches after a share of the time. */
export type Shape = readonly (readonly [share: number, ofPeak: number])[]

/** The seconds of a k6 duration (`90s`, `2m`, `1m30s`, `1h`, `500ms`). Throws for anything else. */
export function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration)
    throw new Error(`${duration} is no duration: write it as 90s, 2m or 1m30s.`)
  const worth = { ms: 0.001, s: 1, m: 60, h: 3600 }
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * worth[unit as keyof typeof worth], 0)
}

/** Stages of a ramping executor, in whole ms. The shape's shares of time add up to 1. */
export function stagesOf(shape: Shape, seconds: number, peak: number): { duration: string; target: number }[] {
  return shape.map(([share, ofPeak]) => ({
    duration: `${Math.round(share * seconds * 1000)}ms`,
    target: Math.round(ofPeak * peak),
  }))
}

/** Arrivals a minute for a rate a second: whole numbers, as the executors require, also for slow arrivals. */
export function perMinute(perSecond: number): number {
  return Math.max(1, Math.round(perSecond * 60))
}

/** A slow rise to the peak, which is held. */
export const ramp: Shape = [
  [0.7, 1],
  [0.3, 1],
]

/**
 * A fleet's day from midnight to midnight, three hours each: night, a morning rush, the day's work, an evening rush.
 */
export const day: Shape = [
  [0.125, 0.1],
  [0.125, 0.2],
  [0.125, 1],
  [0.125, 0.6],
  [0.125, 0.7],
  [0.125, 1],
  [0.125, 0.5],
  [0.125, 0.15],
]

/** Analysts' shifts: one third of them at night, all of them by day. */
export const shifts: Shape = [
  [0.25, 0.34],
  [0.125, 1],
  [0.5, 1],
  [0.125, 0.34],
]
