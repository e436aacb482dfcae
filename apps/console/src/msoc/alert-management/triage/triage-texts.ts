import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { number } from '../../../core/format/format.ts'
import { alertId } from '../sentences.ts'
import type { UpdateAnswer, Words } from './triage-sources.ts'

/** The alerts of an action: `ALR-12`, or `5 alerts`. */
export function subject(alerts: readonly Alert[]): string {
  const [only] = alerts
  return alerts.length === 1 && only !== undefined ? alertId(only) : `${number(alerts.length)} alerts`
}

/** `3 of 5 alerts restored.` */
export function partOf(count: number, all: number): string {
  return `${number(count)} of ${number(all)} alerts restored.`
}

/**
 * Why an alert did not change. The server does not give a reason; it is derived from the alert itself (rule QUEUE-46).
 */
export function whyUnchanged(alert: Alert | undefined, { done }: Words): string {
  if (alert === undefined) return 'It is not there any more.'
  if (done === 'reopened') return 'The same condition has raised another alert, which is open.'
  if (alert.status === 'CLOSED' && done !== 'closed') return 'A closed alert can only be reopened.'
  return 'It already was.'
}

/** What became of the alerts of an action: `12 alerts closed: False positive, 1 unchanged.` */
export function outcomeOf(targets: readonly Alert[], answers: readonly UpdateAnswer[], words: Words): string {
  const { updated, unchanged, lost } = totalsOf(answers)
  const done = targets.length === 1 ? subject(targets) : updated === 1 ? '1 alert' : `${number(updated)} alerts`
  const parts = [
    `${done} ${words.done}${words.detail === undefined ? '' : `: ${words.detail}`}`,
    ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
    ...(lost > 0 ? [`${number(lost)} not found`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** How many alerts the calls of an action changed, left unchanged, and did not find. */
export function totalsOf(answers: readonly UpdateAnswer[]) {
  const sum = (of: (answer: UpdateAnswer) => number) => answers.reduce((total, answer) => total + of(answer), 0)
  return {
    updated: sum((answer) => answer.updated),
    unchanged: sum((answer) => answer.unchanged),
    lost: sum((answer) => answer.not_found),
  }
}
