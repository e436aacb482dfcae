import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumbers, compareNumerals, firstDifference, numeralOf, type Numeral } from './parts.ts'

function reader(shape: RegExp, separator: RegExp): (text: string) => Numeral[] | undefined {
  return (text) => {
    const match = shape.exec(text.trim())
    return match ? match[1]!.split(separator).map(numeralOf) : undefined
  }
}

function compareByLength(a: readonly Numeral[], b: readonly Numeral[]): Sign {
  return compareLists(a, b, compareNumerals)
}

/** Cabal's Version: numbers and dots; of two that begin the same, the longer is greater (VERSION-15). */
export const hackage = defineOrder('hackage', reader(/^([0-9]+(?:\.[0-9]+)*)$/, /\./), compareByLength)

/** R's package_version: numbers with dots or hyphens, which weigh the same (VERSION-15). */
export const cran = defineOrder('cran', reader(/^([0-9]+(?:[.-][0-9]+)*)$/, /[.-]/), compareByLength)

/** VERS' intdot: numbers with dots; what follows them doesn't count, missing numbers are 0 (VERSION-32). */
export const intdot = defineOrder('intdot', reader(/^([0-9]+(?:\.[0-9]+)*).*$/, /\./), compareNumbers)

/** Numbers, and how far the version is from its release. */
interface PhasedVersion {
  readonly numbers: readonly Numeral[]
  /** The index of the phase, 3 for a release, and the number of the candidate. */
  readonly phase: number
  readonly candidate: Numeral
}

const phases = ['alpha', 'beta', 'rc']

/** Reads `v6.1`, `6.1.12`, `6.1-rc3`, `9.8.1-alpha2`. */
function readPhased(text: string): PhasedVersion | undefined {
  const match = /^v?([0-9]+(?:\.[0-9]+)*)(?:-(alpha|beta|rc)([0-9]+))?$/.exec(text.trim())
  if (!match) return undefined
  return {
    numbers: match[1]!.split('.').map(numeralOf),
    phase: match[2] === undefined ? phases.length : phases.indexOf(match[2]),
    candidate: numeralOf(match[3] ?? '0'),
  }
}

function comparePhased(a: PhasedVersion, b: PhasedVersion): Sign {
  return firstDifference(
    () => compareNumbers(a.numbers, b.numbers),
    () => compareNumerals(a.phase, b.phase),
    () => compareNumerals(a.candidate, b.candidate),
  )
}

/** Versions of the Linux kernel and of GHC: missing numbers are 0, candidates come before the release (VERSION-16). */
export const phased = defineOrder('numbers', readPhased, comparePhased)
