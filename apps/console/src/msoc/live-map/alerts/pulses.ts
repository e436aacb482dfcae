import type { Severity } from '@carapace/shared/msoc/severity'

export type PulseSeverity = Extract<Severity, 'critical' | 'high'>

/** An alert that is highlighted on the map. */
export interface Pulse {
  readonly severity: PulseSeverity
  /** When it was received, epoch ms by this browser's clock. */
  readonly since: number
}

/** One ring around a vehicle. */
export interface Ring {
  readonly radius: number
  readonly alpha: number
}

const pulseMs = 2_000
const shownMs = 60_000
/** Reach of the outermost ring without animation, px. */
export const restingReach = 27
const restingRings: readonly Ring[] = [
  { radius: 15, alpha: 0.75 },
  { radius: 21, alpha: 0.4 },
  { radius: restingReach, alpha: 0.2 },
]

export function pulses(severity: Severity): severity is PulseSeverity {
  return severity === 'critical' || severity === 'high'
}

/** Whether rings are still animated at this time (rules MAP-UI-27, MAP-UI-28). */
export function isMoving({ since }: Pulse, now: number, still: boolean): boolean {
  return !still && now - since < pulseMs
}

/** Whether a pulse has ended; a compromised vehicle keeps its rings without a pulse (rule MAP-UI-27). */
export function isOver({ since }: Pulse, now: number): boolean {
  return now - since >= shownMs
}

/** The rings to draw: they grow out of the vehicle twice in 2 s, then stay (rules MAP-UI-27, MAP-UI-28). */
export function ringsAt(pulse: Pulse | undefined, now: number, still: boolean): readonly Ring[] {
  if (pulse === undefined || !isMoving(pulse, now, still)) return restingRings
  const beat = ((now - pulse.since) % (pulseMs / 2)) / (pulseMs / 2)
  return [0, 1, 2].map((ring) => {
    const phase = (beat + ring / 3) % 1
    return { radius: 8 + phase * 28, alpha: 0.9 * (1 - phase) }
  })
}
