import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumbers, compareNumerals, numeralOf, type Numeral } from './parts.ts'

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

interface KernelVersion {
  readonly numbers: readonly Numeral[]
  /** Undefined for a release, which is greater than its candidates. */
  readonly candidate: Numeral | undefined
}

/** Reads `v6.1`, `6.1.12` or `6.1-rc3`. */
function readKernel(text: string): KernelVersion | undefined {
  const match = /^v?([0-9]+(?:\.[0-9]+)*)(?:-rc([0-9]+))?$/.exec(text.trim())
  if (!match) return undefined
  return {
    numbers: match[1]!.split('.').map(numeralOf),
    candidate: match[2] === undefined ? undefined : numeralOf(match[2]),
  }
}

function compareKernel(a: KernelVersion, b: KernelVersion): Sign {
  const sign = compareNumbers(a.numbers, b.numbers)
  return sign !== 0 ? sign : compareNumerals(a.candidate ?? Infinity, b.candidate ?? Infinity)
}

/** Versions of the Linux kernel: numbers with dots, missing ones are 0, `-rc` before the release (VERSION-16). */
export const linux = defineOrder('linux', readKernel, compareKernel)
