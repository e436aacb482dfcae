import type { Explanation, Observable } from '../alerts/alerts.ts'
import { hexOf, idText } from '../can/frame.ts'
import { serviceName } from '../transport/uds.ts'
import { compileItem } from '../sigma/compile.ts'
import type { CorrelationHit } from '../sigma/correlate.ts'
import { viewOf, type EventView, type SigmaEvent } from '../sigma/event.ts'
import type { Bound, CorrelationRule, DetectionItem, Expression, PatternPart, ValueTest } from '../sigma/model.ts'

/** Limits of what an alert shows. */
const mostConditions = 20
const mostValues = 5
const longestText = 200

/**
 * Returns the conditions that made an expression true, each with the observed value (rule RULE-12); none if it does not
 * hold for the event. Of an "or", those of the first operand that holds.
 */
export function explainMatch(expression: Expression, event: SigmaEvent): Explanation[] {
  return (reasonsFor(expression, viewOf(event), true) ?? []).slice(0, mostConditions)
}

/** Why an expression has the wanted result; undefined if it has the other one. */
function reasonsFor(expression: Expression, view: EventView, wanted: boolean): Explanation[] | undefined {
  if (expression.kind === 'not') return reasonsFor(expression.operand, view, !wanted)
  if (expression.kind === 'item') {
    return compileItem(expression.item)(view) === wanted ? [reasonOf(expression.item, view, wanted)] : undefined
  }
  const isAll = (expression.kind === 'and') === wanted
  const reasons: Explanation[] = []
  for (const operand of expression.operands) {
    const found = reasonsFor(operand, view, wanted)
    if (isAll && found === undefined) return undefined
    if (!isAll && found !== undefined) return found
    reasons.push(...(found ?? []))
  }
  return isAll ? reasons : undefined
}

function reasonOf(item: DetectionItem, view: EventView, wanted: boolean): Explanation {
  const expected = expectedOf(item)
  return {
    field: item.field ?? 'any field',
    observed: item.field === undefined ? keywordsIn(item, view) : observedOf(view, item.field),
    expected: wanted ? expected : `not: ${expected}`,
  }
}

function observedOf(view: EventView, name: string): string {
  const value = view.event.fields.get(name)
  return value === undefined ? 'absent' : shortened(Array.isArray(value) ? value.join(' = ') : String(value))
}

/** The first field in which a keyword was found. */
function keywordsIn({ tests, all }: DetectionItem, view: EventView): string {
  for (const name of view.event.fields.keys()) {
    if (compileItem({ field: name, tests, all: false, place: { line: 1, column: 1 } })(view)) {
      return `${name}: ${observedOf(view, name)}`
    }
  }
  return all ? '' : 'absent'
}

function expectedOf({ tests, all }: DetectionItem): string {
  const texts = tests.slice(0, mostValues).map(textOfTest)
  const more = tests.length > mostValues ? ` and ${tests.length - mostValues} more` : ''
  return shortened(texts.join(all ? ' and ' : ' or ') + more)
}

const comparisons = { lt: '<', lte: '≤', gt: '>', gte: '≥', eq: '=', neq: '≠' } as const

function textOfTest(test: ValueTest): string {
  if (test.kind === 'text') return test.parts.map(textOfPart).join('') || 'empty'
  if (test.kind === 'number') return `${comparisons[test.comparison]} ${test.value}`
  if (test.kind === 'date') return `${test.part} ${comparisons[test.comparison]} ${test.value}`
  if (test.kind === 'regex') return `/${test.source}/${test.flags}`
  if (test.kind === 'cidr') return `in ${test.range}`
  if (test.kind === 'null') return 'absent'
  if (test.kind === 'exists') return test.expected ? 'present' : 'absent'
  return `${test.relation.replace('-', ' ')} ${test.field}`
}

function textOfPart(part: PatternPart): string {
  if (part.kind === 'literal') return part.text
  if (part.kind === 'any-text') return '*'
  return part.kind === 'dash' ? '-' : '?'
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

/** Returns what a correlation counted, of what, and within which time (rule RULE-12). */
export function explainCorrelation(rule: CorrelationRule, { value, group }: CorrelationHit): Explanation[] {
  const bounds = rule.bounds.map(textOfBound).join(' and ')
  const of = rule.fields.length > 0 ? ` of ${rule.fields.join(', ')}` : ''
  return [
    {
      field: `${rule.type}${of}`,
      observed: String(Math.round(value * 1_000) / 1_000),
      expected: `${bounds} within ${durationText(rule.timespanMs)}`,
    },
    ...rule.groupBy.map((field, index) => ({ field, observed: shortened(group[index] ?? ''), expected: '' })),
  ]
}

function textOfBound({ comparison, value }: Bound): string {
  return `${comparisons[comparison]} ${value}`
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

function durationText(ms: number): string {
  const unit = units.find(([, size]) => ms % size === 0)
  return unit === undefined ? `${ms / 1_000} s` : `${ms / unit[1]} ${unit[0]}`
}

/** Returns the values of an event that other alerts may have in common (rule RULE-13). */
export function observablesOf({ fields }: SigmaEvent, explanation: readonly Explanation[]): Observable[] {
  const kinds: readonly (readonly [string, Observable['kind']])[] = [
    ['vehicle', 'vin'],
    ['bus', 'bus'],
    ['detail.bus', 'bus'],
    ['detail.ecu', 'ecu'],
    ['sender', 'ecu'],
    ['hostname', 'hostname'],
    ['event_id', 'ids_event'],
  ]
  const named = kinds.flatMap(([name, kind]): Observable[] => {
    const value = fields.get(name)
    const first = Array.isArray(value) ? (value[0] as string) : value
    return first === undefined || first === null || first === '' ? [] : [{ kind, value: shortened(String(first)) }]
  })
  const signals = explanation
    .filter(({ field }) => field.startsWith('signal.'))
    .map(({ field }): Observable => ({ kind: 'signal', value: field.slice(field.lastIndexOf('.') + 1) }))
  return [...named, ...idOf(fields), ...serviceOf(fields), ...signals]
}

function numberIn(fields: SigmaEvent['fields'], name: string): number | undefined {
  const value = fields.get(name)
  return (Array.isArray(value) ? value : [value]).find((one) => typeof one === 'number')
}

/** In the form of the detectors' observables, so that alerts have them in common. */
function idOf(fields: SigmaEvent['fields']): Observable[] {
  const id = numberIn(fields, 'id')
  return id === undefined ? [] : [{ kind: 'arbitration_id', value: idText(id, fields.get('ext') === true) }]
}

function serviceOf(fields: SigmaEvent['fields']): Observable[] {
  const sid = numberIn(fields, 'uds.service')
  if (sid === undefined) return []
  return [{ kind: 'uds_service', value: `0x${hexOf(Uint8Array.of(sid))} ${serviceName(sid)}` }]
}
