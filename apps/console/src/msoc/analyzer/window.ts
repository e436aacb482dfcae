import type { TimeRange } from '../../core/time/range.ts'
import type { Span } from './search.ts'
import type { Source } from './sources/source.ts'

/** The part of the record that is read on either side of a time, ms. */
const aroundMs = 30_000

/** The longest part of a record that is read at once, ms: at an ordinary load, about seven hundred thousand frames. */
export const mostMs = 600_000

/**
 * The part of the record to read around a time: the shown part if it contains the time, so that a step from frame to
 * frame reads nothing again; otherwise thirty seconds on either side (rule ANALYZER-UI-3).
 */
export function recordAround(at: number, shown: Span | undefined): Span {
  const holds = shown !== undefined && shown.from <= at && at <= shown.to
  return holds ? shown : { from: Math.floor(at - aroundMs), to: Math.ceil(at + aroundMs) }
}

/** The record of a fixed window, for a long window its end (rule ANALYZER-UI-3). */
export const recordOf = ({ from, to }: Span): Span => ({ from: Math.max(from, to - mostMs), to })

/**
 * The source of a vehicle's analyzer: the record around the time in the address, otherwise the fixed window, otherwise
 * the live frames (rule ANALYZER-UI-3).
 */
export function vehicleSource(
  vehicle: string,
  at: number | undefined,
  range: TimeRange | undefined,
  shown: Source | undefined,
): Source {
  const before = shown?.kind === 'record' && shown.vehicle === vehicle ? shown : undefined
  if (at !== undefined) {
    const fixed = range?.mode === 'fixed' ? recordOf(range) : undefined
    return { kind: 'record', vehicle, ...spanOf(recordAround(at, before ?? fixed)) }
  }
  return range?.mode === 'fixed' ? { kind: 'record', vehicle, ...recordOf(range) } : { kind: 'live', vehicle }
}

const spanOf = ({ from, to }: Span): Span => ({ from, to })
