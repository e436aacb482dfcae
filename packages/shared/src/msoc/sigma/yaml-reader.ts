import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml'
import type { Fault, Place } from './model.ts'

/** The largest text that is read, in characters. */
export const longestText = 1024 * 1024
/** The most documents of one text. */
export const mostDocuments = 5_000
const mostFaults = 100

export type Value = string | number | boolean | null

/** One node of a YAML text, with functions that read what is expected at it. Faults are noted, never thrown. */
export interface YamlNode {
  readonly place: Place
  readonly kind: 'map' | 'list' | 'value'
  /** The scalar; null for maps and lists. */
  readonly value: Value
  /** The entries of a map in the order of the text, with the keys' places; empty for anything else. */
  readonly entries: readonly YamlEntry[]
  /** The elements of a list; empty for anything else. */
  readonly elements: readonly YamlNode[]
  /** The place of a character of a scalar that stands on one line. */
  placeOf(offset: number): Place
}

export interface YamlEntry {
  readonly key: string
  readonly place: Place
  readonly node: YamlNode
}

/** Collects faults and warnings of a text. */
export interface Notes {
  readonly faults: Fault[]
  readonly warnings: Fault[]
  fault(place: Place, message: string): undefined
  warn(place: Place, message: string): void
}

/** Returns empty notes. More than 100 of a kind are dropped. */
export function createNotes(): Notes {
  const faults: Fault[] = []
  const warnings: Fault[] = []
  const note = (list: Fault[], { line, column }: Place, message: string): undefined => {
    if (list.length < mostFaults) list.push({ line, column, message })
  }
  return {
    faults,
    warnings,
    fault: (place, message) => note(faults, place, message),
    warn: (place, message) => note(warnings, place, message),
  }
}

/** Returns the documents of a YAML text; those that cannot be read are faults (rules SIGMA-1 to SIGMA-3). */
export function readYaml(text: string, notes: Notes): YamlNode[] {
  if (text.length > longestText) {
    notes.fault({ line: 1, column: 1 }, `The text has more than ${longestText.toLocaleString('en')} characters.`)
    return []
  }
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, schema: 'core', version: '1.2', prettyErrors: false })
  if (documents.length > mostDocuments) {
    notes.fault({ line: 1, column: 1 }, `The text has more than ${mostDocuments.toLocaleString('en')} documents.`)
    return []
  }
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (documents.every(({ contents, errors }) => contents === null && errors.length === 0)) {
    notes.fault({ line: 1, column: 1 }, 'The text has no rule.')
  }
  return documents.flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) {
      notes.fault(placeAt(error.pos[0]), `The text is not valid YAML: ${sentence(error.message)}`)
      return []
    }
    return document.contents === null ? [] : [nodeOf(document.contents, placeAt, notes)]
  })
}

function sentence(message: string): string {
  return message.length > 300 ? `${message.slice(0, 300)}…` : message
}

function nodeOf(node: Node, placeAt: (offset: number) => Place, notes: Notes): YamlNode {
  const place = placeAt(node.range?.[0] ?? 0)
  const base = { place, value: null, entries: [], elements: [], placeOf: () => place }
  if (isAlias(node)) notes.fault(place, 'Anchors and aliases are not read: write the value in full.')
  if (isMap(node)) return { ...base, kind: 'map', entries: entriesOf(node.items, place, placeAt, notes) }
  if (isSeq(node)) {
    return { ...base, kind: 'list', elements: (node.items as Node[]).map((item) => nodeOf(item, placeAt, notes)) }
  }
  if (!isScalar(node)) return { ...base, kind: 'value' }
  const quotes = node.type === 'PLAIN' ? 0 : 1
  return {
    ...base,
    kind: 'value',
    value: valueOf(node, place, notes),
    placeOf: (offset) => ({ line: place.line, column: place.column + quotes + offset }),
  }
}

function entriesOf(
  items: readonly Pair[],
  mapPlace: Place,
  placeAt: (offset: number) => Place,
  notes: Notes,
): YamlEntry[] {
  return items.flatMap(({ key, value }) => {
    const keyNode = key as Node | null
    const place = placeAt(keyNode?.range?.[0] ?? 0)
    if (!isScalar(keyNode) || keyNode.value === null || typeof keyNode.value === 'object') {
      notes.fault(keyNode === null ? mapPlace : place, 'A key must be a text.')
      return []
    }
    const node = value === null ? emptyNode(place) : nodeOf(value as Node, placeAt, notes)
    return [{ key: String(keyNode.value), place, node }]
  })
}

function emptyNode(place: Place): YamlNode {
  return { place, kind: 'value', value: null, entries: [], elements: [], placeOf: () => place }
}

function valueOf(node: Scalar, place: Place, notes: Notes): Value {
  const { value } = node
  if (typeof value === 'number' && !Number.isFinite(value)) {
    notes.fault(place, 'A number must be finite. Put quotes around it if it is a text.')
    return null
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : String(value)
}
