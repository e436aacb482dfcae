import { z } from 'zod'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write it as hours and minutes: 06:00.')

/** Days and hours of a week, in a time zone. */
export const Shift = z.object({
  /** Days of the week on which it begins: 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: clock,
  /** Until just before this time. Not after `from`: on the next day. */
  to: clock,
  /** An IANA zone: `Asia/Kolkata`. */
  zone: z.string().min(1).max(64).refine(isTimeZone, 'This is not a time zone.'),
})
export type Shift = z.infer<typeof Shift>

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Whether a time is within a shift; a shift over midnight belongs to the day on which it begins. */
export function isOnShift({ days, from, to, zone }: Shift, now: Date): boolean {
  const { day, minutes } = localTime(now, zone)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const dayBefore = day === 1 ? 7 : day - 1
  if (begin < end) return days.includes(day) && minutes >= begin && minutes < end
  return (days.includes(day) && minutes >= begin) || (days.includes(dayBefore) && minutes < end)
}

function localTime(now: Date, zone: string): { day: number; minutes: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const day = dayNames.indexOf(parts.get('weekday') ?? '') + 1
  return { day, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
