import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { frameFlags } from '@carapace/shared/msoc/events/events'
import { isAuthenticationFailure } from '@carapace/shared/msoc/events/syslog'
import { copyRows, RowBuffer } from '../../core/copy.ts'
import type { Transaction } from '../../core/database.ts'
import type { Item } from '../item.ts'
import type { SignalIds } from './signal-ids.ts'
import { rankOf } from '@carapace/shared/msoc/severity'

/** The columns of each table, in the order in which `write` writes them. */
const common = ['ts', 'org_id', 'vehicle_id', 'received_at', 'device_ts']
const columns = {
  positions: [...common, 'lat', 'lon', 'speed_kph', 'heading_deg', 'altitude_m', 'hdop'],
  signals: [...common, 'signal_id', 'value', 'text'],
  can_frames: [...common, 'bus', 'arbitration_id', 'flags', 'data'],
  ids_events: [
    ...common,
    'kind',
    'event_id',
    'idsm_instance',
    'sensor_instance',
    'count',
    'severity',
    'context',
    'detail',
  ],
  syslog_events: [
    ...common,
    'facility',
    'severity',
    'hostname',
    'app_name',
    'proc_id',
    'msg_id',
    'structured_data',
    'message',
    'auth_failure',
  ],
} as const

type Table = keyof typeof columns
export type Rows = Partial<Record<Table, RowBuffer>>

/** The batch as COPY data, a buffer a table. */
export function encodeRows(items: readonly Item[], signalIds: SignalIds): Rows {
  const rows: Rows = {}
  for (const item of items) encode(rows, item, signalIds)
  return rows
}

/** Copies the buffers into their tables. */
export async function storeRows({ client }: Transaction, rows: Rows): Promise<void> {
  for (const [table, buffer] of Object.entries(rows)) await copyRows(client, table, columns[table as Table], buffer)
}

function begin(rows: Rows, table: Table, { org, vehicle, event, receivedAt }: Item, ts: number): RowBuffer {
  const buffer = (rows[table] ??= new RowBuffer())
  buffer.row(columns[table].length)
  buffer.timestamp(ts)
  buffer.int4(org.id)
  buffer.int4(vehicle.id)
  buffer.timestamp(receivedAt)
  buffer.timestamp(event.deviceTs)
  return buffer
}

function encode(rows: Rows, item: Item, signalIds: SignalIds): void {
  const { event } = item
  switch (event.kind) {
    case 'position':
      return encodePosition(begin(rows, 'positions', item, event.ts), event)
    case 'telemetry':
      return encodeSignals(rows, item, event, signalIds)
    case 'can':
      return encodeFrames(rows, item, event)
    case 'syslog':
      return encodeSyslog(begin(rows, 'syslog_events', item, event.ts), event)
    case 'ids.can':
    case 'ids.eth':
    case 'ids.host':
      return encodeIds(begin(rows, 'ids_events', item, event.ts), item, event)
  }
}

type Of<K extends VehicleEvent['kind']> = Extract<VehicleEvent, { kind: K }>

function encodePosition(row: RowBuffer, event: Of<'position'>): void {
  row.float8(event.lat)
  row.float8(event.lon)
  row.float4(event.speedKph)
  row.float4(event.headingDeg)
  row.float4(event.altitudeM)
  row.float4(event.hdop)
}

function encodeSignals(rows: Rows, item: Item, event: Of<'telemetry'>, signalIds: SignalIds): void {
  for (const [path, value] of event.signals) {
    const row = begin(rows, 'signals', item, event.ts)
    row.int4(signalIds.get(path)!)
    row.float8(typeof value === 'number' ? value : null)
    row.text(typeof value === 'string' ? value : null)
  }
}

function encodeFrames(rows: Rows, item: Item, event: Of<'can'>): void {
  for (const [dtUs, id, hex] of event.frames) {
    const row = begin(rows, 'can_frames', item, event.ts + dtUs / 1000)
    row.text(event.bus)
    row.int4(id)
    row.int2(id > 0x7ff ? event.flags | frameFlags.ext : event.flags)
    row.hex(hex)
  }
}

function encodeIds(row: RowBuffer, { vehicle }: Item, event: Of<'ids.can' | 'ids.eth' | 'ids.host'>): void {
  row.text(event.kind)
  row.int4(event.eventId)
  row.int4(event.idsmInstance)
  row.int4(event.sensorInstance)
  row.int4(event.count)
  row.int2(rankOf(vehicle.facts.meaningOf(event.eventId)?.severity ?? 'medium'))
  row.bytes(event.context)
  row.jsonb(event.detail)
}

function encodeSyslog(row: RowBuffer, event: Of<'syslog'>): void {
  row.int2(event.facility)
  row.int2(event.severity)
  row.text(event.hostname)
  row.text(event.appName)
  row.text(event.procId)
  row.text(event.msgId)
  row.jsonb(event.structuredData)
  row.text(event.message)
  row.bool(isAuthenticationFailure(event))
}
