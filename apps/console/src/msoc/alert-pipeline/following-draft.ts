import type { Assignment, AssignmentMethod } from '@carapace/shared/msoc/alerts/pipeline/assignment'
import type { Escalation, EscalationStop } from '@carapace/shared/msoc/alerts/pipeline/escalation'

/** The fields for to whom a step assigns alerts. */
export interface AssignmentDraft {
  readonly method: AssignmentMethod
  readonly members: readonly string[]
  readonly inShift: boolean
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
  readonly zone: string
}

/** The fields for when alerts are overdue. */
export interface EscalationDraft {
  readonly minutes: string
  readonly unless: EscalationStop
  readonly handsOver: boolean
}

export const newAssignment: AssignmentDraft = {
  method: 'round_robin',
  members: [],
  inShift: false,
  days: [1, 2, 3, 4, 5],
  from: '06:00',
  to: '14:00',
  zone: 'UTC',
}

export const newEscalation: EscalationDraft = { minutes: '15', unless: 'acknowledged', handsOver: false }

export function assignmentDraftOf({ method, members, shift }: Assignment): AssignmentDraft {
  return { ...newAssignment, method, members, inShift: shift !== null, ...shift }
}

export function escalationDraftOf({ after_minutes: minutes, unless, hand_over: to }: Escalation): EscalationDraft {
  return { minutes: String(minutes), unless, handsOver: to !== null }
}

export function assignmentOf({ method, members, inShift, days, from, to, zone }: AssignmentDraft): Assignment {
  return { method, members: [...members], shift: inShift ? { days: [...days], from, to, zone: zone.trim() } : null }
}

export function escalationOf({ minutes, unless, handsOver }: EscalationDraft, to: AssignmentDraft): Escalation {
  return { after_minutes: Number(minutes), unless, hand_over: handsOver ? assignmentOf(to) : null }
}

/** Why an assignment cannot be saved yet, as a sentence; undefined if it can. */
export function assignmentProblem({ members, inShift, days, from, to, zone }: AssignmentDraft): string | undefined {
  if (members.length === 0) return 'Choose at least one member.'
  if (!inShift) return undefined
  if (days.length === 0) return 'Choose at least one day of the shift.'
  if (from === '' || to === '') return 'Give the hours of the shift.'
  return zone.trim() === '' ? 'Give the time zone of the shift.' : undefined
}

export function escalationProblem({ minutes, handsOver }: EscalationDraft, to: AssignmentDraft): string | undefined {
  if (!/^[1-9]\d{0,4}$/.test(minutes.trim()) || Number(minutes) > 43_200)
    return 'The time is a number of minutes, at most 30 days.'
  return handsOver ? assignmentProblem(to) : undefined
}
