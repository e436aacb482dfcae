import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumerals, compareText, firstDifference } from './parts.ts'
import { numeralOf, withoutLastZeros, type Numeral } from './parts.ts'

interface GentooVersion {
  /** Digits as written: zeros at the beginning count from the second number on. */
  readonly numbers: readonly string[]
  readonly letter: string
  readonly suffixes: readonly Suffix[]
  readonly revision: Numeral
}

interface Suffix {
  readonly weight: number
  readonly number: Numeral
}

const shape = /^([0-9]+(?:\.[0-9]+)*)([A-Za-z]?)((?:_(?:alpha|beta|pre|rc|p)[0-9]*)*)(?:-r([0-9]+))?$/

const weights: Readonly<Record<string, number>> = { alpha: -4, beta: -3, pre: -2, rc: -1, p: 1 }
const noSuffix: Suffix = { weight: 0, number: 0 }

/** Reads a version by Gentoo's Package Manager Specification, 3.2 (VERSION-31). */
function readGentoo(text: string): GentooVersion | undefined {
  const match = shape.exec(text.trim())
  if (!match) return undefined
  const [, numbers = '', letter = '', suffixes = '', revision = '0'] = match
  return {
    numbers: numbers.split('.'),
    letter,
    suffixes: [...suffixes.matchAll(/_([a-z]+)([0-9]*)/g)].map(([, name, digits]) => ({
      weight: weights[name!]!,
      number: numeralOf(digits || '0'),
    })),
    revision: numeralOf(revision),
  }
}

/** Compares by the specification's algorithms 3.1 to 3.7. */
function compareGentoo(a: GentooVersion, b: GentooVersion): Sign {
  return firstDifference(
    () => compareNumerals(numeralOf(a.numbers[0]!), numeralOf(b.numbers[0]!)),
    () => compareLists(a.numbers.slice(1), b.numbers.slice(1), compareLaterNumbers),
    () => compareText(a.letter, b.letter),
    () => compareLists(a.suffixes, b.suffixes, compareSuffixes, noSuffix),
    () => compareNumerals(a.revision, b.revision),
  )
}

/** If one of them begins with 0, both are compared by their digits, as after a decimal point: 1.010 = 1.01 < 1.1. */
function compareLaterNumbers(a: string, b: string): Sign {
  if (!a.startsWith('0') && !b.startsWith('0')) return compareNumerals(numeralOf(a), numeralOf(b))
  return compareText(withoutLastZeros(a), withoutLastZeros(b))
}

function compareSuffixes(a: Suffix, b: Suffix): Sign {
  return a.weight === b.weight ? compareNumerals(a.number, b.number) : compareNumerals(a.weight, b.weight)
}

export const gentoo = defineOrder('gentoo', readGentoo, compareGentoo)
