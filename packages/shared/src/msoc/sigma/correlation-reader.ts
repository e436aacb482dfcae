import { entryOf, readHeading, textOf, textsOf } from './heading.ts'
import { correlationTypes, type Bound, type Comparison, type CorrelationRule, type Reference } from './model.ts'
import type { Notes, YamlNode } from './yaml-reader.ts'

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const longestTimespanMs = 31 * unitMs['d']!
const comparisonNames: readonly string[] = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq']
const mostRules = 100

/** Returns a correlation rule (Sigma correlation rules 2.1; rules SIGMA-30 to SIGMA-34); notes why it is none. */
export function readCorrelation(node: YamlNode, notes: Notes): CorrelationRule | undefined {
  const heading = readHeading(node, notes)
  const section = entryOf(node, 'correlation')!.node
  if (section.kind !== 'map') return notes.fault(section.place, '"correlation" must have keys.')
  const type = readType(section, notes)
  const rules = readReferences(section, notes)
  const timespanMs = readTimespan(section, notes)
  const condition = type === undefined ? undefined : readBounds(section, type, rules.length, notes)
  const groupBy = textsOf(section, 'group-by', notes)
  if (groupBy.length === 0) notes.warn(section.place, 'Without "group-by" all events are counted together.')
  if (!heading || !type || rules.length === 0 || timespanMs === undefined || condition === undefined) return undefined
  return {
    ...heading,
    kind: 'correlation',
    type,
    rules,
    groupBy,
    aliases: readAliases(section, notes),
    timespanMs,
    ...condition,
    generate: entryOf(section, 'generate')?.node.value === true || entryOf(node, 'generate')?.node.value === true,
  }
}

function readType(section: YamlNode, notes: Notes): CorrelationRule['type'] | undefined {
  const text = textOf(section, 'type', notes)
  const type = correlationTypes.find((known) => known === text)
  const place = entryOf(section, 'type')?.node.place ?? section.place
  return type ?? notes.fault(place, `"type" must be one of ${correlationTypes.join(', ')}.`)
}

/** Returns the rules that a correlation or a filter refers to, by id or name. */
export function readReferences(section: YamlNode, notes: Notes): Reference[] {
  const entry = entryOf(section, 'rules')
  const nodes = entry === undefined ? [] : entry.node.kind === 'list' ? entry.node.elements : [entry.node]
  const rules = nodes.flatMap((node) => {
    if (node.kind === 'value' && node.value !== null && node.value !== '') {
      return [{ rule: String(node.value), ...node.place }]
    }
    notes.fault(node.place, 'A rule is referred to by its id or its name.')
    return []
  })
  if (rules.length === 0) notes.fault(entry?.node.place ?? section.place, '"rules" must list at least one rule.')
  if (rules.length > mostRules) notes.fault(entry!.node.place, `"rules" lists at most ${mostRules} rules.`)
  const twice = rules.find(({ rule }, index) => rules.findIndex((other) => other.rule === rule) < index)
  if (twice !== undefined) notes.fault(twice, `The rule "${twice.rule}" is listed twice.`)
  return rules
}

function readTimespan(section: YamlNode, notes: Notes): number | undefined {
  const place = entryOf(section, 'timespan')?.node.place ?? section.place
  const [, digits, unit] = /^(\d{1,9})([smhd])$/.exec(textOf(section, 'timespan', notes) ?? '') ?? []
  const timespanMs = Number(digits) * (unitMs[unit ?? ''] ?? NaN)
  if (!(timespanMs > 0)) return notes.fault(place, '"timespan" must be a number and one of s, m, h, d, such as 90m.')
  return timespanMs <= longestTimespanMs ? timespanMs : notes.fault(place, '"timespan" is at most 31d.')
}

type Condition = Pick<CorrelationRule, 'bounds' | 'fields' | 'percentile'>

function readBounds(
  section: YamlNode,
  type: CorrelationRule['type'],
  rules: number,
  notes: Notes,
): Condition | undefined {
  const entry = entryOf(section, 'condition')
  const temporal = type === 'temporal' || type === 'temporal_ordered'
  if (entry === undefined) {
    if (temporal) return { bounds: [{ comparison: 'gte', value: rules }], fields: [] }
    return notes.fault(section.place, `A correlation of type ${type} needs a "condition".`)
  }
  if (entry.node.kind !== 'map') return notes.fault(entry.node.place, '"condition" must have keys, such as gte: 100.')
  return conditionOf(entry.node, type, notes)
}

function conditionOf(node: YamlNode, type: CorrelationRule['type'], notes: Notes): Condition | undefined {
  const bounds = node.entries.flatMap(({ key, place, node: given }): Bound[] => {
    if (key === 'field' || (key === 'percentile' && type === 'value_percentile')) return []
    if (comparisonNames.includes(key) && typeof given.value === 'number') {
      return [{ comparison: key as Comparison, value: given.value }]
    }
    const known = comparisonNames.includes(key)
    notes.fault(known ? given.place : place, known ? `"${key}" needs a number.` : `"${key}" is no comparison.`)
    return []
  })
  const fields = textsOf(node, 'field', notes)
  if (bounds.length === 0) return notes.fault(node.place, '"condition" needs a comparison, such as gte: 100.')
  if (type.startsWith('value_') && fields.length === 0) {
    return notes.fault(node.place, `A correlation of type ${type} needs a "field" in its condition.`)
  }
  if (type !== 'value_count' && fields.length > 1) return notes.fault(node.place, `${type} reads one field.`)
  const percentile = entryOf(node, 'percentile')?.node
  if (percentile === undefined) return { bounds, fields }
  if (typeof percentile.value !== 'number' || percentile.value < 0 || percentile.value > 100) {
    return notes.fault(percentile.place, '"percentile" must be a number from 0 to 100.')
  }
  return { bounds, fields, percentile: percentile.value }
}

function readAliases(section: YamlNode, notes: Notes): CorrelationRule['aliases'] {
  const entry = entryOf(section, 'aliases')
  if (entry !== undefined && entry.node.kind !== 'map') notes.fault(entry.node.place, '"aliases" must have keys.')
  return new Map(
    (entry?.node.entries ?? []).map(({ key, node }) => {
      if (node.kind !== 'map') notes.fault(node.place, 'An alias names a field for each rule.')
      return [key, new Map(node.entries.map((field) => [field.key, String(field.node.value)]))]
    }),
  )
}
