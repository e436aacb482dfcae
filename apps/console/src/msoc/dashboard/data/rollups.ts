import type { getRollups } from '@carapace/shared/msoc/history/history.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { z } from 'zod'

export type RollupAnswer = Pick<z.output<typeof getRollups.output>, 'events' | 'alerts'>

/** The lines of the event chart: the three kinds of intrusion events are one line. */
export const eventLines = ['can', 'position', 'telemetry', 'syslog', 'ids'] as const
export type EventLine = (typeof eventLines)[number]

type AlertCounts = Record<Severity, number>

/** The known counts of past minutes (or hours) by their start, epoch ms. */
export interface RollupBook {
  /** The length of each row, ms. */
  readonly rowMs: number
  readonly from: number
  /** The time up to which it was requested; the minutes just before it were still being counted. */
  readonly to: number
  readonly events: ReadonlyMap<number, Readonly<Record<EventLine, number>>>
  readonly alerts: ReadonlyMap<number, Readonly<AlertCounts>>
}

/** Rows of the last minutes still increase: they are requested again (rule DASHBOARD-UI-6). */
export const settledMs = 5 * 60_000

/**
 * The time from which rows must be requested so that the book covers a window; undefined if the book cannot be used for
 * it.
 */
export function missingFrom(
  book: RollupBook | undefined,
  rowMs: number,
  window: { from: number; to: number },
): number | undefined {
  if (book === undefined || book.rowMs !== rowMs || window.from < book.from || window.from > book.to) return undefined
  return Math.max(window.from, book.to - Math.max(settledMs, rowMs))
}

/** The book with a response merged in: rows from `from` on are replaced, and rows before the window are removed. */
export function taken(
  book: RollupBook | undefined,
  answer: RollupAnswer,
  { rowMs, from, window }: { rowMs: number; from: number; window: { from: number; to: number } },
): RollupBook {
  const first = floor(window.from, rowMs)
  const settled = floor(from, rowMs)
  const kept = <Row>(rows: ReadonlyMap<number, Row> | undefined) =>
    new Map([...(rows ?? [])].filter(([at]) => at >= first && at < settled))
  const events = kept(book?.events)
  const alerts = kept(book?.alerts)
  for (const { bucket, kind, events: count } of answer.events) {
    const at = Date.parse(bucket)
    const row = events.get(at) ?? { can: 0, position: 0, telemetry: 0, syslog: 0, ids: 0 }
    const line = lineOf(kind)
    if (at >= settled && line !== undefined) events.set(at, { ...row, [line]: row[line] + count })
  }
  for (const { bucket, severity, alerts: count } of answer.alerts) {
    const at = Date.parse(bucket)
    const row = alerts.get(at) ?? noAlerts
    if (at >= settled) alerts.set(at, { ...row, [severity]: row[severity] + count })
  }
  return { rowMs, from: window.from, to: window.to, events, alerts }
}

const noAlerts: AlertCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }

function lineOf(kind: string): EventLine | undefined {
  return eventLines.find((line) => line === kind || kind.startsWith(`${line}.`))
}

function floor(at: number, step: number): number {
  return Math.floor(at / step) * step
}

/** Alerts by severity, one entry per step from the window's beginning to its end, including empty steps. */
export function alertsOver(
  { from, to, alerts }: RollupBook,
  stepMs: number,
): (AlertCounts & { readonly at: number })[] {
  return stepsOf(from, to, stepMs).map((at) => {
    const sum = { ...noAlerts }
    for (const row of rowsWithin(alerts, at, stepMs))
      for (const severity of Object.keys(sum) as Severity[]) sum[severity] += row[severity]
    return { at, ...sum }
  })
}

/**
 * Events per second by line, one point per step; a step that is partly outside the window is averaged over its inside.
 */
export function ratesOver(
  { from, to, rowMs, events }: RollupBook,
  stepMs: number,
): (Record<EventLine, number> & { readonly at: number })[] {
  return stepsOf(from, to, stepMs).map((at) => {
    const sum = { can: 0, position: 0, telemetry: 0, syslog: 0, ids: 0 }
    for (const row of rowsWithin(events, at, stepMs)) for (const line of eventLines) sum[line] += row[line]
    const seconds = Math.max(rowMs, Math.min(at + stepMs, to) - Math.max(at, floor(from, rowMs))) / 1000
    for (const line of eventLines) sum[line] /= seconds
    return { at, ...sum }
  })
}

function stepsOf(from: number, to: number, stepMs: number): number[] {
  const first = floor(from, stepMs)
  return Array.from({ length: Math.max(1, Math.ceil((to - first) / stepMs)) }, (_, step) => first + step * stepMs)
}

function rowsWithin<Row>(rows: ReadonlyMap<number, Row>, at: number, stepMs: number): Row[] {
  return stepMs <= 60_000
    ? present(rows.get(at))
    : [...minutesIn(at, stepMs)].flatMap((minute) => present(rows.get(minute)))
}

function present<Row>(row: Row | undefined): Row[] {
  return row === undefined ? [] : [row]
}

function* minutesIn(at: number, stepMs: number): Generator<number> {
  for (let minute = at; minute < at + stepMs; minute += 60_000) yield minute
}
