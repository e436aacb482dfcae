import type { TimeRange } from '../../core/time/range.ts'
import type { Span } from './search.ts'
import type { Source } from './sources/source.ts'

/** How much of the record is read on either side of a moment, ms. */
const aroundMs = 30_000

/** The most of a record that is read at once, ms: at an ordinary load, some seven hundred thousand frames. */
export const mostMs = 600_000

/**
 * The part of the record to read around a moment: what is shown already where that holds the moment, so that a step
 * from frame to frame reads nothing anew; else thirty seconds on either side (rule ANALYZER-UI-3).
 */
export function recordAround(at: number, shown: Span | undefined): Span {
  const holds = shown !== undefined && shown.from <= at && at <= shown.to
  return holds ? shown : { from: Math.floor(at - aroundMs), to: Math.ceil(at + aroundMs) }
}

/** A fixed window, of a long one its end (rule ANALYZER-UI-3). */
export const recordOf = ({ from, to }: Span): Span => ({ from: Math.max(from, to - mostMs), to })

/**
 * What a vehicle's analyzer looks at: the moment that the address names, else the fixed window, else the frames of now
 * (rule ANALYZER-UI-3).
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
