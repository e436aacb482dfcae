import { z } from 'zod'
import { Assignment } from './assignment.ts'

/** What stops the timer of an escalation: that somebody acknowledges the alert, or that it is over. */
export const escalationStops = ['acknowledged', 'closed'] as const
export type EscalationStop = (typeof escalationStops)[number]

/** Marks alerts as overdue that nobody has acknowledged, or closed, in time, and may hand them over. */
export const Escalation = z.object({
  /** Counted from when the alert was raised. */
  after_minutes: z
    .int()
    .min(1)
    .max(30 * 1_440),
  unless: z.enum(escalationStops),
  /** To whom it is handed over; null: the owner stays. */
  hand_over: Assignment.nullable(),
})
export type Escalation = z.infer<typeof Escalation>

/** The fields of an alert that an escalation looks at. */
interface Waiting {
  readonly raisedAt: Date
  readonly acknowledgedAt: Date | null
  readonly closedAt: Date | null
}

/** When the timer of an alert runs out. */
export function dueAt({ after_minutes: minutes }: Escalation, { raisedAt }: Pick<Waiting, 'raisedAt'>): Date {
  return new Date(raisedAt.getTime() + minutes * 60_000)
}

/** Whether a timer has nothing to wait for any more: the alert is over, or acknowledged (rule ALERT-PIPELINE-16). */
export function isStopped({ unless }: Escalation, { acknowledgedAt, closedAt }: Omit<Waiting, 'raisedAt'>): boolean {
  return closedAt !== null || (unless === 'acknowledged' && acknowledgedAt !== null)
}

/** Whether an alert of the past was, or would have been, overdue: its timer ran out before it was stopped. */
export function wasOverdue(escalation: Escalation, alert: Waiting, now: Date): boolean {
  const due = dueAt(escalation, alert)
  const isOpenThen = (stop: Date | null) => stop === null || stop > due
  return (
    due <= now && isOpenThen(alert.closedAt) && (escalation.unless === 'closed' || isOpenThen(alert.acknowledgedAt))
  )
}
