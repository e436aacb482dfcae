import type { ExactFunction } from './analysis.ts'

/** How often one basic event occurs and ends, per hour. */
export interface Intensity {
  /** Its unconditional failure intensity: how often it occurs. */
  readonly failures: number
  /** How often it ends, by a repair; undefined: not known. */
  readonly repairs: number | undefined
}

/** All basic events at one time, by the number of the event. */
export interface EventsAt {
  readonly probabilities: Float64Array
  readonly intensities: readonly Intensity[]
}

/** The frequency of the top event, or why it is not known. */
export type Frequency =
  | { readonly perHour: number }
  /** The event, by its number, whose repair makes the top occur, and whose repairs are not known. */
  | { readonly unknown: number }
  | { readonly isTooLarge: true }

/**
 * How often the top event occurs at one time, per hour: its unconditional failure intensity (rule FAULT-TREE-12). The
 * top occurs with an event that occurs while the others are such that it decides; with NOT or XOR, also with one that
 * ends. No two independent events change at the same instant, so that the sum over all events is exact (Vesely 1970, "A
 * time-dependent methodology for fault tree evaluation"; NUREG-0492, chapter XI).
 */
export function frequencyOf(
  tree: Pick<ExactFunction, 'criticality'>,
  { probabilities, intensities }: EventsAt,
): Frequency {
  const critical = tree.criticality(probabilities)
  if (critical === undefined) return { isTooLarge: true }
  let perHour = 0
  for (const [event, { failures, repairs }] of intensities.entries()) {
    const against = critical.against[event]!
    if (against > 0 && repairs === undefined) return { unknown: event }
    perHour += critical.with[event]! * failures + (against > 0 ? against * repairs! : 0)
  }
  return { perHour }
}
