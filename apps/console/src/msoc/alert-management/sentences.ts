import type { Alert, AlertChange, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type AlertSource, type Resolution, resolutions } from '@carapace/shared/msoc/alerts/alerts'
import { dateTime, number, sentenceCase } from '../../core/format/format.ts'
import { targetText } from '../../core/format/timer.ts'

/** Display texts of the resolutions, in the order of their number keys. */
export const resolutionTexts: Readonly<Record<Resolution, string>> = {
  FALSE_POSITIVE: 'False positive',
  TRUE_POSITIVE_WITH_IMPACT: 'True positive with impact',
  TRUE_POSITIVE_WITHOUT_IMPACT: 'True positive without impact',
  LEGITIMATE: 'Legitimate',
  NOT_APPLICABLE: 'Not applicable',
  UNKNOWN: 'Unknown',
}

/** Display texts of the alert sources. */
export const sourceTexts: Readonly<Record<AlertSource, string>> = {
  detector: 'Detector',
  ids: 'Vehicle IDS',
  rule: 'Rule',
  import: 'Import',
}

/** One line of an alert's activity. */
export interface Activity {
  readonly seq: number
  readonly at: string
  readonly actor: string
  readonly sentence: string
}

/** The display id of an alert. */
export function alertId(alert: Pick<Alert, 'number'>): string {
  return `ALR-${alert.number}`
}

/** The display id of a case. */
export function caseId({ number: n }: { readonly number: number }): string {
  return `CAS-${n}`
}

/** The alert's way through the pipeline; unknown steps are left out (rule QUEUE-77). */
export function pipelineOf(alert: Alert, evidence: AlertEvidence | undefined): string[] {
  const isSuspect = evidence?.events.some((event) => event['clock_suspect'] === true) === true
  return [
    ...(alert.count > 1 ? [`deduplicated \u00d7${number(alert.count)}`] : []),
    ...(alert.previous_uuid === null ? [] : ['returned after an earlier alert was closed']),
    ...(alert.cleared_at === null ? [] : ['condition cleared']),
    ...(alert.merged_into === null ? [] : [`merged into ${alertId(alert.merged_into)}`]),
    ...(alert.parts > 0 ? [`merged ×${number(alert.parts)}`] : []),
    ...(alert.overdue_at === null ? [] : ['overdue']),
    ...(isSuspect ? ['clock suspect'] : []),
  ]
}

/**
 * The history of an alert, latest first. Consecutive repeats form one line: a flood would hide the actions of people
 * (rule QUEUE-61).
 */
export function activityOf(changes: readonly AlertChange[]): Activity[] {
  return [...changes]
    .sort((a, b) => b.seq - a.seq)
    .filter((change, at, all) => change.kind !== 'count' || all[at - 1]?.kind !== 'count')
    .map((change) => ({ seq: change.seq, at: change.at, actor: change.actor, sentence: sentenceOf(change) }))
}

/** A change as a sentence without its subject. Missing detail is left out, not invented (rule QUEUE-60). */
export function sentenceOf({ kind, detail }: Pick<AlertChange, 'kind' | 'detail'>): string {
  switch (kind) {
    case 'raise':
      return 'Raised the alert'
    case 'count':
      return withDetail('Seen again', timesIn(detail['count']))
    case 'acknowledge':
      return detail['acknowledged'] === false ? 'Took the acknowledgement back' : 'Acknowledged'
    case 'assign':
      return assignment(detail)
    case 'status':
      return withDetail('Changed the status', prefixed('to', statusIn(detail)))
    case 'close':
      return withDetail(
        'Closed',
        [resolutionIn(detail), wordIn(detail['comment'])].filter(Boolean).join('. ') || undefined,
      )
    case 'reopen':
      return withDetail('Reopened', statusIn(detail))
    case 'escalate':
      return withDetail('Escalated to a case', wordIn(detail['case']))
    case 'clear':
      return 'The condition has cleared'
    case 'recur':
      return 'Came back after an earlier alert was closed'
    case 'evidence':
      return detail['events'] === 0
        ? 'Found no events to keep as evidence'
        : withDetail('Captured the evidence', eventsIn(detail['events']))
    case 'relate':
      return withDetail('Another severity of the same incident raised', alertIn(detail))
    case 'silence':
      return silencing(detail)
    case 'unsilence':
      return 'No longer silenced'
    case 'fold':
      return withDetail('Folded into an alert of the fleet', wordIn(detail['title']))
    case 'unfold':
      return withDetail('Taken out of the alert of the fleet', wordIn(detail['reason']))
    case 'merge':
      return merging('Merged', 'into', detail)
    case 'unmerge':
      return merging('Unmerged', 'from', detail)
    case 'overdue':
      return lateness(detail)
    case 'tag':
      return withDetail('Changed the tags', listIn(detail['tags']))
  }
}

function withDetail(sentence: string, detail: string | undefined): string {
  if (detail === undefined) return sentence
  return detail.startsWith('to ') ? `${sentence} ${detail}` : `${sentence}: ${detail}`
}

function prefixed(word: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${word} ${text}`
}

/** The text of a value, or the name of the person or object in it. */
function wordIn(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value !== 'object' || value === null) return undefined
  return 'name' in value && typeof value.name === 'string' ? value.name : undefined
}

function assignment(detail: AlertChange['detail']): string {
  if (!('owner' in detail)) return 'Changed the owner'
  if (detail['owner'] === null) return 'Removed the owner'
  const name = nameIn(detail['owner'])
  const why = wordIn(detail['reason'])
  const step = why === undefined ? '' : ` by the step “${why}”`
  return name === undefined ? 'Changed the owner' : `Assigned to ${name}${step}`
}

/** `Merged into ALR-12`, or on the alert that took them in: `Merged 2 alerts: ALR-3, ALR-4`. */
function merging(done: string, where: 'into' | 'from', detail: AlertChange['detail']): string {
  const other = detail[where]
  if (typeof other === 'number') return `${done} ${where} ${alertId({ number: other })}`
  const { alerts, numbers } = detail
  if (typeof alerts !== 'number') return done
  const named = Array.isArray(numbers) ? numbers.filter((each) => typeof each === 'number') : []
  const names = named.map((each) => alertId({ number: each })).join(', ')
  return withDetail(`${done} ${alerts === 1 ? '1 alert' : `${number(alerts)} alerts`}`, names || undefined)
}

/** `Overdue: not acknowledged within 15 min, by the step “Night shift”`. */
function lateness({ minutes, unless, reason }: AlertChange['detail']): string {
  if (typeof minutes !== 'number') return 'Overdue'
  const why = wordIn(reason)
  const what = unless === 'closed' ? 'closed' : 'acknowledged'
  const by = why === undefined ? '' : `, by the step “${why}”`
  return `Overdue: not ${what} within ${targetText(minutes * 60_000)}${by}`
}

/** A person's name. An id is not shown, since it means nothing to a reader. */
function nameIn(value: unknown): string | undefined {
  const name = wordIn(value)
  return name !== undefined && /^[\da-f]{8}-[\da-f-]{27}$/i.test(name) ? undefined : name
}

function silencing({ cause, by, reason, until }: AlertChange['detail']): string {
  const what = cause === 'maintenance' ? 'In maintenance' : cause === 'inhibition' ? 'Inhibited' : 'Silenced'
  const end = typeof until === 'string' ? ` until ${dateTime(until)}` : ''
  const name = wordIn(by)
  const why = wordIn(reason)
  return `${what}${end}${name === undefined ? '' : ` by ${name}`}${why === undefined ? '' : `: ${why}`}`
}

function statusIn(detail: AlertChange['detail']): string | undefined {
  const status = wordIn(detail['status'])
  return status === undefined ? undefined : sentenceCase(status)
}

function resolutionIn(detail: AlertChange['detail']): string | undefined {
  const known = resolutions.find((resolution) => resolution === detail['resolution'])
  return known === undefined ? undefined : resolutionTexts[known]
}

function alertIn({ number: n, title, severity }: AlertChange['detail']): string | undefined {
  if (typeof n !== 'number' || typeof title !== 'string') return undefined
  return `${alertId({ number: n })} ${title}${typeof severity === 'string' ? ` (${severity})` : ''}`
}

function timesIn(count: unknown): string | undefined {
  return typeof count === 'number' ? `\u00d7${number(count)}` : undefined
}

function eventsIn(count: unknown): string | undefined {
  if (typeof count !== 'number') return undefined
  return count === 1 ? '1 event' : `${number(count)} events`
}

function listIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  return value.length === 0 ? 'none' : value.filter((each) => typeof each === 'string').join(', ')
}

/**
 * What other users did to an alert since this analyst last saw it: for the refusal of a change based on an outdated
 * state (rule QUEUE-44).
 */
export function sinceThen(changes: readonly AlertChange[], seenSeq: number): string | undefined {
  const theirs = changes.filter(({ seq, kind }) => seq > seenSeq && kind !== 'count' && kind !== 'evidence')
  // assigning and escalating acknowledge, too: that alone would not explain what happened
  const explaining = theirs.filter(({ kind }) => kind !== 'acknowledge')
  const latest = (explaining.length > 0 ? explaining : theirs).reduce<AlertChange | undefined>(
    (best, each) => (best !== undefined && best.seq > each.seq ? best : each),
    undefined,
  )
  return latest === undefined ? undefined : `${latest.actor}: ${sentenceOf(latest)}`
}
