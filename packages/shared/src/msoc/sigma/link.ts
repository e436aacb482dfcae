import { reads } from './rule-index.ts'
import type { CorrelationRule, DetectionRule, Fault, FilterRule, Reference, SigmaDocument } from './model.ts'

/** A correlation with its references resolved. */
export interface LinkedCorrelation {
  readonly rule: CorrelationRule
  /** What it refers to, in the order of the rule. */
  readonly sources: readonly LinkedSource[]
}

export interface LinkedSource {
  /** A detection rule, by its number, or a correlation, by its number. */
  readonly kind: 'detection' | 'correlation'
  readonly number: number
  /** The fields to group by, in the order of the correlation, after aliases. */
  readonly groupFields: readonly string[]
}

/** Why a rule cannot take part: the place is in the text of the rule with this title. */
export interface LinkFault extends Fault {
  readonly title: string
  readonly document: SigmaDocument
}

/** Rules that work together. */
export interface LinkedRules {
  /** With their filters applied. */
  readonly detections: readonly DetectionRule[]
  /** A correlation comes after those that it refers to. */
  readonly correlations: readonly LinkedCorrelation[]
  /** The detections and correlations that raise hits of their own; the others only feed correlations. */
  readonly raises: (kind: 'detection' | 'correlation', number: number) => boolean
  readonly faults: readonly LinkFault[]
}

/**
 * Returns rules with filters applied and references resolved (rules SIGMA-29, SIGMA-35 to SIGMA-39). Rules with faults
 * are left out, and so is what refers to them.
 */
export function linkRules(documents: readonly SigmaDocument[]): LinkedRules {
  const faults: LinkFault[] = []
  const known = namesOf(documents, faults)
  const filters = documents.filter((document) => document.kind === 'filter')
  checkFilters(filters, known, faults)
  const detections = documents
    .filter((document) => document.kind === 'detection')
    .map((rule) => filtered(rule, filters))
  const numbers = new Map(
    documents
      .filter((document) => document.kind === 'detection')
      .map((rule, number) => [rule as SigmaDocument, number]),
  )
  const correlations = linkCorrelations(documents, known, numbers, faults)
  return { detections, correlations, raises: raisingOf(correlations), faults }
}

type Names = ReadonlyMap<string, SigmaDocument>

function namesOf(documents: readonly SigmaDocument[], faults: LinkFault[]): Names {
  const names = new Map<string, SigmaDocument>()
  for (const document of documents) {
    for (const name of new Set([document.id, document.name])) {
      if (name === undefined) continue
      if (names.has(name)) faults.push(faultOf(document, document.place, `Another rule is called "${name}", too.`))
      else names.set(name, document)
    }
  }
  return names
}

function faultOf(
  document: SigmaDocument,
  { line, column }: Fault | Reference | SigmaDocument['place'],
  message: string,
): LinkFault {
  return { title: document.title, document, line, column, message }
}

function checkFilters(filters: readonly FilterRule[], known: Names, faults: LinkFault[]): void {
  for (const filter of filters) {
    for (const reference of filter.rules) {
      const rule = known.get(reference.rule)
      if (rule?.kind !== 'detection') {
        faults.push(faultOf(filter, reference, `There is no detection rule "${reference.rule}" to filter.`))
      } else if (!sharesSource(filter, rule)) {
        faults.push(faultOf(filter, reference, `The rule "${reference.rule}" reads another log source.`))
      }
    }
  }
}

function filtered(rule: DetectionRule, filters: readonly FilterRule[]): DetectionRule {
  const applied = filters.filter(
    (filter) =>
      filter.rules.some((reference) => reference.rule === rule.id || reference.rule === rule.name) &&
      sharesSource(filter, rule),
  )
  if (applied.length === 0) return rule
  const kept = applied.map(({ expression }) => ({ kind: 'not', operand: expression }) as const)
  return { ...rule, expression: { kind: 'and', operands: [rule.expression, ...kept] } }
}

/** A filter may state its log source more or less exactly than the rule. */
function sharesSource(filter: FilterRule, rule: DetectionRule): boolean {
  return reads(filter.logSource, rule.logSource) || reads(rule.logSource, filter.logSource)
}

function linkCorrelations(
  documents: readonly SigmaDocument[],
  known: Names,
  detections: ReadonlyMap<SigmaDocument, number>,
  faults: LinkFault[],
): LinkedCorrelation[] {
  const linked: LinkedCorrelation[] = []
  const numbers = new Map<SigmaDocument, number | 'open' | 'refused'>()

  function link(rule: CorrelationRule): number | undefined {
    const state = numbers.get(rule)
    if (state === 'open') faults.push(faultOf(rule, rule.place, 'Correlations refer to each other in a circle.'))
    if (state !== undefined) return typeof state === 'number' ? state : undefined
    numbers.set(rule, 'open')
    const sources = rule.rules.map((reference) => sourceOf(rule, reference))
    if (sources.includes(undefined)) {
      numbers.set(rule, 'refused')
      return undefined
    }
    numbers.set(rule, linked.length)
    return linked.push({ rule, sources: sources as LinkedSource[] }) - 1
  }

  function sourceOf(rule: CorrelationRule, reference: Reference): LinkedSource | undefined {
    const source = known.get(reference.rule)
    const groupFields = rule.groupBy.map((name) => aliased(rule, name, source))
    if (source?.kind === 'detection') return { kind: 'detection', number: detections.get(source)!, groupFields }
    if (source?.kind === 'correlation') {
      const number = link(source)
      if (number !== undefined) return { kind: 'correlation', number, groupFields }
    }
    const why = source === undefined ? 'There is no rule' : 'There is a fault in the rule'
    faults.push(faultOf(rule, reference, `${why} "${reference.rule}".`))
    return undefined
  }

  for (const document of documents) if (document.kind === 'correlation') link(document)
  return linked
}

function aliased({ aliases }: CorrelationRule, name: string, rule: SigmaDocument | undefined): string {
  const fields = aliases.get(name)
  return fields?.get(rule?.name ?? '') ?? fields?.get(rule?.id ?? '') ?? name
}

function raisingOf(correlations: readonly LinkedCorrelation[]): LinkedRules['raises'] {
  const silent = new Set(
    correlations
      .filter(({ rule }) => !rule.generate)
      .flatMap(({ sources }) => sources.map(({ kind, number }) => `${kind} ${number}`)),
  )
  return (kind, number) => !silent.has(`${kind} ${number}`)
}
