import { sigmaLevels, sigmaStatuses, type Heading, type LogSource, type Place } from './model.ts'
import type { Notes, YamlEntry, YamlNode } from './yaml-reader.ts'

const longestTitle = 256
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const tag = /^[a-z0-9_-]+\.[a-z0-9._-]+$/

/** Returns the entry of a key, which a map has once at most (rule SIGMA-2). */
export function entryOf(node: YamlNode, key: string): YamlEntry | undefined {
  return node.entries.find((entry) => entry.key === key)
}

/** Returns a scalar as text; undefined if it is absent, with a fault if it is a map or a list. */
export function textOf(node: YamlNode, key: string, notes: Notes): string | undefined {
  const entry = entryOf(node, key)
  if (entry === undefined || (entry.node.kind === 'value' && entry.node.value === null)) return undefined
  if (entry.node.kind === 'value') return String(entry.node.value)
  return notes.fault(entry.node.place, `"${key}" must be a text.`)
}

/** Returns a list of texts; one text is a list of one. */
export function textsOf(node: YamlNode, key: string, notes: Notes): string[] {
  const entry = entryOf(node, key)
  if (entry === undefined) return []
  const nodes = entry.node.kind === 'list' ? entry.node.elements : [entry.node]
  return nodes.flatMap((element) => {
    if (element.kind !== 'value') notes.fault(element.place, `"${key}" must be a list of texts.`)
    return element.kind === 'value' && element.value !== null ? [String(element.value)] : []
  })
}

/** Returns what a document states about itself (rule SIGMA-4); undefined, with a fault, without a title. */
export function readHeading(node: YamlNode, notes: Notes): Heading | undefined {
  const title = textOf(node, 'title', notes)
  if (title === undefined || title.trim() === '') return notes.fault(node.place, 'A rule must have a title.')
  if (title.length > longestTitle) {
    return notes.fault(entryOf(node, 'title')!.node.place, `A title has at most ${longestTitle} characters.`)
  }
  const id = textOf(node, 'id', notes)
  if (id !== undefined && !uuid.test(id)) warnAt(node, 'id', 'An id should be a UUID.', notes)
  return {
    title,
    ...present('id', id),
    ...present('name', textOf(node, 'name', notes)),
    ...present('status', oneOf(node, 'status', sigmaStatuses, notes)),
    ...present('description', textOf(node, 'description', notes)),
    ...present('author', textOf(node, 'author', notes)),
    ...present('level', oneOf(node, 'level', sigmaLevels, notes)),
    tags: tagsOf(node, notes),
    references: textsOf(node, 'references', notes),
    falsePositives: textsOf(node, 'falsepositives', notes),
    fields: textsOf(node, 'fields', notes),
    place: node.place,
  }
}

function present<Key extends string, T>(key: Key, value: T | undefined): Partial<Record<Key, T>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, T>>)
}

function warnAt(node: YamlNode, key: string, message: string, notes: Notes): void {
  notes.warn(entryOf(node, key)?.node.place ?? node.place, message)
}

function oneOf<T extends string>(node: YamlNode, key: string, values: readonly T[], notes: Notes): T | undefined {
  const text = textOf(node, key, notes)
  const value = values.find((known) => known === text)
  if (text !== undefined && value === undefined) {
    return notes.fault(entryOf(node, key)!.node.place, `"${key}" must be one of ${values.join(', ')}.`)
  }
  return value
}

function tagsOf(node: YamlNode, notes: Notes): string[] {
  const tags = textsOf(node, 'tags', notes)
  const odd = tags.find((text) => !tag.test(text))
  if (odd !== undefined)
    warnAt(node, 'tags', `The tag "${odd}" should be lower-case, with a dot after its namespace.`, notes)
  return tags
}

/** Returns the log source of a rule and its place; undefined, with a fault, without one (rule SIGMA-5). */
export function readLogSource(
  node: YamlNode,
  notes: Notes,
): { readonly logSource: LogSource; readonly logSourcePlace: Place } | undefined {
  const entry = entryOf(node, 'logsource')
  if (entry === undefined) return notes.fault(node.place, 'A rule must have a "logsource".')
  if (entry.node.kind !== 'map') {
    return notes.fault(entry.node.place, '"logsource" must have keys: category, product or service.')
  }
  const source: LogSource = {
    ...present('category', textOf(entry.node, 'category', notes)?.toLowerCase()),
    ...present('product', textOf(entry.node, 'product', notes)?.toLowerCase()),
    ...present('service', textOf(entry.node, 'service', notes)?.toLowerCase()),
  }
  if (Object.keys(source).length === 0) {
    return notes.fault(entry.node.place, '"logsource" must name a category, a product or a service.')
  }
  return { logSource: source, logSourcePlace: entry.place }
}
