/**
 * How a gate's inputs make its output (Open-PSA MEF 2.0d, 3.2). `at-least`: `least` of them or more. `inhibit`: all of
 * them, of which the last is a condition; it is computed like `and`. `not` has one input, `xor` two.
 */
export const gateKinds = ['and', 'or', 'at-least', 'xor', 'not', 'inhibit'] as const
export type GateKind = (typeof gateKinds)[number]

export interface FaultGate {
  readonly gate: GateKind
  /** Names of gates, house events and basic events. */
  readonly parts: readonly string[]
  /** For `at-least`. */
  readonly least?: number
}

/**
 * A fault tree. A name without a gate and without a house event is a basic event. Gates may share inputs; no gate may
 * be below itself.
 */
export interface FaultTree {
  readonly top: string
  readonly gates: ReadonlyMap<string, FaultGate>
  /** Events that are known to have occurred, or not to have. */
  readonly house: ReadonlyMap<string, boolean>
}

/** The probability of each basic event, 0 to 1. */
export type Probabilities = ReadonlyMap<string, number>
