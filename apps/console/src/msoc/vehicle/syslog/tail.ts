import type { SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import { isUnauthenticated } from '@carapace/shared/msoc/events/syslog-sender'
import type { z } from 'zod'

export type Line = z.output<typeof SyslogRow>

/** A line of the tail with a number that only this page uses: equal lines are separate lines. */
export interface Numbered {
  readonly key: string
  readonly line: Line
}

/** Maximum number of lines in a tail; older ones are removed (rule VEHICLE-UI-10). */
export const mostLines = 5_000

export interface Tail {
  readonly lines: readonly Numbered[]
  /** Number of lines received in all; the difference to `lines` is the number of removed lines. */
  readonly count: number
  /** Lines that never arrived: dropped by the server or in transit. */
  readonly dropped: number
}

export const emptyTail: Tail = { lines: [], count: 0, dropped: 0 }

/** The tail with lines added, newest first (rules VEHICLE-UI-10, VEHICLE-UI-11). */
export function extended({ lines, count, dropped }: Tail, more: readonly Line[]): Tail {
  if (more.length === 0) return { lines, count, dropped }
  const fresh = more.map((line, index) => ({ key: String(count + index), line })).toReversed()
  return { lines: [...fresh, ...lines].slice(0, mostLines), count: count + more.length, dropped }
}

/** Whether a line is at least this severe (RFC 5424, 0 to 7) and contains all the words (rule VEHICLE-UI-12). */
export function passes(
  { message, app_name: app, hostname, severity }: Line,
  level: number | undefined,
  words: string | undefined,
): boolean {
  if (level !== undefined && severity > level) return false
  if (words === undefined) return true
  const text = `${message} ${app ?? ''} ${hostname ?? ''}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** RFC 5424's severities by number. */
export const levels = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Info', 'Debug'] as const

/** The host that a line names; of a line without a key it is marked that anybody could have named it. */
export function hostOf({ hostname, structured_data: data }: Line): string {
  return `${hostname ?? ''}${isUnauthenticated(data) ? ' (unauthenticated)' : ''}`.trim()
}
