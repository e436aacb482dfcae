import type { Intensity } from '../../graph/fault-tree/frequency.ts'
import type { Distribution } from './distributions.ts'
import type { Random } from './random.ts'

/** An operator of expressions. */
export interface Operator {
  /** How many arguments, and which, in words. */
  readonly arguments: string
  readonly takes: (count: number) => boolean
  /** The names of the arguments for each number of them that is allowed; empty where they have no names. */
  readonly forms: readonly (readonly string[])[]
  /** For a distribution: what it is with these arguments. */
  readonly distribution?: (values: readonly number[]) => Distribution
  /** Which argument is out of range, in words. */
  readonly whyNot: (values: readonly number[]) => string | undefined
  readonly value: (values: readonly number[], chance: Chance) => number
  /** How a component behaves in time: only models of events have it. */
  readonly model?: FailureModel
}

/** A model of an event that occurs in time. Rates are per hour. */
export interface FailureModel {
  /** The failure rate at its time; of a Weibull distribution the hazard rate. */
  readonly rate: (values: readonly number[]) => number
  /** How often it fails and is repaired at its time, where its probability is that (rule FTA-43). */
  readonly intensity: (values: readonly number[], probability: number) => Intensity
  /** Whether its probability jumps, at the tests. */
  readonly jumps: boolean
}

export interface Chance {
  readonly missionTime: number
  readonly random?: Random
}

/** The range of an argument, by its name. */
const ranges = {
  probability: (x: number) => x >= 0 && x <= 1,
  'not negative': (x: number) => x >= 0,
  'above 0': (x: number) => x > 0,
  'any number': (x: number) => Number.isFinite(x),
} as const
type Range = keyof typeof ranges

export type Form = Readonly<Record<string, Range>>
type Value = Operator['value']

/** An operator whose arguments are those of the form. */
export function form(names: Form, value: Value): Operator {
  return forms([names], value)
}

/** An operator with several forms, of which the number of arguments chooses one. */
export function forms(all: readonly Form[], value: Value, also: Operator['whyNot'] = () => undefined): Operator {
  const byCount = new Map(all.map((one) => [Object.keys(one).length, Object.entries(one)]))
  return {
    arguments: all
      .map((one) => {
        const names = Object.keys(one)
        return names.length === 0 ? 'no arguments' : `${names.length} (${names.join(', ')})`
      })
      .join(' or '),
    takes: (count) => byCount.has(count),
    forms: all.map((one) => Object.keys(one)),
    whyNot: (values) => {
      const at = byCount.get(values.length)!.findIndex(([, range], i) => !ranges[range](values[i]!))
      if (at < 0) return also(values)
      const [name, range] = byCount.get(values.length)![at]!
      return `${name} is ${values[at]}, and must be ${range === 'probability' ? 'from 0 to 1' : range}`
    },
    value,
  }
}

export function anyNumber(
  words: string,
  takes: (count: number) => boolean,
  of: (values: readonly number[]) => number,
): Operator {
  return { arguments: words, takes, forms: [], whyNot: () => undefined, value: of }
}
