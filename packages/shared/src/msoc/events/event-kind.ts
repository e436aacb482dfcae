import type { Parsed } from '../../core/parsed.ts'
import type { RowWriter } from '../../core/row-writer.ts'
import type { TimeSeries } from '../../core/time-series/time-series.ts'
import type { Severity } from '../severity.ts'
import type { DetailLimits, Fields } from './event-fields.ts'
import type { EventCommon, VehicleEvent } from './events.ts'

/** What encoding needs in addition to the event. */
export interface EncodeContext {
  /** The number of each signal's path. */
  readonly signalIds: ReadonlyMap<string, number>
  /** The severity of an IDS event in the vehicle's catalogue; medium if no catalogue lists it (rule IDS-3). */
  readonly severityOf: (eventId: number) => Severity
}

/**
 * Everything that ingest needs for one type of events. A new type needs one of these in ./kinds, an entry in
 * ./event-kinds.ts, its event in ./events.ts, its wire format in ./events.contract.ts and its table in
 * ./events.series.ts.
 */
export interface EventKindSpec<Event extends VehicleEvent = VehicleEvent> {
  /** The values of `type` that it decodes. */
  readonly kinds: readonly Event['kind'][]
  /** Returns the event, or why the fields are invalid, beginning with the field's name (rules EVENT-5 to EVENT-9). */
  decode(fields: Fields, common: EventCommon, kind: Event['kind'], limits: DetailLimits): Parsed<Event>
  /** Returns the event as fields of the JSON protocol, without `type`, `vehicle` and `ts` (rule RETRY-2). */
  fieldsOf(event: Event): Record<string, unknown>
  /** The table of its rows. */
  readonly series: TimeSeries
  /** The table's columns after the common ones, in the order in which `encode` writes them. */
  readonly columns: readonly string[]
  /** Writes its rows; `beginRow` begins one at a time (epoch ms) with the common columns. */
  encode(event: Event, beginRow: (ts: number) => RowWriter, context: EncodeContext): void
  /** Returns its number of rows, for sizing batches. */
  rowsOf(event: Event): number
  /** Returns how many events it counts as in statistics. */
  weightOf(event: Event): number
  /** Returns the time of its last row, epoch ms. */
  lastTsOf(event: Event): number
  /** The field of the vehicle's state with the latest arrival of such an event; null: stored with the position. */
  readonly arrivalField: 'telemetryAt' | 'canAt' | 'idsAt' | 'syslogAt' | null
}

/** For an event that is one row and counts once. */
export const singleRow = { rowsOf: () => 1, weightOf: () => 1, lastTsOf: ({ ts }: VehicleEvent) => ts } as const
