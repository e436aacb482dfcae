import type { RowWriter } from '@carapace/shared/core/row-writer'
import { eventKindSpecs, specOf } from '@carapace/shared/msoc/events/event-kinds'
import { copyRows, RowBuffer } from '../../core/copy.ts'
import type { Transaction } from '../../core/database.ts'
import type { Item } from '../item.ts'
import type { createSignalIds } from './signal-ids.ts'

/** The columns that all event tables have, in the order in which `begin` writes them. */
const common = ['ts', 'org_id', 'vehicle_id', 'received_at', 'device_ts']
const columnsOf = new Map(eventKindSpecs.map(({ series, columns }) => [series.name, [...common, ...columns]]))

/** COPY data by table. */
export type Rows = ReadonlyMap<string, RowBuffer>

/** The batch as COPY data, one buffer per table. */
export function encodeRows(items: readonly Item[], signalIds: Pick<ReturnType<typeof createSignalIds>, 'of'>): Rows {
  const rows = new Map<string, RowBuffer>()
  for (const item of items) {
    const { org, event, vehicle } = item
    const spec = specOf(event)
    const { series, columns } = spec
    const buffer = rows.get(series.name) ?? new RowBuffer()
    rows.set(series.name, buffer)
    spec.encode(event, (ts) => begin(buffer, common.length + columns.length, item, ts), {
      signalIds: signalIds.of(org),
      severityOf: (eventId) => vehicle.facts.meaningOf(eventId)?.severity ?? 'medium',
    })
  }
  return rows
}

/** Copies the buffers into their tables. */
export async function storeRows({ client }: Transaction, rows: Rows): Promise<void> {
  for (const [table, buffer] of rows) await copyRows(client, table, columnsOf.get(table)!, buffer)
}

function begin(buffer: RowBuffer, fields: number, { org, vehicle, event, receivedAt }: Item, ts: number): RowWriter {
  buffer.row(fields)
  buffer.timestamp(ts)
  buffer.int4(org.id)
  buffer.int4(vehicle.id)
  buffer.timestamp(receivedAt)
  buffer.timestamp(event.deviceTs)
  return buffer
}
