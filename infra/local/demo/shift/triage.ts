import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import type { Severity } from '@carapace/shared/msoc/severity'
import { chance } from '../../../../load-tests/fleet/random.ts'

const minuteMs = 60_000

type Span = readonly [from: number, to: number]

/** Minutes after the raising of an alert within which the analysts see it, and are done with it. */
const paces: Record<Severity, { readonly seen: Span; readonly done: Span }> = {
  critical: { seen: [3, 6], done: [40, 90] },
  high: { seen: [4, 9], done: [18, 70] },
  medium: { seen: [5, 14], done: [25, 120] },
  low: { seen: [8, 25], done: [60, 1200] },
  info: { seen: [8, 25], done: [60, 1200] },
}

/** When the analysts do what with an alert, epoch ms. */
interface Plan {
  readonly acknowledgeAt: number
  readonly beginAt: number
  readonly caseAt: number
  readonly closeAt: number
}

/** Plans the work on an alert from when it was raised; one alert always has the same plan. */
export function planOf({ number, severity, raised_at }: Pick<Alert, 'number' | 'severity' | 'raised_at'>): Plan {
  const { seen, done } = paces[severity]
  const raisedAt = Date.parse(raised_at)
  const within = ([from, to]: Span, draw: number) => Math.round((from + (to - from) * chance(number, draw)) * minuteMs)
  const acknowledgeAt = raisedAt + within(seen, 91)
  const beginAt = acknowledgeAt + within([1, 4], 92)
  return { acknowledgeAt, beginAt, caseAt: beginAt + within([2, 6], 93), closeAt: raisedAt + within(done, 94) }
}

/** The next thing that an analyst does with an alert. */
export interface Step {
  readonly kind: 'acknowledge' | 'begin' | 'open case' | 'close' | 'close case'
  readonly at: number
}

type Worked = Pick<
  Alert,
  'number' | 'severity' | 'raised_at' | 'status' | 'acknowledged_at' | 'cleared_at' | 'case_uuid'
>

/**
 * Returns the next step, or undefined when the alert is done with. Critical alerts get a case; of others that are over
 * by `now` the analysts skip the status in progress.
 */
export function nextStep(alert: Worked, now: number): Step | undefined {
  const plan = planOf(alert)
  if (alert.status === 'CLOSED' || alert.status === 'MERGED') return undefined
  if (alert.acknowledged_at === null) return { kind: 'acknowledge', at: plan.acknowledgeAt }
  const needsCase = alert.severity === 'critical' && alert.cleared_at === null
  const isBegun = alert.status !== 'NEW' && alert.status !== 'ASSIGNED'
  if (!isBegun && (needsCase || plan.closeAt > now)) return { kind: 'begin', at: plan.beginAt }
  if (alert.case_uuid !== null) return { kind: 'close case', at: plan.closeAt }
  if (needsCase) return { kind: 'open case', at: plan.caseAt }
  return { kind: 'close', at: plan.closeAt }
}

/** The analyst on duty at a time: three shifts of eight hours. */
export function onDuty<Analyst>(analysts: readonly Analyst[], at: number): Analyst {
  const shift = Math.floor(((new Date(at).getUTCHours() + 19) % 24) / 8)
  return analysts[shift % analysts.length]!
}

const resolutionsOf: Readonly<Record<string, readonly Resolution[]>> = {
  'geofence-exit': ['LEGITIMATE'],
  silence: ['LEGITIMATE', 'FALSE_POSITIVE'],
  'fleet-silence': ['LEGITIMATE'],
  'impossible-movement': ['FALSE_POSITIVE', 'TRUE_POSITIVE_WITHOUT_IMPACT'],
  'ids.eth 0x8020': ['NOT_APPLICABLE', 'LEGITIMATE'],
  'ids.host 0x8003': ['TRUE_POSITIVE_WITH_IMPACT', 'TRUE_POSITIVE_WITHOUT_IMPACT'],
  'reject-storm': ['TRUE_POSITIVE_WITHOUT_IMPACT', 'LEGITIMATE'],
}
const otherwise: readonly Resolution[] = [
  'TRUE_POSITIVE_WITHOUT_IMPACT',
  'TRUE_POSITIVE_WITHOUT_IMPACT',
  'TRUE_POSITIVE_WITH_IMPACT',
]

export function resolutionOf({ number, rule }: Pick<Alert, 'number' | 'rule'>): Resolution {
  const choices = resolutionsOf[rule] ?? otherwise
  return choices[Math.floor(chance(number, 95) * choices.length)]!
}

/** What the analysts write in a case about alerts of a rule: its title, a first and a last comment. */
interface CaseText {
  readonly title: string
  readonly first: string
  readonly last: string
}

const caseTexts: Readonly<Record<string, CaseText>> = {
  'ids.host 0x8003': {
    title: 'Boot image of the gateway does not match its signature',
    first: 'Remote start is blocked and the vehicle is called in. The workshop reads out the gateway.',
    last: 'The gateway was flashed with the released image, and the hash matches. The old unit is with the lab.',
  },
  'can-flood': {
    title: 'Bus flooded with highest-priority frames',
    first: 'The frames begin with the driver door open: a device at the diagnostic connector is likely.',
    last: 'A third-party device was removed from the diagnostic connector. Traffic has been normal since.',
  },
}
const otherCase: CaseText = {
  title: 'Attack on the vehicle bus',
  first: 'Frames and positions around the alert were kept. The fleet operator was informed.',
  last: 'No effect on the vehicle was found, and the source is gone.',
}

export function caseTextOf({ rule, vehicle }: Pick<Alert, 'rule' | 'vehicle'>): CaseText {
  const text = caseTexts[rule] ?? otherCase
  return { ...text, title: vehicle ? `${text.title}, ${vehicle.name}` : text.title }
}

/** An analyst writes the first comment this long after opening a case, ms. */
export const firstCommentMs = 5 * minuteMs
