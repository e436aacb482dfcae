import type { AlertSource, Observable } from '../alerts.ts'
import type { AlertMatchers } from './alert-matchers.ts'
import type { Severity } from '../../severity.ts'

/**
 * The kinds of steps that suppress the alerts that match them. A maintenance window names vehicles or models in the
 * workshop only, and an inhibition applies while another alert is open on the same vehicle.
 */
export const suppressingKinds = ['silence', 'maintenance', 'inhibition'] as const
export type SuppressingKind = (typeof suppressingKinds)[number]

/** The kinds of steps that follow new alerts: an assignment gives them an owner, an escalation sets a timer. */
export const followingKinds = ['assignment', 'escalation'] as const

/** What a step of the alert pipeline does with the alerts that match it. */
export const stepKinds = [...suppressingKinds, ...followingKinds] as const
export type StepKind = (typeof stepKinds)[number]

export function isSuppressing(kind: StepKind): kind is SuppressingKind {
  return suppressingKinds.some((each) => each === kind)
}

/** The fields of an alert that matchers look at. `vin` and `model` are null for an alert of no vehicle. */
export interface MatchedAlert {
  readonly uuid: string
  readonly rule: string
  readonly severity: Severity
  readonly source: AlertSource
  readonly vin: string | null
  readonly model: string | null
  readonly observables: readonly Observable[]
  readonly title: string
}

/** A step, as far as it decides about the suppression of alerts. */
export interface AlertStep {
  readonly uuid: string
  readonly kind: StepKind
  readonly matchers: AlertMatchers
  /** Of an inhibition: the alerts that inhibit, as long as they are open. */
  readonly inhibitors: AlertMatchers | null
  readonly startsAt: Date
  /** Null: without an end. */
  readonly endsAt: Date | null
  readonly active: boolean
  readonly author: string
  readonly reason: string
}

/** The words of a title matcher, in lower case. */
export function titleWords(title: string): string[] {
  return title.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether an alert matches (rule ALERT-PIPELINE-1). */
export function matches(matchers: AlertMatchers, alert: MatchedAlert): boolean {
  const { rules, severities, sources, vehicles, models, observables, title } = matchers
  const isOneOf = (values: readonly string[] | undefined, value: string | null) =>
    values === undefined || (value !== null && values.includes(value))
  const lowerTitle = alert.title.toLowerCase()
  return (
    isOneOf(rules, alert.rule) &&
    isOneOf(severities, alert.severity) &&
    isOneOf(sources, alert.source) &&
    isOneOf(vehicles, alert.vin) &&
    isOneOf(models, alert.model) &&
    (observables === undefined ||
      alert.observables.some(({ kind, value }) => observables.includes(`${kind}:${value}`))) &&
    (title === undefined || titleWords(title).every((word) => lowerTitle.includes(word)))
  )
}

/** Whether a step applies at this time: from its start until just before its end, unless it was ended earlier. */
export function isInEffect(
  { active, startsAt, endsAt }: Pick<AlertStep, 'active' | 'startsAt' | 'endsAt'>,
  now: Date,
): boolean {
  return active && startsAt <= now && (endsAt === null || now < endsAt)
}

/**
 * Whether a step suppresses an alert, given the open alerts of its vehicle. What inhibits others is not inhibited
 * itself by the same step (rule ALERT-PIPELINE-9).
 */
function suppresses({ matchers, inhibitors }: AlertStep, alert: MatchedAlert, onVehicle: readonly MatchedAlert[]) {
  if (!matches(matchers, alert)) return false
  if (inhibitors === null) return true
  return (
    !matches(inhibitors, alert) && onVehicle.some((other) => other.uuid !== alert.uuid && matches(inhibitors, other))
  )
}

/**
 * The step that suppresses an alert at this time; undefined if none does. The step that suppresses it already
 * (`current`, a uuid) stays as long as it matches, otherwise the first one in the given order does (rule
 * ALERT-PIPELINE-2). `onVehicle`: the open alerts of its vehicle.
 */
function suppressorOf(
  steps: readonly AlertStep[],
  alert: MatchedAlert,
  current: string | null,
  now: Date,
  onVehicle: readonly MatchedAlert[],
): AlertStep | undefined {
  const matching = steps.filter((step) => isInEffect(step, now) && suppresses(step, alert, onVehicle))
  return matching.find(({ uuid }) => uuid === current) ?? matching[0]
}

/** A new suppressor of an alert (a uuid; null: none), and the change that its activity records. */
export interface SuppressionChange {
  readonly suppressedBy: string | null
  readonly change: { readonly kind: 'silence' | 'unsilence'; readonly detail: Record<string, unknown> }
}

/** A new suppressor of an alert, and the change that its activity records; undefined if nothing changes. */
export function suppressionChange(
  steps: readonly AlertStep[],
  alert: MatchedAlert,
  current: string | null,
  now: Date,
  onVehicle: readonly MatchedAlert[] = [],
): SuppressionChange | undefined {
  const step = suppressorOf(steps, alert, current, now, onVehicle)
  if ((step?.uuid ?? null) === current) return undefined
  return step
    ? { suppressedBy: step.uuid, change: { kind: 'silence', detail: silencedBy(step) } }
    : { suppressedBy: null, change: { kind: 'unsilence', detail: {} } }
}

function silencedBy({ uuid, kind, author, reason, endsAt }: AlertStep) {
  return { step: uuid, cause: kind, by: author, reason, until: endsAt?.toISOString() ?? null }
}
