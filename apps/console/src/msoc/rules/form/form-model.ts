import { vehicleServices } from '@carapace/shared/msoc/rules/rules'
import { sigmaLevels, type SigmaLevel } from '@carapace/shared/msoc/sigma/model'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type YAMLMap } from 'yaml'

export type FormValue = string | number | boolean

/** One line of a search: `speed_kph|gte: 130`. */
export interface FormLine {
  readonly field: string
  /** Joined by `|`; empty without any. */
  readonly modifiers: string
  /** Any of them matches. */
  readonly values: readonly FormValue[]
}

export interface FormSearch {
  readonly name: string
  /** All of them hold. */
  readonly lines: readonly FormLine[]
}

/** What the form shows of a simple rule. */
export interface RuleForm {
  readonly title: string
  readonly level: SigmaLevel | undefined
  readonly service: string
  readonly searches: readonly FormSearch[]
  readonly condition: string
}

/** A simple rule, or why the form cannot show the text. */
export type ReadForm = { readonly form: RuleForm } | { readonly reason: string }

/** Reads a text for the form: one detection rule of plain lines (rule RULE-UI-15). */
export function readForm(text: string): ReadForm {
  const documents = documentsOf(text)
  if (documents.length !== 1) return { reason: 'The text has several documents.' }
  const [document] = documents
  if (document === undefined || document.errors.length > 0) return { reason: 'The text is not valid YAML.' }
  const root = document.contents
  if (!isMap(root)) return { reason: 'The text has no keys.' }
  if (root.has('correlation')) return { reason: 'A correlation has no form.' }
  if (root.has('filter')) return { reason: 'A filter has no form.' }
  const level = textIn(root, 'level')
  if (level !== undefined && !(sigmaLevels as readonly string[]).includes(level))
    return { reason: 'The level is unknown.' }
  const logsource = root.get('logsource', true)
  const detection = root.get('detection', true)
  if (!isMap(logsource) || textIn(logsource, 'product') !== 'vehicle' || logsource.has('category'))
    return { reason: 'The log source is not a service of a vehicle.' }
  if (logsource.flow) return { reason: 'The log source is written in one line.' }
  if (!isMap(detection) || detection.flow) return { reason: 'The text has no detection.' }
  const condition = textIn(detection, 'condition')
  if (condition === undefined) return { reason: 'The condition is not one text.' }
  const searches = searchesOf(detection)
  if (searches === undefined) return { reason: 'A search has more than fields with values.' }
  return {
    form: {
      title: textIn(root, 'title') ?? '',
      level: level as SigmaLevel | undefined,
      service: textIn(logsource, 'service') ?? '',
      searches,
      condition,
    },
  }
}

/** Every service that the form offers. */
export const formServices: readonly string[] = vehicleServices

/** The documents of a text, with the ranges of their nodes. */
export function documentsOf(text: string): Document[] {
  return [
    ...parseAllDocuments(text, { schema: 'core', version: '1.2', prettyErrors: false, lineCounter: new LineCounter() }),
  ]
}

function textIn(map: YAMLMap, key: string): string | undefined {
  const node = map.get(key, true)
  return isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number')
    ? String(node.value)
    : undefined
}

function searchesOf(detection: YAMLMap): FormSearch[] | undefined {
  const searches = detection.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : ''
    if (name === 'condition') return []
    // a search that is not written yet has no lines
    const isEmpty = value === null || (isScalar(value) && value.value === null)
    const lines = isEmpty ? [] : isMap(value) && !value.flow ? linesOf(value) : undefined
    return [lines && { name, lines }]
  })
  return searches.includes(undefined) ? undefined : (searches as FormSearch[])
}

function linesOf(search: YAMLMap): FormLine[] | undefined {
  const lines = search.items.map(({ key, value }): FormLine | undefined => {
    const values = isSeq(value) ? value.items.map(valueOf) : [valueOf(value)]
    if (!isScalar(key) || typeof key.value !== 'string' || values.length === 0 || values.includes(undefined))
      return undefined
    const [field = '', ...modifiers] = key.value.split('|')
    return field === '' ? undefined : { field, modifiers: modifiers.join('|'), values: values as FormValue[] }
  })
  return lines.includes(undefined) ? undefined : (lines as FormLine[])
}

function valueOf(node: unknown): FormValue | undefined {
  if (!isScalar(node)) return undefined
  const { value } = node
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** What a user typed as a value: a number or a truth value where it is written as one, otherwise a text. */
export function typedValue(typed: string): FormValue {
  if (typed === 'true' || typed === 'false') return typed === 'true'
  // "1.0" and "-0" would come back with other digits while they are typed
  return String(Number(typed)) === typed && Number.isFinite(Number(typed)) ? Number(typed) : typed
}
