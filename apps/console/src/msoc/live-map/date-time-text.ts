import { clockWithSeconds, dateTime } from '../../core/format/format.ts'

/** `18 Nov 2025, 10:12:04 pm`. */
export function dateTimeText(at: number): string {
  return `${dateTime(at).split(', ')[0]}, ${clockWithSeconds(at)}`
}
