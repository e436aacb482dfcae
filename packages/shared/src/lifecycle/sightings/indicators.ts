import { z } from 'zod'

const few = <T extends z.ZodType>(one: T) => z.array(one).max(50)

/**
 * The properties of an alert that shows this scenario. An alert matches if at least one of the first three lists
 * matches it, and none of the others excludes it: an empty list excludes nothing (rules SIGHTING-1 to SIGHTING-5).
 */
export const Indicators = z.object({
  /**
   * Kinds of detectors as in alerts; `ids.can` for all intrusion events of a sensor, `event:<id>` for those of one id.
   */
  detectors: few(z.string().trim().min(1).max(64)),
  event_ids: few(z.int().min(0).max(0xffff_ffff)),
  /** Rules by uuid or title. */
  rules: few(z.string().trim().min(1).max(200)),
  /** Arbitration ids. */
  can_ids: few(z.int().min(0).max(0x1fff_ffff)),
  buses: few(z.string().trim().min(1).max(64)),
  ecus: few(z.string().trim().min(1).max(64)),
})
export type Indicators = z.infer<typeof Indicators>

export const noIndicators: Indicators = { detectors: [], event_ids: [], rules: [], can_ids: [], buses: [], ecus: [] }

/** The part of an alert that indicators are compared with. */
export interface SeenAlert {
  /** The detector's kind, `ids.can 0x8001`, or a rule's name. */
  readonly rule: string
  readonly ruleUuid: string | null
  readonly ecu: string | null
  readonly bus: string | null
  readonly observables: readonly { readonly kind: string; readonly value: string }[]
  readonly explanation: readonly { readonly field: string; readonly observed: string }[]
}

/** An alert in the form that indicators use: its names, and its location. */
interface Traits {
  /** Detectors, events and rules, as `calledBy` writes them. */
  readonly calls: readonly string[]
  readonly canIds: readonly number[]
  readonly buses: readonly string[]
  readonly ecus: readonly string[]
}

const low = (word: string) => word.toLowerCase()

/** Whether an alert shows what a scenario describes (rules SIGHTING-1 to SIGHTING-4). */
export function matches(alert: SeenAlert, indicators: Indicators): boolean {
  const traits = traitsOf(alert)
  return calledBy(indicators).some((call) => traits.calls.includes(call)) && !excludes(indicators, traits)
}

/** `matches` for many scenarios at once: a scenario without a name in common with the alert is never checked. */
export function createMatcher<T extends { readonly indicators: Indicators }>(
  scenarios: Iterable<T>,
): (alert: SeenAlert) => T[] {
  const called = new Map<string, T[]>()
  for (const scenario of scenarios)
    for (const call of calledBy(scenario.indicators)) called.set(call, [...(called.get(call) ?? []), scenario])
  return (alert) => {
    const traits = traitsOf(alert)
    const found = new Set(traits.calls.flatMap((call) => called.get(call) ?? []))
    return [...found].filter(({ indicators }) => !excludes(indicators, traits))
  }
}

/** Whether the indicators can match any alert. */
export function hasIndicators(indicators: Indicators): boolean {
  return calledBy(indicators).length > 0
}

/** The detectors, events and rules of a scenario, each in one notation. */
function calledBy({ detectors, event_ids: events, rules }: Indicators): string[] {
  return [
    ...new Set([
      ...detectors.map(detectorCall),
      ...events.map((id) => `detector event:${id}`),
      ...rules.map((rule) => `rule ${low(rule)}`),
    ]),
  ]
}

function detectorCall(name: string): string {
  const event = /^event:(0x[0-9a-f]{1,8}|\d{1,10})$/i.exec(name)
  return event ? `detector event:${Number(event[1])}` : `detector ${low(name)}`
}

function traitsOf({ rule, ruleUuid, ecu, bus, observables, explanation }: SeenAlert): Traits {
  const valuesOf = (kind: string) => observables.filter((one) => one.kind === kind).map(({ value }) => value)
  const events = valuesOf('ids_event').map(Number)
  // the rule of an intrusion event begins with its sensor
  const sensor = events.length > 0 ? [low(rule.split(' ')[0]!)] : []
  return {
    calls: [
      ...[low(rule), ...sensor, ...events.map((id) => `event:${id}`)].map((name) => `detector ${name}`),
      `rule ${low(rule)}`,
      ...(ruleUuid === null ? [] : [`rule ${low(ruleUuid)}`]),
    ],
    canIds: [...valuesOf('arbitration_id'), ...attackedIn(explanation)].map(Number),
    buses: [...(bus === null ? [] : [bus]), ...valuesOf('bus')].map(low),
    ecus: [...(ecu === null ? [] : [ecu]), ...valuesOf('ecu')].map(low),
  }
}

/** An attack on several ids has one of them as observable, and lists more in its explanation. */
function attackedIn(explanation: SeenAlert['explanation']): string[] {
  return explanation
    .filter(({ field }) => field === 'ids attacked')
    .flatMap(({ observed }) => observed.match(/0x[0-9A-F]{1,8}/gi) ?? [])
}

/** Whether a list that is not empty names no value of the alert (rule SIGHTING-3). */
function excludes({ can_ids: canIds, buses, ecus }: Indicators, traits: Traits): boolean {
  const misses = <V>(wanted: readonly V[], seen: readonly V[]) =>
    wanted.length > 0 && !wanted.some((one) => seen.includes(one))
  return misses(canIds, traits.canIds) || misses(buses.map(low), traits.buses) || misses(ecus.map(low), traits.ecus)
}

/**
 * Whether a program's scenarios apply to a vehicle: the program names the vehicle's model or platform, or names none at
 * all. An alert without a vehicle applies to every program (rule SIGHTING-5).
 */
export function concerns(
  models: readonly string[],
  vehicle: { readonly model: string; readonly platform: string } | null,
): boolean {
  if (models.length === 0 || vehicle === null) return true
  return [vehicle.model, vehicle.platform].some(
    (name) => name !== '' && models.some((model) => low(model) === low(name)),
  )
}

interface Judged {
  readonly status: string
  readonly resolution: string | null
}

/** Resolutions of alerts that were not an attack. */
const noAttack = ['FALSE_POSITIVE', 'LEGITIMATE', 'NOT_APPLICABLE']

/**
 * Whether an alert counts as a real event: neither merged into another alert, nor closed as not an attack (rule
 * SIGHTING-6).
 */
export function counts({ status, resolution }: Judged): boolean {
  return status !== 'MERGED' && !(status === 'CLOSED' && resolution !== null && noAttack.includes(resolution))
}
