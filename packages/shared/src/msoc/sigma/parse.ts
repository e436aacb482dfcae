import { readCondition } from './condition.ts'
import { readCorrelation, readReferences } from './correlation-reader.ts'
import { readSearch, type DetectionContext } from './detection.ts'
import { entryOf, readHeading, readLogSource } from './heading.ts'
import type { DetectionRule, Expression, Fault, FilterRule, SigmaDocument } from './model.ts'
import type { Placeholders } from './modifiers.ts'
import { createNotes, readYaml, type YamlNode } from './yaml-reader.ts'

/** A text of rules once it is read. Documents with faults are left out. */
export interface ParsedSigma {
  readonly documents: readonly SigmaDocument[]
  /** By their places. */
  readonly faults: readonly Fault[]
  readonly warnings: readonly Fault[]
}

/**
 * Reads a YAML text of Sigma 2.1: detection rules, correlation rules and filters, one a document. Never throws; its
 * time goes with the length of the text. Rules SIGMA-1 to SIGMA-34 of ./SPEC.md.
 */
export function parseSigma(text: string, placeholders: Placeholders = new Map()): ParsedSigma {
  const notes = createNotes()
  const context: DetectionContext = { notes, placeholders }
  const documents = readYaml(text, notes).flatMap((node) => {
    const before = notes.faults.length
    const document = readDocument(node, context)
    return document === undefined || notes.faults.length > before ? [] : [document]
  })
  return { documents, faults: byPlace(notes.faults), warnings: byPlace(notes.warnings) }
}

function byPlace(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function readDocument(node: YamlNode, context: DetectionContext): SigmaDocument | undefined {
  const { notes } = context
  if (node.kind !== 'map') return notes.fault(node.place, 'A rule must have keys, such as "title" and "detection".')
  const action = entryOf(node, 'action')
  if (action !== undefined) {
    return notes.fault(action.place, '"action" is no longer Sigma: write each rule as a whole document.')
  }
  if (entryOf(node, 'correlation') !== undefined) return readCorrelation(node, notes)
  if (entryOf(node, 'filter') !== undefined) return readFilter(node, context)
  return readDetectionRule(node, context)
}

function readDetectionRule(node: YamlNode, context: DetectionContext): DetectionRule | undefined {
  const { notes } = context
  const heading = readHeading(node, notes)
  const source = readLogSource(node, notes)
  const detection = entryOf(node, 'detection')
  if (detection === undefined) return notes.fault(node.place, 'A rule must have a "detection".')
  const expression = readExpression(detection.node, [], context)
  if (!heading || !source || !expression) return undefined
  return { ...heading, kind: 'detection', ...source, expression }
}

function readFilter(node: YamlNode, context: DetectionContext): FilterRule | undefined {
  const heading = readHeading(node, context.notes)
  const source = readLogSource(node, context.notes)
  const section = entryOf(node, 'filter')!.node
  const rules = section.kind === 'map' ? readReferences(section, context.notes) : []
  const expression = readExpression(section, ['rules'], context)
  if (!heading || !source || !expression || rules.length === 0) return undefined
  return { ...heading, kind: 'filter', ...source, rules, expression: suppressed(expression) }
}

/**
 * Returns when a filter suppresses a match. Filters are written in both ways: `selection` names the events to leave
 * out, `not selection` the events to keep (rule SIGMA-29).
 */
function suppressed(expression: Expression): Expression {
  return expression.kind === 'not' ? expression.operand : expression
}

/** Returns the condition of a section over its search identifiers; every other key of the section is one. */
function readExpression(
  section: YamlNode,
  otherKeys: readonly string[],
  context: DetectionContext,
): Expression | undefined {
  const { notes } = context
  if (section.kind !== 'map')
    return notes.fault(section.place, 'Search identifiers and a "condition" are expected here.')
  const condition = entryOf(section, 'condition')
  const searches = new Map(
    section.entries
      .filter(({ key }) => key !== 'condition' && key !== 'timeframe' && !otherKeys.includes(key))
      .map(({ key, node }) => [key, readSearch(node, context)]),
  )
  const timeframe = entryOf(section, 'timeframe')
  if (timeframe !== undefined) {
    return notes.fault(timeframe.place, '"timeframe" is no longer Sigma: write a correlation rule.')
  }
  if (condition === undefined) return notes.fault(section.place, 'A detection must have a "condition".')
  return readCondition(condition.node, searches, notes)
}
