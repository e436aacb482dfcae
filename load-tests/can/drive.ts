import type { Chance } from './chance.ts'

/** The vehicle's motion, as a result of driver and road: all values between 0 and 1, `steering` around 0.5. */
export interface Driving {
  speed: number
  pedal: number
  brake: number
  revs: number
  steering: number
  warmth: number
}

const stepMs = 100

/** Simulates driving from `ms` on: stops, starts, constant speed, turns. Must be called with increasing times. */
export function createDrive(
  chance: Chance,
  startMs: number,
): { at(ms: number): Readonly<Driving>; begin(ms: number): void } {
  const now: Driving = { speed: 0, pedal: 0, brake: 0.3, revs: 0.12, steering: 0.5, warmth: 0.2 }
  let at = startMs
  let wanted = 0
  let wantedUntil = startMs + 5_000
  let turn = 0

  return {
    at(ms) {
      for (; at + stepMs <= ms; at += stepMs) step()
      return now
    },
    /** Starts after the vehicle was asleep. */
    begin(ms) {
      Object.assign(now, {
        speed: 0,
        pedal: 0,
        brake: 0.3,
        revs: 0.12,
        steering: 0.5,
        warmth: chance.between(0.1, 0.4),
      })
      at = ms
      wantedUntil = ms + 5_000
      wanted = 0
    },
  }

  function step(): void {
    if (at >= wantedUntil) {
      wanted = chance.happens(0.25) ? 0 : chance.between(0.1, 0.75)
      wantedUntil = at + chance.between(5_000, 60_000)
    }
    const missing = wanted - now.speed
    now.pedal += (Math.max(0, Math.min(0.9, missing * 4 + now.speed * 0.3)) - now.pedal) * 0.15
    now.brake += (Math.max(0, Math.min(0.9, -missing * 3)) - now.brake) * 0.2
    now.speed = Math.max(0, now.speed + Math.max(-0.003, Math.min(0.0015, missing * 0.05)))
    now.revs = 0.12 + ((now.speed * 5) % 1) * 0.35 * Math.min(1, now.speed * 8) + now.pedal * 0.2
    if (chance.happens(0.01)) turn = chance.happens(0.5) ? 0 : chance.normal() * 0.12
    now.steering += (0.5 + turn - now.steering) * 0.05
    now.warmth += (0.7 - now.warmth) * 0.0003
  }
}
