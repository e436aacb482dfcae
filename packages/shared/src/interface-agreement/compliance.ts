import { ownersOf } from './access.ts'
import type { Cover } from './cover.ts'
import { dueOf } from './due-dates.ts'
import { type DeliverableType, deliverableTypes, type Side, sides, type WorkProductRow } from './row.ts'

/** What was delivered in a row, as far as its due date depends on it; what was returned is none. */
export interface Delivered {
  readonly side: Side
  readonly kind: DeliverableType
  /** An instant, ISO 8601 in UTC. */
  readonly at: string
  readonly hasReceipt: boolean
}

/** The sides that are responsible for a row. */
export const responsibleFor = (row: WorkProductRow): Side[] => sides.filter((side) => row[`${side}_r`])

/** The deliveries that count as exchanges of a row, the latest first (rule AGREEMENT-31). */
export function exchangesOf(row: WorkProductRow, deliveries: readonly Delivered[]): Delivered[] {
  const owners = ownersOf(row)
  const agreed = row.deliverable_type === '' ? deliverableTypes.length : deliverableTypes.indexOf(row.deliverable_type)
  return deliveries
    .filter(({ side, kind }) => owners.includes(side) && deliverableTypes.indexOf(kind) <= agreed)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/**
 * The day on which a row has to be exchanged next; undefined: none is due (rule AGREEMENT-10).
 *
 * @param exchanges as `exchangesOf` returns them
 * @param events the days of events that call for an update
 */
export function dueOfRow(
  { update_cycle: cycle, date: first }: WorkProductRow,
  exchanges: readonly Delivered[],
  events: readonly string[],
  { cycle_days: cycleDays, event_days: eventDays }: Pick<Cover, 'cycle_days' | 'event_days'>,
): string | undefined {
  return dueOf({ cycle, first, exchanged: exchanges.map(({ at }) => dayOf(at)), events }, { cycleDays, eventDays })
}

/** The day of an instant in UTC, such as 2026-11-28. */
export const dayOf = (at: string): string => at.slice(0, 10)

/** The first instant after the day of another one. */
export const afterDayOf = (at: string): string =>
  new Date(Date.parse(`${dayOf(at)}T00:00:00Z`) + 86_400_000).toISOString()
