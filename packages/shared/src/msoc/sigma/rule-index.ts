import { anchorsOf, type Anchor } from './anchors.ts'
import { boundOf, createBoundIndex, type BoundIndex, type NumberBound } from './bounds.ts'
import { createAutomaton, type Automaton } from './automaton.ts'
import { compileExpression, type Predicate } from './compile.ts'
import { viewOf, type EventView, type FieldValues, type SigmaEvent } from './event.ts'
import type { DetectionRule, LogSource } from './model.ts'

/** Literals are cut to these lengths, the first at which the automaton's table fits. */
const literalLengths = [16, 8, 5, 3] as const
const mostTableEntries = 24_000_000

/** Finds the rules that an event matches. */
export interface RuleIndex {
  /** Returns the numbers of the rules that match, ascending. */
  match(event: SigmaEvent): number[]
}

/**
 * Returns an index of detection rules by log source and literal values. Rules of a log source are prepared at its first
 * event. The result is that of evaluating every rule (rule SIGMA-40).
 */
export function createRuleIndex(rules: readonly DetectionRule[]): RuleIndex {
  const predicates = rules.map(({ expression }) => compileExpression(expression))
  const anchors = rules.map(({ expression }) => anchorsOf(expression))
  const bounds = rules.map(({ expression }) => boundOf(expression))
  const bySource = new Map<string, SourceIndex>()
  return {
    match(event) {
      const { category = '', product = '', service = '' } = event.source
      const key = `${category}\0${product}\0${service}`
      let index = bySource.get(key)
      if (index === undefined) {
        const numbers = rules.flatMap(({ logSource }, rule) => (reads(logSource, event.source) ? [rule] : []))
        index = createSourceIndex(numbers, anchors, bounds)
        bySource.set(key, index)
      }
      return matches(index, viewOf(event), predicates)
    },
  }
}

/** Returns true if a rule of this log source reads events of that one. */
export function reads(rule: LogSource, event: LogSource): boolean {
  return (
    (rule.category === undefined || rule.category === event.category) &&
    (rule.product === undefined || rule.product === event.product) &&
    (rule.service === undefined || rule.service === event.service)
  )
}

/** The rules that a part of a value makes candidates, by the field that has it. */
interface Part {
  readonly byField: ReadonlyMap<string, readonly number[]>
  /** Rules that look for it in any field. */
  readonly anywhere: readonly number[]
}

/** What to look for in the values of a field. */
interface FieldIndex {
  /** Of rules without a text that compare a number. */
  readonly bounds: BoundIndex | undefined
  readonly isSearched: boolean
}

interface SourceIndex {
  /** Rules that every event must be tried with. */
  readonly always: readonly number[]
  readonly fields: ReadonlyMap<string, FieldIndex>
  /** Whether parts are searched in every field. */
  readonly searchesAll: boolean
  /** Rules by field and whole value. */
  readonly whole: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  readonly parts: readonly Part[]
  readonly automaton: Automaton | undefined
  /** The fields to search for parts; undefined: all. */
  readonly searched: ReadonlySet<string> | undefined
  /** Of each rule, the last event for which it was a candidate. */
  readonly seen: Uint32Array
  events: number
}

function createSourceIndex(
  rules: readonly number[],
  anchors: readonly (readonly Anchor[] | undefined)[],
  bounds: readonly (NumberBound | undefined)[],
): SourceIndex {
  const unanchored = rules.filter((rule) => anchors[rule] === undefined)
  const pairs = rules.flatMap((rule) => (anchors[rule] ?? []).map((anchor) => ({ rule, anchor })))
  const partial = pairs.filter(({ anchor }) => !anchor.whole)
  const { automaton, parts } = searchOf(partial)
  const anywhere = partial.some(({ anchor }) => anchor.field === undefined)
  const searched = anywhere ? undefined : new Set(partial.map(({ anchor }) => anchor.field!))
  const whole = wholeValues(pairs.filter(({ anchor }) => anchor.whole))
  const bounded = createBoundIndex(
    unanchored.flatMap((rule) => (bounds[rule] === undefined ? [] : [{ rule, bound: bounds[rule] }])),
  )
  const names = new Set([...bounded.keys(), ...whole.keys(), ...(searched ?? [])])
  return {
    always: unanchored.filter((rule) => bounds[rule] === undefined),
    fields: new Map(
      [...names].map((name) => {
        const isSearched = anywhere || whole.has(name) || searched!.has(name)
        return [name, { bounds: bounded.get(name), isSearched }]
      }),
    ),
    searchesAll: anywhere,
    whole,
    parts,
    automaton,
    searched,
    seen: new Uint32Array(anchors.length),
    events: 0,
  }
}

type RuleAnchor = { readonly rule: number; readonly anchor: Anchor }

/** A keyword without text never gets here: it has no anchor. Whole values belong to a field. */
function wholeValues(pairs: readonly RuleAnchor[]): SourceIndex['whole'] {
  const fields = new Map<string, Map<string, number[]>>()
  for (const { rule, anchor } of pairs) {
    const values = entry(fields, anchor.field!, () => new Map<string, number[]>())
    entry(values, anchor.text, () => []).push(rule)
  }
  return fields
}

function entry<Key, T>(map: Map<Key, T>, key: Key, create: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

function searchOf(pairs: readonly RuleAnchor[]): Pick<SourceIndex, 'automaton' | 'parts'> {
  if (pairs.length === 0) return { automaton: undefined, parts: [] }
  const length = literalLengths.find((most) => tableEntries(pairs, most) <= mostTableEntries) ?? literalLengths.at(-1)!
  const byText = Map.groupBy(pairs, ({ anchor }) => cut(anchor.text, length))
  return { automaton: createAutomaton([...byText.keys()]), parts: [...byText.values()].map(partOf) }
}

/** The end of a literal distinguishes more than its beginning: paths and names begin alike. */
function cut(text: string, length: number): string {
  return text.slice(-length)
}

/** An upper bound of the automaton's states times the classes of characters. */
function tableEntries(pairs: readonly RuleAnchor[], length: number): number {
  const literals = new Set(pairs.map(({ anchor }) => cut(anchor.text, length)))
  const characters = new Set([...literals].flatMap((literal) => literal.split('')))
  return [...literals].reduce((sum, literal) => sum + literal.length, 1) * (characters.size + 1)
}

function partOf(pairs: readonly RuleAnchor[]): Part {
  const byField = new Map<string, number[]>()
  const anywhere: number[] = []
  for (const { rule, anchor } of pairs) {
    if (anchor.field === undefined) anywhere.push(rule)
    else entry(byField, anchor.field, () => []).push(rule)
  }
  return { byField, anywhere }
}

function matches(index: SourceIndex, view: EventView, predicates: readonly Predicate[]): number[] {
  index.events = (index.events + 1) >>> 0
  if (index.events === 0) index.seen.fill(0)
  const found: number[] = []
  const tryRule = (rule: number): void => {
    if (index.seen[rule] === index.events) return
    index.seen[rule] = index.events
    if (predicates[rule]!(view)) found.push(rule)
  }
  const tryRules = (rules: readonly number[] | undefined): void => {
    if (rules !== undefined) for (const rule of rules) tryRule(rule)
  }
  tryRules(index.always)
  for (const [name, value] of view.event.fields) {
    const field = index.fields.get(name)
    field?.bounds?.find(value, tryRule)
    if (field?.isSearched ?? index.searchesAll) tryField(index, name, view.field(name)!, tryRules)
  }
  return found.length > 1 ? found.sort((a, b) => a - b) : found
}

function tryField(
  { whole, automaton, parts, searched }: SourceIndex,
  name: string,
  { folded }: FieldValues,
  tryRules: (rules: readonly number[] | undefined) => void,
): void {
  const values = whole.get(name)
  const search = automaton !== undefined && (searched === undefined || searched.has(name))
  for (const text of folded) {
    tryRules(values?.get(text))
    if (!search) continue
    automaton.search(text, (literal) => {
      const part = parts[literal]!
      tryRules(part.byField.get(name))
      tryRules(part.anywhere)
    })
  }
}
