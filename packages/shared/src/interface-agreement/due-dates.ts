import type { RowValues, UpdateCycle } from './row.ts'

const dayMs = 86_400_000

/** When a work product has to be exchanged, and what happened. Days as 2026-11-28. */
export interface Exchange {
  readonly cycle: UpdateCycle | ''
  /** The agreed day of the first exchange; empty: none is agreed. */
  readonly first: RowValues['date']
  /** The days of exchanges, in any order. */
  readonly exchanged: readonly string[]
  /** Days of events that call for an update, in any order. */
  readonly events: readonly string[]
}

interface Periods {
  /** Days between two exchanges of what is updated in cycles. */
  readonly cycleDays: number
  /** Days from an event to its exchange. */
  readonly eventDays: number
}

/**
 * The day on which the next exchange is due, or undefined if none is (rule AGREEMENT-10). What is exchanged once is due
 * on its day until it was. What is updated in cycles is due a period after the last exchange. What is updated on events
 * is due once on its day, and then some days after the first event that no exchange followed.
 */
export function dueOf(
  { cycle, first, exchanged, events }: Exchange,
  { cycleDays, eventDays }: Periods,
): string | undefined {
  const last = exchanged.toSorted().at(-1)
  if (last === undefined) return first === '' ? undefined : first
  if (cycle === 'cyclic') return plusDays(last, cycleDays)
  if (cycle !== 'on-event') return undefined
  const open = events.filter((day) => day > last).toSorted()[0]
  return open === undefined ? undefined : plusDays(open, eventDays)
}

/** Whether the day has passed. */
export const isOverdue = (due: string | undefined, today: string): boolean => due !== undefined && due < today

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
