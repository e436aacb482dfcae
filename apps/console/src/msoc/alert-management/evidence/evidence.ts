import type { Alert, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { CanFrameRow, IdsRow, PositionRow, SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'
import { preciseMs } from '../../../core/time/precise-ms.ts'

/**
 * An intrusion event as stored in evidence: the name, which the read call adds from the catalogue, is absent if it was
 * not known yet.
 */
const IdsEvent = IdsRow.partial({ name: true })
export type IdsEvent = z.infer<typeof IdsEvent>

/** The evidence of an alert, in the display format of its kind. `unread` counts the rows that violate the contract. */
export type ReadEvidence =
  | { readonly kind: 'can'; readonly rows: readonly FrameLine[]; readonly unread: number }
  | { readonly kind: 'ids'; readonly rows: readonly IdsEvent[]; readonly unread: number }
  | { readonly kind: 'syslog'; readonly rows: readonly SyslogRow[]; readonly unread: number }
  | { readonly kind: 'position'; readonly rows: readonly StoredPosition[]; readonly unread: number }
  | { readonly kind: 'none' }

/** A position as stored in evidence, which was there before positions had the time of the vehicle's clock. */
const StoredPosition = PositionRow.omit({ device_ts: true })
export type StoredPosition = z.infer<typeof StoredPosition>

/** One byte of a frame, and whether it differs from the same byte of the previous frame with the same id. */
interface FrameByte {
  readonly hex: string
  readonly changed: boolean
}

/** A CAN frame as one line of evidence. */
export interface FrameLine {
  readonly frame: CanFrameRow
  /** Time relative to the alert, ms. */
  readonly fromAlertMs: number
  readonly bytes: readonly FrameByte[]
  /** Whether its arbitration id is the id that the alert is about. */
  readonly own: boolean
}

/** Rows read before the browser gets control back: 20,000 at once would delay a key press (rule QUEUE-78). */
const rowsAtOnce = 1_000

export async function readEvidence(evidence: AlertEvidence, observables: Alert['observables']): Promise<ReadEvidence> {
  const { kind, events } = evidence
  switch (kind) {
    case 'can':
      return {
        kind,
        ...(await readRows(CanFrameRow, events, lineReader(Date.parse(evidence.around), ownIds(observables)))),
      }
    case 'ids':
      return { kind, ...(await readRows(IdsEvent, events, asItIs)) }
    case 'syslog':
      return { kind, ...(await readRows(SyslogRow, events, asItIs)) }
    case 'position':
      return { kind, ...(await readRows(StoredPosition, events, asItIs)) }
    case 'none':
      return { kind }
  }
}

const asItIs = <Row>(row: Row): Row => row

async function readRows<Row extends z.ZodType, Read>(
  schema: Row,
  events: readonly unknown[],
  read: (row: z.output<Row>) => Read,
): Promise<{ rows: Read[]; unread: number }> {
  const rows: Read[] = []
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    if (from > 0) await othersTurn()
    for (const event of events.slice(from, from + rowsAtOnce)) {
      const row = schema.safeParse(event)
      if (row.success) rows.push(read(row.data))
    }
  }
  return { rows, unread: events.length - rows.length }
}

const othersTurn = () => new Promise((resolve) => setTimeout(resolve))

/** The arbitration ids in an alert's observables. */
export function ownIds(observables: Alert['observables']): ReadonlySet<number> {
  const ids = observables.filter(({ kind }) => kind === 'arbitration_id').map(({ value }) => idOf(value))
  return new Set(ids.filter((id) => id !== undefined))
}

/** Parses a hexadecimal id with or without 0x, as CAN ids are usually written. */
function idOf(value: string): number | undefined {
  const digits = value.trim().replace(/^0x/i, '')
  return /^[\da-f]{1,8}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
}

/**
 * Returns a function that converts frames one after the other, with their time relative to the alert and the changed
 * bytes per id and bus (rules QUEUE-50 to QUEUE-52).
 */
export function lineReader(around: number, own: ReadonlySet<number>): (frame: CanFrameRow) => FrameLine {
  const before = new Map<string, readonly string[]>()
  return (frame) => {
    const key = `${frame.bus} ${frame.ext} ${frame.id}`
    const bytes = frame.data.match(/../g) ?? []
    const previous = before.get(key)
    before.set(key, bytes)
    return {
      frame,
      fromAlertMs: preciseMs(frame.ts) - around,
      bytes: bytes.map((hex, at) => ({ hex, changed: previous !== undefined && previous[at] !== hex })),
      own: own.has(frame.id),
    }
  }
}

/**
 * Joins adjacent bytes with the same changed state into one text: a screen of frames is rendered in hundreds of pieces
 * instead of thousands.
 */
export function inRuns(bytes: readonly FrameByte[]): { changed: boolean; text: string }[] {
  const runs: { changed: boolean; text: string }[] = []
  for (const { hex, changed } of bytes) {
    const last = runs.at(-1)
    if (last?.changed === changed) last.text += ` ${hex}`
    else runs.push({ changed, text: hex })
  }
  return runs
}

/**
 * The index of the line that the alert fired on: the nearest in time with the alert's own id, otherwise the nearest of
 * all (rule QUEUE-53).
 */
export function firedAt(lines: readonly FrameLine[]): number {
  const candidates = lines.some(({ own }) => own) ? lines.filter(({ own }) => own) : lines
  const nearest = candidates.reduce<FrameLine | undefined>(
    (best, line) => (best !== undefined && Math.abs(best.fromAlertMs) <= Math.abs(line.fromAlertMs) ? best : line),
    undefined,
  )
  return nearest === undefined ? -1 : lines.indexOf(nearest)
}

/** Seconds relative to the alert, with a sign: `-0.0200`, `+0.0049`, ` 0.0000`. */
export function offsetText(ms: number): string {
  const sign = ms > 0 ? '+' : ms < 0 ? '\u2212' : ' '
  return `${sign}${(Math.abs(ms) / 1_000).toFixed(4)}`
}
