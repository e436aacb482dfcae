import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import type { StepKind, SuppressingKind } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { AlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { dateTime } from '../../core/format/format.ts'
import { followingText } from './following-texts.ts'

/** Display texts of the kinds of steps. */
export const kindTexts: Readonly<Record<StepKind, string>> = {
  silence: 'Silence',
  maintenance: 'Maintenance',
  inhibition: 'Inhibition',
  assignment: 'Assignment',
  escalation: 'Escalation',
}

/** A step's matchers as one line: `rule can-flood · vehicle VIN1 or VIN2`. */
export function matchersText(matchers: AlertMatchers): string {
  const { rules, severities, sources, vehicles, models, observables, title } = matchers
  const either = (name: string, values: readonly string[] | undefined) =>
    values === undefined ? [] : [`${name} ${values.join(' or ')}`]
  return [
    ...either('rule', rules),
    ...either('severity', severities),
    ...either('source', sources),
    ...either('vehicle', vehicles),
    ...either('model', models),
    ...either('observable', observables),
    ...(title === undefined ? [] : [`title with ${title}`]),
  ].join(' · ')
}

/** What a step selects, and what it does with it: its matchers, those of an inhibition's inhibitors, its members. */
export function selectionText(step: Pick<AlertStep, 'matchers' | 'inhibitors' | 'assignment' | 'escalation'>): string {
  const { matchers, inhibitors } = step
  const inhibiting = inhibitors === null ? '' : `, while open: ${matchersText(inhibitors)}`
  return `${matchersText(matchers)}${inhibiting}${followingText(step)}`
}

/** How the texts about an alert name its suppression. */
export const suppressedTexts: Readonly<Record<SuppressingKind, string>> = {
  silence: 'Silenced',
  maintenance: 'In maintenance',
  inhibition: 'Inhibited',
}

/** Whether a step is over: ended, or its time has passed. */
export function isOver({ active, until }: Pick<AlertStep, 'active' | 'until'>, now: number): boolean {
  return !active || (until !== null && Date.parse(until) <= now)
}

/** A step's state now: planned, in effect, ended by somebody, or over. */
export function stateText(step: AlertStep, now: number): string {
  if (!step.active) return 'Ended'
  if (isOver(step, now)) return 'Over'
  return Date.parse(step.from) > now ? 'Planned' : 'In effect'
}

/** Why an alert is kept out of the queue: `Silenced until … by Ann: reason` (rule ALERT-PIPELINE-UI-6). */
export function suppressionText(by: NonNullable<Alert['suppressed_by']>, now: number): string {
  const end = by.until === null ? '' : ` until ${dateTime(by.until)}`
  const rest = by.until !== null && Date.parse(by.until) <= now ? '. Not seen again since.' : ''
  return `${suppressedTexts[by.kind]}${end} by ${by.author}: ${by.reason}${rest}`
}
