import type { Assignment, AssignmentMethod } from '@carapace/shared/msoc/alerts/pipeline/assignment'
import type { EscalationStop } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import type { AlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { targetText } from '../../core/format/timer.ts'

export const methodTexts: Readonly<Record<AssignmentMethod, string>> = {
  round_robin: 'Each in turn',
  fewest_open: 'Fewest open alerts first',
}

export const stopTexts: Readonly<Record<EscalationStop, string>> = { acknowledged: 'acknowledged', closed: 'closed' }

/** The days of the week, Monday first. */
export const dayTexts = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** What a step does with the alerts that follow it: ` → 3 members in turn, Mon Tue 06:00–14:00 UTC`. */
export function followingText({ assignment, escalation }: Pick<AlertStep, 'assignment' | 'escalation'>): string {
  if (assignment !== null) return ` → ${assignmentText(assignment)}`
  if (escalation === null) return ''
  const { after_minutes: minutes, unless, hand_over: to } = escalation
  const then = to === null ? '' : `, then ${assignmentText(to)}`
  return ` → overdue after ${targetText(minutes * 60_000)} unless ${stopTexts[unless]}${then}`
}

function assignmentText({ method, members, shift }: Assignment): string {
  const who = members.length === 1 ? '1 member' : `${members.length} members`
  const how = members.length === 1 ? '' : method === 'round_robin' ? ' in turn' : ', fewest open alerts first'
  const days = shift?.days.map((day) => dayTexts[day - 1]).join(' ')
  return `${who}${how}${shift === null ? '' : `, ${days} ${shift.from}–${shift.to} ${shift.zone}`}`
}
