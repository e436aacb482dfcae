import type { Alert, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { CanFrameRow, IdsRow, PositionRow, SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'

/**
 * An intrusion event as evidence keeps it: without the name that the read call adds from the catalogue, where that was
 * not known yet.
 */
const IdsEvent = IdsRow.partial({ name: true })
export type IdsEvent = z.infer<typeof IdsEvent>

/**
 * What an alert stands on, in the shape that its kind is shown in. Unread: rows that are not what the contract says.
 */
export type ReadEvidence =
  | { readonly kind: 'can'; readonly rows: readonly FrameLine[]; readonly unread: number }
  | { readonly kind: 'ids'; readonly rows: readonly IdsEvent[]; readonly unread: number }
  | { readonly kind: 'syslog'; readonly rows: readonly SyslogRow[]; readonly unread: number }
  | { readonly kind: 'position'; readonly rows: readonly z.infer<typeof PositionRow>[]; readonly unread: number }
  | { readonly kind: 'none' }

/** One byte of a frame, and whether it differs from the same byte of the frame before it under the same id. */
interface FrameByte {
  readonly hex: string
  readonly changed: boolean
}

/** A CAN frame as one line of evidence. */
export interface FrameLine {
  readonly frame: CanFrameRow
  /** To the moment the alert fired, ms. */
  readonly fromAlertMs: number
  readonly bytes: readonly FrameByte[]
  /** Its arbitration id is the one that the alert is about. */
  readonly own: boolean
}

/** Rows that are read before others get a turn: 20,000 at once would hold up a key press (rule QUEUE-78). */
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
      return { kind, ...(await readRows(PositionRow, events, asItIs)) }
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

/** The arbitration ids among an alert's observables. */
export function ownIds(observables: Alert['observables']): ReadonlySet<number> {
  const ids = observables.filter(({ kind }) => kind === 'arbitration_id').map(({ value }) => idOf(value))
  return new Set(ids.filter((id) => id !== undefined))
}

/** Hexadecimal, with or without 0x, as CAN people write ids. */
function idOf(value: string): number | undefined {
  const digits = value.trim().replace(/^0x/i, '')
  return /^[\da-f]{1,8}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
}

/**
 * Frames, one after the other, with their distance to the alert and the bytes that changed under each id of each bus
 * (rules QUEUE-50 to QUEUE-52).
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

/** Epoch ms with the microseconds that `Date.parse` cuts off: on a bus, two frames lie closer than a millisecond. */
export function preciseMs(time: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(time)?.[1]
  return Date.parse(time) + (micros === undefined ? 0 : Number(`0.${micros}`))
}

/**
 * Neighbouring bytes that changed, or did not, as one text: a screen of frames is drawn in hundreds of pieces instead
 * of thousands.
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
 * Which line the alert fired on: the one of its own id nearest to the moment, else the nearest of all (rule QUEUE-53).
 */
export function firedAt(lines: readonly FrameLine[]): number {
  const candidates = lines.some(({ own }) => own) ? lines.filter(({ own }) => own) : lines
  const nearest = candidates.reduce<FrameLine | undefined>(
    (best, line) => (best !== undefined && Math.abs(best.fromAlertMs) <= Math.abs(line.fromAlertMs) ? best : line),
    undefined,
  )
  return nearest === undefined ? -1 : lines.indexOf(nearest)
}

/** Seconds to the alert with a sign: `-0.0200`, `+0.0049`, ` 0.0000`. */
export function offsetText(ms: number): string {
  const sign = ms > 0 ? '+' : ms < 0 ? '\u2212' : ' '
  return `${sign}${(Math.abs(ms) / 1_000).toFixed(4)}`
}
