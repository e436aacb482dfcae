/** What a Sigma text means once it is read: rules of the Sigma specification 2.1, independent of any event. */

/** A place in a text, counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Why a text is refused, or what is odd about it, and where. */
export interface Fault extends Place {
  readonly message: string
}

/** The events that a rule reads. A key that is absent accepts every value. */
export interface LogSource {
  readonly category?: string
  readonly product?: string
  readonly service?: string
}

export const sigmaLevels = ['informational', 'low', 'medium', 'high', 'critical'] as const
export type SigmaLevel = (typeof sigmaLevels)[number]

export const sigmaStatuses = ['stable', 'test', 'experimental', 'deprecated', 'unsupported'] as const
export type SigmaStatus = (typeof sigmaStatuses)[number]

/** What detection rules, correlation rules and filters state about themselves. */
export interface Heading {
  readonly title: string
  readonly id?: string
  /** The name by which correlations refer to the rule. */
  readonly name?: string
  readonly status?: SigmaStatus
  readonly description?: string
  readonly author?: string
  readonly level?: SigmaLevel
  readonly tags: readonly string[]
  readonly references: readonly string[]
  readonly falsePositives: readonly string[]
  /** Fields that an analyst wants to see. */
  readonly fields: readonly string[]
  readonly place: Place
}

export type Comparison = 'lt' | 'lte' | 'gt' | 'gte' | 'eq' | 'neq'
export type DatePart = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A part of a text pattern: a literal, or a character class. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any-character' }
  | { readonly kind: 'any-text' }
  /** A dash in any of the forms that command lines accept (modifier `windash`). */
  | { readonly kind: 'dash' }

/** A test of one value of an event. */
export type ValueTest =
  | { readonly kind: 'text'; readonly parts: readonly PatternPart[]; readonly cased: boolean }
  | { readonly kind: 'number'; readonly comparison: Comparison; readonly value: number }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'cidr'; readonly range: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'exists'; readonly expected: boolean }
  | {
      readonly kind: 'field'
      readonly field: string
      readonly relation: 'equals' | 'starts-with' | 'ends-with' | 'contains'
      readonly cased: boolean
    }
  | { readonly kind: 'date'; readonly part: DatePart; readonly comparison: Comparison; readonly value: number }

/** One line of a detection: a field, or the whole event for keywords, with the tests of its values. */
export interface DetectionItem {
  /** Undefined: any value of the event (keywords). */
  readonly field: string | undefined
  /** At least one. */
  readonly tests: readonly ValueTest[]
  /** True: all tests hold (modifier `all`); false: at least one. */
  readonly all: boolean
  readonly place: Place
}

/** When a rule matches an event. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'item'; readonly item: DetectionItem }

export interface DetectionRule extends Heading {
  readonly kind: 'detection'
  readonly logSource: LogSource
  readonly logSourcePlace: Place
  readonly expression: Expression
}

export const correlationTypes = [
  'event_count',
  'value_count',
  'temporal',
  'temporal_ordered',
  'value_sum',
  'value_avg',
  'value_percentile',
] as const
export type CorrelationType = (typeof correlationTypes)[number]

/** A reference to a rule by its id or its name. */
export interface Reference extends Place {
  readonly rule: string
}

/** A condition such as `gte: 100`; several of them hold together. */
export interface Bound {
  readonly comparison: Comparison
  readonly value: number
}

export interface CorrelationRule extends Heading {
  readonly kind: 'correlation'
  readonly type: CorrelationType
  readonly rules: readonly Reference[]
  readonly groupBy: readonly string[]
  /** Names of fields for each alias: of the rule with this id or name, the field. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly timespanMs: number
  readonly bounds: readonly Bound[]
  /** The fields whose values are counted or summed; empty for counts of events. */
  readonly fields: readonly string[]
  /** The percentile that is compared, 0 to 100; undefined: the rank of the newest value is compared. */
  readonly percentile?: number
  /** True: the rules that it refers to raise hits of their own, too. */
  readonly generate: boolean
}

export interface FilterRule extends Heading {
  readonly kind: 'filter'
  readonly logSource: LogSource
  readonly logSourcePlace: Place
  readonly rules: readonly Reference[]
  /** Holds for events that the rules must not match. */
  readonly expression: Expression
}

export type SigmaDocument = DetectionRule | CorrelationRule | FilterRule
