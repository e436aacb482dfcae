import type { Parsed } from '../../core/parsed.ts'
import type { RowWriter } from '../../core/row-writer.ts'
import type { TimeSeries } from '../../core/time-series/time-series.ts'
import type { Severity } from '../severity.ts'
import type { DetailLimits, Fields } from './event-fields.ts'
import type { EventCommon, VehicleEvent } from './events.ts'

/** What encoding needs to know besides the event. */
export interface EncodeContext {
  /** The number of each signal's path. */
  readonly signalIds: ReadonlyMap<string, number>
  /** How severe the vehicle's catalogue calls an IDS event; medium where no catalogue lists it (rule IDS-3). */
  readonly severityOf: (eventId: number) => Severity
}

/**
 * All that ingest must know of one type of events. A new type is one of these beside the others in ./kinds, a word in
 * ./event-kinds.ts, its event in ./events.ts, its wire shape in ./events.contract.ts and its table in
 * ./events.series.ts.
 */
export interface EventKindSpec<Event extends VehicleEvent = VehicleEvent> {
  /** The values of `type` that it decodes. */
  readonly kinds: readonly Event['kind'][]
  /** The event of these fields, or why they are none, beginning with the field's name (rules EVENT-5 to EVENT-9). */
  decode(fields: Fields, common: EventCommon, kind: Event['kind'], limits: DetailLimits): Parsed<Event>
  /** The event in the words of the JSON protocol again, without `type`, `vehicle` and `ts` (rule RETRY-2). */
  fieldsOf(event: Event): Record<string, unknown>
  /** The table of its rows. */
  readonly series: TimeSeries
  /** The table's columns behind those that all events have, in the order in which `encode` writes them. */
  readonly columns: readonly string[]
  /** Writes its rows; `beginRow` begins one at a time (epoch ms) with the columns that all events have. */
  encode(event: Event, beginRow: (ts: number) => RowWriter, context: EncodeContext): void
  /** How many rows it becomes, for sizing batches. */
  rowsOf(event: Event): number
  /** As how many events it is counted in statistics. */
  weightOf(event: Event): number
  /** When its last row was, epoch ms. */
  lastTsOf(event: Event): number
  /** Where the vehicle's state keeps when such an event last arrived; null: beside the position. */
  readonly arrivalField: 'telemetryAt' | 'canAt' | 'idsAt' | 'syslogAt' | null
}

/** Of an event that is one row, counted once. */
export const singleRow = { rowsOf: () => 1, weightOf: () => 1, lastTsOf: ({ ts }: VehicleEvent) => ts } as const
