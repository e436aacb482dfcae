import type { Schedule } from './playbook.ts'

/** How far ahead the next time of a schedule is looked for, days: 29 February comes at least every eight years. */
const daysAhead = 366 * 8 + 1

/**
 * The next time (UTC) after `after` at which a schedule starts a run; undefined: never, as on 31 February (rule
 * PLAYBOOK-20). Day and weekday must both match. An interval counts from the start of the epoch, so that it does not
 * shift with the time at which it was saved.
 */
export function nextStart(schedule: Schedule, after: Date): Date | undefined {
  if (schedule.kind === 'interval') {
    const ms = schedule.minutes * 60_000
    return new Date((Math.floor(after.getTime() / ms) + 1) * ms)
  }
  return nextOfCron(
    {
      minutes: numbersIn(schedule.minute, 0, 59),
      hours: numbersIn(schedule.hour, 0, 23),
      days: numbersIn(schedule.day, 1, 31),
      months: numbersIn(schedule.month, 1, 12),
      weekdays: numbersIn(schedule.weekday, 0, 6),
    },
    after,
  )
}

interface Cron {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: readonly number[]
  readonly months: readonly number[]
  readonly weekdays: readonly number[]
}

function nextOfCron({ minutes, hours, days, months, weekdays }: Cron, after: Date): Date | undefined {
  const from = Math.floor(after.getTime() / 60_000 + 1) * 60_000
  const midnight = Math.floor(from / 86_400_000) * 86_400_000
  for (let day = 0; day < daysAhead; day += 1) {
    const date = new Date(midnight + day * 86_400_000)
    const isIts =
      months.includes(date.getUTCMonth() + 1) && days.includes(date.getUTCDate()) && weekdays.includes(date.getUTCDay())
    if (!isIts) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const time = date.getTime() + (hour * 60 + minute) * 60_000
        if (time >= from) return new Date(time)
      }
  }
  return undefined
}

/** The numbers that a field of cron names, in order; those outside of the range are left out. */
function numbersIn(field: string, least: number, most: number): number[] {
  const all = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  if (field === '*') return all
  if (field.startsWith('*/')) {
    const every = Number(field.slice(2))
    return every === 0 ? [] : all.filter((number) => (number - least) % every === 0)
  }
  const ranges = field.split(',').map((part) => part.split('-').map(Number))
  return all.filter((number) => ranges.some(([from, to = from]) => number >= from! && number <= to!))
}

/** A mistake in a schedule; undefined: it starts runs. */
export function scheduleMistake(schedule: Schedule, now: Date): string | undefined {
  return nextStart(schedule, now) === undefined ? 'This schedule never starts a run.' : undefined
}
