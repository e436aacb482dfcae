import { defineOrder, type Sign } from './define-order.ts'
import { compareNumbers, compareNumerals, compareText, firstDifference, numeralOf, type Numeral } from './parts.ts'

interface OpensslVersion {
  readonly numbers: readonly Numeral[]
  /** The letters of a patch of OpenSSL 0.9 to 1.1; `z` is followed by `za`. */
  readonly letters: string
  /** The weight of a pre-release, less than 0, and its number; 0 for a release. */
  readonly phase: number
  readonly phaseNumber: Numeral
}

const phases: Readonly<Record<string, number>> = { dev: -4, alpha: -3, beta: -2, pre: -1 }

/** Reads `1.0.2k`, `1.1.1-pre9`, `3.0.0-alpha1` (VERSION-34). */
function readOpenssl(text: string): OpensslVersion | undefined {
  const match = /^([0-9]+\.[0-9]+\.[0-9]+)([a-z]*)(?:-(dev|alpha|beta|pre)([0-9]*))?$/.exec(text.trim().toLowerCase())
  if (!match) return undefined
  const [, numbers = '', letters = '', phase, digits] = match
  return {
    numbers: numbers.split('.').map(numeralOf),
    letters,
    phase: phase === undefined ? 0 : phases[phase]!,
    phaseNumber: numeralOf(digits || '0'),
  }
}

function compareOpenssl(a: OpensslVersion, b: OpensslVersion): Sign {
  return firstDifference(
    () => compareNumbers(a.numbers, b.numbers),
    () => compareText(a.letters, b.letters),
    () => compareNumerals(a.phase, b.phase),
    () => compareNumerals(a.phaseNumber, b.phaseNumber),
  )
}

export const openssl = defineOrder('openssl', readOpenssl, compareOpenssl)
