import { dayAfter, daysBetween, instantOf, type LocalDate, localDateOf, weekdayOf } from './local-time.ts'

/** How the members of a shift share it: all at once, or one at a time, changing with each shift or each week. */
export const rotations = ['together', 'each', 'weekly'] as const
export type Rotation = (typeof rotations)[number]

/** A shift that repeats: the rows of the table `shifts`. */
export interface ShiftPlan {
  readonly uuid: string
  readonly name: string
  /** Days of the week on which it begins: 1 is Monday. */
  readonly days: readonly number[]
  /** Local times: `06:00`. Not after `from`: it ends on the next day. */
  readonly from: string
  readonly to: string
  /** An IANA zone. */
  readonly zone: string
  /** Users by uuid, in the order of their turns; the first on a shift leads it. Who left keeps their place. */
  readonly members: readonly string[]
  /** Who may be on a shift now; undefined: everybody. */
  readonly people?: ReadonlySet<string>
  readonly rotation: Rotation
  readonly startsOn: LocalDate
  /** The last day on which it begins; null: without an end. */
  readonly endsOn: LocalDate | null
}

/** On one day, somebody does not come: a substitute does, or nobody. */
export interface ShiftOverride {
  readonly shiftUuid: string
  readonly date: LocalDate
  readonly memberUuid: string
  readonly substituteUuid: string | null
}

/** A shift on one day. */
export interface Turn {
  readonly shiftUuid: string
  readonly name: string
  /** The day on which it begins, in the shift's zone. */
  readonly date: LocalDate
  /** Epoch ms; until just before `to`. */
  readonly from: number
  readonly to: number
  /** Who is on it, the lead first. */
  readonly members: readonly string[]
  /** Who would be, by the plan, but is not. */
  readonly absent: readonly string[]
}

/** Longer spans are never shown, and would take long to expand. */
const mostDays = 100
const dayMs = 86_400_000

/** The turns of the shifts that overlap a span, in order of time (rules SHIFT-1 to SHIFT-5). */
export function turnsBetween(
  shifts: readonly ShiftPlan[],
  overrides: readonly ShiftOverride[],
  from: number,
  to: number,
): Turn[] {
  const until = Math.min(to, from + mostDays * dayMs)
  return shifts
    .flatMap((shift) => turnsOf(shift, overrides, from, until))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.name.localeCompare(b.name, 'en'))
}

function turnsOf(shift: ShiftPlan, overrides: readonly ShiftOverride[], from: number, to: number): Turn[] {
  const turns: Turn[] = []
  const last = localDateOf(to, shift.zone)
  // a shift over midnight begins on the day before, and one of a whole day may end just now
  for (let date = dayAfter(localDateOf(from, shift.zone), -2); date <= last; date = dayAfter(date)) {
    const turn = turnOn(shift, overrides, date)
    if (turn && turn.from < to && turn.to > from) turns.push(turn)
  }
  return turns
}

/** The turn of a shift that begins on a day; undefined if none does. */
export function turnOn(shift: ShiftPlan, overrides: readonly ShiftOverride[], date: LocalDate): Turn | undefined {
  const { uuid, name, days, zone, startsOn, endsOn } = shift
  if (!days.includes(weekdayOf(date)) || date < startsOn || (endsOn !== null && date > endsOn)) return undefined
  const endDate = shift.to > shift.from ? date : dayAfter(date)
  const planned = plannedOn(shift, date)
  const mine = overrides.filter((one) => one.shiftUuid === uuid && one.date === date)
  const substituteOf = new Map(mine.map(({ memberUuid, substituteUuid }) => [memberUuid, substituteUuid]))
  const members = planned.flatMap((member) => (substituteOf.has(member) ? (substituteOf.get(member) ?? []) : member))
  // only now: a member who left must not move the turns of the others
  const isKnown = (member: string) => shift.people?.has(member) ?? true
  return {
    shiftUuid: uuid,
    name,
    date,
    from: instantOf(date, shift.from, zone),
    to: instantOf(endDate, shift.to, zone),
    members: [...new Set(members)].filter(isKnown),
    absent: planned.filter((member) => substituteOf.has(member) && isKnown(member)),
  }
}

/** Who is on a shift by the plan alone (rule SHIFT-3). */
function plannedOn(shift: ShiftPlan, date: LocalDate): readonly string[] {
  const { members, rotation } = shift
  if (rotation === 'together' || members.length === 0) return members
  const index = rotation === 'weekly' ? weekOf(shift, date) : countBefore(shift, date)
  return [members[index % members.length]!]
}

/** Number of weeks since that of the first day; weeks begin on Monday. */
function weekOf({ startsOn }: ShiftPlan, date: LocalDate): number {
  const monday = dayAfter(startsOn, 1 - weekdayOf(startsOn))
  return Math.floor(daysBetween(monday, date) / 7)
}

/** Number of turns of the shift before a day. */
function countBefore({ days, startsOn }: ShiftPlan, date: LocalDate): number {
  const passed = daysBetween(startsOn, date)
  const first = weekdayOf(startsOn)
  const rest = Array.from({ length: passed % 7 }, (_, day) => ((first - 1 + day) % 7) + 1)
  return Math.floor(passed / 7) * days.length + rest.filter((day) => days.includes(day)).length
}

/** The turns that are on at an instant, the one that began first comes first. */
export function onShiftAt(shifts: readonly ShiftPlan[], overrides: readonly ShiftOverride[], at: number): Turn[] {
  return turnsBetween(shifts, overrides, at, at + 1)
}

/** The turn that follows another: the first that begins at its end or later, within two weeks. */
export function turnAfter(
  shifts: readonly ShiftPlan[],
  overrides: readonly ShiftOverride[],
  { to }: Pick<Turn, 'to'>,
): Turn | undefined {
  return turnsBetween(shifts, overrides, to, to + 14 * dayMs).find((turn) => turn.from >= to)
}

/** The next time at which somebody comes or goes; undefined if nobody does within two weeks. */
export function nextHandOver(
  shifts: readonly ShiftPlan[],
  overrides: readonly ShiftOverride[],
  at: number,
): number | undefined {
  const times = turnsBetween(shifts, overrides, at, at + 14 * dayMs).flatMap(({ from, to }) => [from, to])
  const later = times.filter((time) => time > at)
  return later.length === 0 ? undefined : Math.min(...later)
}
