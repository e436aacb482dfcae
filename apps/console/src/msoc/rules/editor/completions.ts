import { vehicleServices } from '@carapace/shared/msoc/rules/rules'
import { sigmaLevels, sigmaStatuses } from '@carapace/shared/msoc/sigma/model'
import type { YamlPlace } from './yaml-place.ts'

/** What may be written at a place of a rule's text (rule RULE-UI-13). */
export type Completions =
  | { readonly kind: 'keys' | 'values'; readonly words: readonly string[] }
  /** Names of fields, then modifiers behind a `|`. */
  | { readonly kind: 'fields' }
  | { readonly kind: 'modifiers'; readonly words: readonly string[] }

const topKeys = [
  'title',
  'id',
  'name',
  'status',
  'description',
  'author',
  'date',
  'modified',
  'references',
  'tags',
  'level',
  'logsource',
  'detection',
  'correlation',
  'filter',
  'falsepositives',
  'fields',
  'tests',
] as const

const correlationTypes = [
  'event_count',
  'value_count',
  'temporal',
  'temporal_ordered',
  'value_sum',
  'value_avg',
  'value_percentile',
] as const

/** The modifiers of Sigma 2.1 that this product reads. */
export const modifiers = [
  'contains',
  'startswith',
  'endswith',
  'all',
  'lt',
  'lte',
  'gt',
  'gte',
  'neq',
  're',
  'i',
  'm',
  's',
  'cased',
  'exists',
  'fieldref',
  'cidr',
  'base64',
  'base64offset',
  'utf16',
  'utf16le',
  'utf16be',
  'wide',
  'windash',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
] as const

const keysOf: Readonly<Record<string, readonly string[]>> = {
  '': topKeys,
  logsource: ['product', 'service', 'category'],
  correlation: ['type', 'rules', 'group-by', 'timespan', 'condition', 'aliases', 'generate'],
  'correlation condition': ['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'field', 'percentile'],
  tests: ['name', 'match', 'events'],
  'tests events': ['type', 'ts', 'service', 'fields'],
}

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  level: sigmaLevels,
  status: sigmaStatuses,
  'logsource product': ['vehicle', 'linux'],
  'logsource service': vehicleServices,
  'correlation type': correlationTypes,
  'tests match': ['true', 'false'],
  'tests events service': vehicleServices,
}

/** What may be written at a place; undefined where anything may. `searches` are the text's search identifiers. */
export function completionsAt({ path, key, typed }: YamlPlace, searches: readonly string[]): Completions | undefined {
  const [first] = path
  if (key === undefined) {
    if (isSearch(path)) {
      return typed.includes('|') ? { kind: 'modifiers', words: modifiers } : { kind: 'fields' }
    }
    if (first === 'correlation' && path[1] === 'group-by') return { kind: 'fields' }
    if (first === 'tests' && path.at(-1) === 'fields') return { kind: 'fields' }
    if (path.length === 1 && isDetection(first)) return { kind: 'keys', words: ['selection', 'filter', 'condition'] }
    const words = keysOf[path.join(' ')]
    return words && { kind: 'keys', words }
  }
  if (path.length === 1 && isDetection(first) && key === 'condition') {
    return { kind: 'values', words: [...searches, 'and', 'or', 'not', '1 of', 'all of', 'them'] }
  }
  const words = valuesOf[[...path, key].join(' ')]
  return words && { kind: 'values', words }
}

function isDetection(key: string | undefined): boolean {
  return key === 'detection' || key === 'filter'
}

/** Whether the lines at this path are conditions on fields: below `detection` and the name of a search. */
function isSearch(path: readonly string[]): boolean {
  return path.length === 2 && isDetection(path[0]) && path[1] !== 'condition' && path[1] !== 'rules'
}

/** The names of the searches of a text, for its condition; it need not be valid YAML. */
export function searchNames(text: string): string[] {
  const section = /^(?:detection|filter):[^\n]*\n(?<lines>(?:[ \t]+[^\n]*\n?|\s*#[^\n]*\n|\n)*)/m.exec(text)
  const lines = section?.groups?.lines?.split('\n').filter((line) => /^\s+[^\s#]/.test(line)) ?? []
  const indent = /^\s*/.exec(lines[0] ?? '')![0]
  return lines.flatMap((line) => {
    const name = line.startsWith(indent)
      ? /^(?<name>[\w-]+)\s*:/.exec(line.slice(indent.length))?.groups?.name
      : undefined
    return name === undefined || name === 'condition' || name === 'rules' ? [] : [name]
  })
}

/** The service that the text reads, to list its fields first. */
export function serviceIn(text: string): string | undefined {
  return /^\s+service:\s*["']?(?<service>[\w-]+)/m.exec(text)?.groups?.service
}
