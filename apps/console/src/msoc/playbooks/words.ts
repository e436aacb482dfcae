import type { Playbook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { Schedule, Trigger, TriggerKind } from '@carapace/shared/msoc/playbooks/playbook'
import type { RunState, StepState } from '@carapace/shared/msoc/playbooks/run-states'
import type { PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import type { VehicleActionState } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { number, sentenceCase } from '../../core/format/format.ts'
import type { Tone } from '../../core/ui/status-badge.tsx'

export const triggerTexts: Readonly<Record<TriggerKind, string>> = {
  alert: 'New alert',
  case: 'Case',
  schedule: 'Schedule',
  webhook: 'Webhook',
  manual: 'By hand',
  called: 'Another playbook',
}

/** What starts a playbook, in words: "New alert: high, critical", "Every 15 min". */
export function triggerText(trigger: Trigger): string {
  if (trigger.kind === 'alert') {
    const words = [...(trigger.matchers?.rules ?? []), ...(trigger.matchers?.severities ?? [])]
    return words.length === 0 ? 'New alert' : `New alert: ${words.slice(0, 3).join(', ')}`
  }
  if (trigger.kind === 'case') return `Case ${trigger.on.join(', ')}`
  if (trigger.kind === 'schedule') return scheduleText(trigger.schedule)
  if (trigger.kind === 'manual')
    return trigger.subject === null ? 'By hand' : `By hand, from ${article(trigger.subject)}`
  return triggerTexts[trigger.kind]
}

const article = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

/** When a schedule starts a run, in words; fields of cron as they are. */
export function scheduleText(schedule: Schedule): string {
  if (schedule.kind === 'interval')
    return schedule.minutes % 60 === 0
      ? `Every ${number(schedule.minutes / 60)} h`
      : `Every ${number(schedule.minutes)} min`
  const { minute, hour, day, month, weekday } = schedule
  const isDaily = /^\d+$/.test(minute) && /^\d+$/.test(hour) && [day, month, weekday].every((each) => each === '*')
  if (isDaily) return `Daily at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`
  return `Cron ${[minute, hour, day, month, weekday].join(' ')}`
}

/** The versions of a playbook: the one that starts, and the newest if that is another. */
export function versionText({
  enabled_version: enabled,
  latest_version: latest,
}: Pick<Playbook, 'enabled_version' | 'latest_version'>): string {
  return enabled === null || enabled === latest ? `v${latest}` : `v${enabled}, newest v${latest}`
}

export const runTones: Readonly<Record<RunState, Tone>> = {
  QUEUED: 'grey',
  RUNNING: 'purple',
  WAITING: 'yellow',
  SUCCEEDED: 'green',
  FAILED: 'red',
  CANCELLED: 'grey',
}

/** The state of a run, in words: a run that waits for people names that. */
export function runStateText({ state, needs_people: people }: Pick<PlaybookRun, 'state' | 'needs_people'>): string {
  if (people > 0 && (state === 'WAITING' || state === 'RUNNING')) return 'Waiting for a person'
  return sentenceCase(state)
}

export const stepTexts: Readonly<Record<StepState, string>> = {
  PENDING: 'Due',
  RUNNING: 'Running',
  WAITING: 'Waiting',
  DONE: 'Done',
  FAILED: 'Failed',
  UNKNOWN: 'Outcome unknown',
  SKIPPED: 'Skipped',
}

export const actionTones: Readonly<Record<VehicleActionState, Tone>> = {
  REQUESTED: 'yellow',
  APPROVED: 'purple',
  DELIVERED: 'purple',
  CONFIRMED: 'green',
  REFUSED: 'red',
  FAILED: 'red',
  EXPIRED: 'grey',
}

/** Who or what started a run. */
export function startedText({
  started_by_kind: kind,
  started_by: person,
}: Pick<PlaybookRun, 'started_by_kind' | 'started_by'>): string {
  if (person !== null) return person
  return kind === 'playbook' ? 'Another playbook' : sentenceCase(kind)
}

export const runId = ({ number: id }: Pick<PlaybookRun, 'number'>) => `RUN-${id}`

/** "1 playbook", "12 playbooks". */
export function counted(count: number, word: string): string {
  return `${number(count)} ${count === 1 ? word : `${word}s`}`
}

/** The name of an exit on the canvas: `not_confirmed` is "not confirmed". */
export const portText = (port: string) =>
  port === 'true' ? 'yes' : port === 'false' ? 'no' : port.replaceAll('_', ' ')
