/** NEEDS_PART: hardware of its control unit; EXCLUDES: another release; REQUIRES: another software of some version. */
export const compatibilityKinds = ['NEEDS_PART', 'EXCLUDES', 'REQUIRES'] as const
export type CompatibilityKind = (typeof compatibilityKinds)[number]

/** PROPOSED -> APPROVED or REJECTED; APPROVED -> WITHDRAWN. */
export const combinationStates = ['PROPOSED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
export type CombinationState = (typeof combinationStates)[number]

/** A control unit of a combination, with names as they were when it was proposed. */
export interface CombinationRow {
  readonly ecu: string
  readonly part_uuid: string | null
  readonly part_number: string
  readonly release_uuid: string | null
  /** The name by which vehicles report the software; empty: the unit has no software. */
  readonly software: string
  readonly version: string
  readonly rxswin: string
  readonly calibration: string
  readonly features: readonly string[]
}

/** Limits of an organisation and of a variant. */
export const limits = { parts: 20_000, variants: 2_000, units: 200, rules: 20_000, features: 100 } as const

/** How a control unit of a vehicle is, as designed, declared and reported. */
export const unitStates = ['equal', 'different', 'not-reported', 'not-declared'] as const
export type UnitState = (typeof unitStates)[number]

interface Running {
  readonly software: string
  readonly version: string
}

/** Compares what is declared for a control unit with what it reports; at least one of both is there. */
export function unitState(declared: Running | undefined, reported: Running | undefined): UnitState {
  if (declared === undefined) return 'not-declared'
  if (reported === undefined) return 'not-reported'
  return declared.software === reported.software && declared.version === reported.version ? 'equal' : 'different'
}
