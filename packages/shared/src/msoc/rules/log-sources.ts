import type { DetectionItem, DetectionRule, Expression, FilterRule, LogSource, ValueTest } from '../sigma/model.ts'
import { vehicleServices, type VehicleService } from './rules.ts'

/** The log source of a rule as vehicle events have it. */
interface ReadSource {
  /** Undefined: every service. */
  readonly service: VehicleService | undefined
  /** What the events must have besides: a log source of Linux is a part of the system log. */
  readonly also: Expression | undefined
}

/** Programs of Linux whose lines a service of `product: linux` means; a name may have an ending (sshd-session). */
const linuxPrograms: Readonly<Record<string, readonly string[]>> = {
  sshd: ['sshd'],
  sudo: ['sudo'],
  cron: ['cron', 'crond', 'anacron'],
  vsftpd: ['vsftpd'],
  clamav: ['clamd', 'clamav', 'freshclam'],
  guacamole: ['guacd', 'guacamole'],
}
/** Facilities auth and authpriv of RFC 5424. */
const authFacilities = [4, 10]

/**
 * Returns a rule for the events of vehicles, or why no vehicle event has its log source. Rules for the system log of
 * Linux read the vehicles' system logs (rule RULE-3).
 */
export function ofVehicles<Rule extends DetectionRule | FilterRule>(rule: Rule): Rule | string {
  const source = sourceOf(rule.logSource)
  if (typeof source === 'string') return source
  const { service, also } = source
  const logSource: LogSource = { product: 'vehicle', ...(service !== undefined && { service }) }
  const expression = also === undefined ? rule.expression : both(also, rule.expression)
  return { ...rule, logSource, expression }
}

function both(first: Expression, second: Expression): Expression {
  return { kind: 'and', operands: [first, second] }
}

function sourceOf({ category, product, service }: LogSource): ReadSource | string {
  if (category !== undefined) return `No vehicle event has the category "${category}".`
  if (product === 'linux') return linuxSource(service)
  if (product !== undefined && product !== 'vehicle') return `No vehicle event has the product "${product}".`
  if (service === undefined) return { service, also: undefined }
  const known = vehicleServices.find((one) => one === service)
  if (known !== undefined) return { service: known, also: undefined }
  return `No vehicle event has the service "${service}". Use one of ${vehicleServices.join(', ')}.`
}

function linuxSource(service: string | undefined): ReadSource | string {
  if (service === undefined || service === 'syslog') return { service: 'syslog', also: undefined }
  if (service === 'auth') return { service: 'syslog', also: itemOf('facility', authFacilities.map(numberTest)) }
  const programs = linuxPrograms[service]
  if (programs !== undefined) return { service: 'syslog', also: itemOf('app_name', programs.map(beginning)) }
  return `The service "${service}" of Linux is not in the vehicles' system log.`
}

function itemOf(field: string, tests: readonly ValueTest[]): Expression {
  const item: DetectionItem = { field, tests, all: false, place: { line: 1, column: 1 } }
  return { kind: 'item', item }
}

function numberTest(value: number): ValueTest {
  return { kind: 'text', parts: [{ kind: 'literal', text: String(value) }], cased: false }
}

function beginning(text: string): ValueTest {
  return { kind: 'text', parts: [{ kind: 'literal', text }, { kind: 'any-text' }], cased: false }
}
