import type { DetectionItem, Expression, ValueTest } from './model.ts'
import { chainFault, testsOf, type Placeholders } from './modifiers.ts'
import { open } from './pattern.ts'
import type { Notes, YamlEntry, YamlNode } from './yaml-reader.ts'

/** The most values of one line of a detection. */
const mostValues = 10_000

/** Reads the search identifiers of detections. */
export interface DetectionContext {
  readonly notes: Notes
  readonly placeholders: Placeholders
}

/** Returns what a search identifier means: a map joins its lines by AND, a list by OR (rules SIGMA-6 to SIGMA-11). */
export function readSearch(node: YamlNode, context: DetectionContext): Expression | undefined {
  if (node.kind === 'map') return readMap(node, context)
  const elements = node.kind === 'list' ? node.elements : [node]
  if (elements.length === 0) return context.notes.fault(node.place, 'A list must have values.')
  const maps = elements.filter(({ kind }) => kind === 'map').map((element) => readMap(element, context))
  const nested = elements.find(({ kind }) => kind === 'list')
  if (nested !== undefined) return context.notes.fault(nested.place, 'A list cannot be inside a list.')
  const words = elements.filter(({ kind }) => kind === 'value')
  const keywords = words.length === 0 ? [] : [readItem(undefined, [], node, words, context)]
  return joinedBy('or', [...maps, ...keywords])
}

function readMap(node: YamlNode, context: DetectionContext): Expression | undefined {
  if (node.entries.length === 0) return context.notes.fault(node.place, 'A search identifier must have fields.')
  return joinedBy(
    'and',
    node.entries.map((entry) => readField(entry, context)),
  )
}

/** Returns the operands joined; undefined if one could not be read. */
export function joinedBy(kind: 'and' | 'or', operands: readonly (Expression | undefined)[]): Expression | undefined {
  const read = operands.filter((operand) => operand !== undefined)
  if (read.length < operands.length || read.length === 0) return undefined
  return read.length === 1 ? read[0] : { kind, operands: read }
}

function readField({ key, place, node }: YamlEntry, context: DetectionContext): Expression | undefined {
  const [field = '', ...modifiers] = key.split('|')
  const fault = chainFault(modifiers)
  if (fault !== undefined) return context.notes.fault(place, fault)
  if (node.kind === 'map')
    return context.notes.fault(node.place, `The field "${field}" has keys where it needs values.`)
  const values = node.kind === 'list' ? node.elements : [node]
  if (modifiers.includes('all') && values.length < 2) {
    return context.notes.fault(place, '"all" needs more than one value.')
  }
  return readItem(field === '' ? undefined : field, modifiers, { ...node, place }, values, context)
}

function readItem(
  field: string | undefined,
  modifiers: readonly string[],
  { place }: YamlNode,
  values: readonly YamlNode[],
  context: DetectionContext,
): Expression | undefined {
  const { notes } = context
  if (values.length === 0) return notes.fault(place, 'A field must have values.')
  if (values.length > mostValues)
    return notes.fault(place, `A field has at most ${mostValues.toLocaleString('en')} values.`)
  const nulls = values.find((node) => node.kind === 'value' && node.value === null)
  if (nulls !== undefined && (values.length > 1 || field === undefined)) {
    return notes.fault(nulls.place, 'null must be the only value of a field: write a search identifier for it.')
  }
  const all = modifiers.includes('all')
  const groups = values.map((node) => readValue(field, modifiers, node, context))
  if (groups.includes(undefined)) return undefined
  const expression = expressionOf(field, groups as ValueTest[][], all, place)
  return modifiers.includes('neq') ? { kind: 'not', operand: expression } : expression
}

/** A value that expands to several texts matches by one of them, even where all values must match. */
function expressionOf(
  field: string | undefined,
  groups: readonly (readonly ValueTest[])[],
  all: boolean,
  place: DetectionItem['place'],
): Expression {
  const at = { line: place.line, column: place.column }
  const item = (tests: readonly ValueTest[]): Expression => ({
    kind: 'item',
    item: { field, tests, all: all && tests.length > 1 && groups.length > 1, place: at },
  })
  if (!all || groups.every(({ length }) => length === 1)) return item(groups.flat())
  return {
    kind: 'and',
    operands: groups.map((tests) => ({ kind: 'item', item: { field, tests, all: false, place: at } })),
  }
}

function readValue(
  field: string | undefined,
  modifiers: readonly string[],
  node: YamlNode,
  { notes, placeholders }: DetectionContext,
): readonly ValueTest[] | undefined {
  if (node.kind !== 'value') return notes.fault(node.place, 'A value must be a text, a number, true, false or null.')
  const read = testsOf(node.value, modifiers, placeholders)
  if ('reason' in read) return notes.fault(node.place, read.reason)
  return field === undefined ? read.tests.map(asKeyword) : read.tests
}

/** A keyword is found anywhere in a value. */
function asKeyword(test: ValueTest): ValueTest {
  return test.kind === 'text' ? { ...test, parts: open(test.parts, { before: true, behind: true }) } : test
}
