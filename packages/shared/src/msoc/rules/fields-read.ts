import type { DetectionRule, Expression, Fault, FilterRule, ValueTest } from '../sigma/model.ts'
import type { LinkedCorrelation, LinkedRules } from '../sigma/link.ts'
import { vehicleServices, type VehicleService } from './rules.ts'
import type { WantedFields } from './vehicle-events.ts'
import { isFieldOf } from './vehicle-fields.ts'

/** Returns the fields that an expression reads; keywords read all. */
export function fieldsIn(expression: Expression): WantedFields {
  const names = new Set<string>()
  return collect(expression, names) ? names : 'all'
}

/** Returns false if keywords are among the items. */
function collect(expression: Expression, names: Set<string>): boolean {
  if (expression.kind === 'not') return collect(expression.operand, names)
  if (expression.kind !== 'item') return expression.operands.map((operand) => collect(operand, names)).every(Boolean)
  const { field, tests } = expression.item
  if (field !== undefined) names.add(field)
  for (const test of tests) if (test.kind === 'field') names.add(test.field)
  return field !== undefined
}

/** Returns the services whose events a rule reads. */
export function servicesOf({ logSource }: DetectionRule | FilterRule): readonly VehicleService[] {
  const { service } = logSource
  return service === undefined ? vehicleServices : vehicleServices.filter((one) => one === service)
}

/** Returns the fields that a detection reads, and those that correlations read of its events. */
export function fieldsOfDetection(linked: LinkedRules, number: number): WantedFields {
  const rule = linked.detections[number]!
  const own = fieldsIn(rule.expression)
  if (own === 'all') return 'all'
  return new Set([...own, ...fieldsForCorrelations(linked.correlations, 'detection', number)])
}

/** A correlation reads fields of the event that made an inner one true, too. */
function fieldsForCorrelations(
  correlations: readonly LinkedCorrelation[],
  kind: 'detection' | 'correlation',
  number: number,
): string[] {
  return correlations.flatMap(({ rule, sources }, outer) =>
    sources
      .filter((source) => source.kind === kind && source.number === number)
      .flatMap(({ groupFields }) => [
        ...groupFields,
        ...rule.fields,
        ...fieldsForCorrelations(correlations, 'correlation', outer),
      ]),
  )
}

/** Returns the union of fields. */
export function unionOf(wanted: Iterable<WantedFields>): WantedFields {
  const names = new Set<string>()
  for (const some of wanted) {
    if (some === 'all') return 'all'
    for (const name of some) names.add(name)
  }
  return names
}

/** Returns the fields of a rule that no event of its services has, with their places (rule RULE-4). */
export function unknownFields(rule: DetectionRule | FilterRule): Fault[] {
  const services = servicesOf(rule)
  const isKnown = (name: string): boolean => services.some((service) => isFieldOf(service, name))
  const what = services.length === 1 ? `Events of the service "${services[0]}" have` : 'Vehicle events have'
  return itemsIn(rule.expression).flatMap(({ field, tests, place }) =>
    [field, ...tests.map(comparedField)]
      .filter((name) => name !== undefined && !isKnown(name))
      .map((name) => ({ ...place, message: `${what} no field "${name}".` })),
  )
}

function itemsIn(expression: Expression): Extract<Expression, { kind: 'item' }>['item'][] {
  if (expression.kind === 'item') return [expression.item]
  return expression.kind === 'not' ? itemsIn(expression.operand) : expression.operands.flatMap(itemsIn)
}

function comparedField(test: ValueTest): string | undefined {
  return test.kind === 'field' ? test.field : undefined
}

/** Returns the fields of a correlation that no event of the rules that it refers to has (rule RULE-4). */
export function unknownCorrelationFields(
  { rule, sources }: LinkedCorrelation,
  detections: LinkedRules['detections'],
): Fault[] {
  return sources.flatMap(({ kind, number, groupFields }, index) => {
    if (kind === 'correlation') return []
    const services = servicesOf(detections[number]!)
    return [...new Set([...groupFields, ...rule.fields])]
      .filter((name) => !services.some((service) => isFieldOf(service, name)))
      .map((name) => ({
        line: rule.rules[index]!.line,
        column: rule.rules[index]!.column,
        message: `Events of the rule "${rule.rules[index]!.rule}" have no field "${name}".`,
      }))
  })
}
