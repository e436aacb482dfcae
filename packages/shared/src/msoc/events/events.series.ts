import { boolean, doublePrecision, integer, jsonb, pgTable, real, smallint, text } from 'drizzle-orm/pg-core'
import { at, bytea } from '../../core/columns.table.ts'
import type { OrgId } from '../../core/owned.ts'
import { type TimeSeries, timeSeries } from '../../core/time-series/time-series.ts'
import { severityColumn } from '../severity.table.ts'
import type { VehicleId } from '../vehicles/vehicles.table.ts'

// Rows are narrow: two integers name the organisation and the vehicle (8 bytes, where two uuids would be 32).
const common = () => ({
  /** The vehicle's time, or the arrival if the vehicle's clock cannot be right. */
  ts: at('ts').notNull(),
  orgId: integer('org_id').$type<OrgId>().notNull(),
  vehicleId: integer('vehicle_id').$type<VehicleId>().notNull(),
  receivedAt: at('received_at').notNull(),
  /** The time of a suspect clock; null: the clock is trusted. */
  deviceTs: at('device_ts'),
})

/** Positions of vehicles. */
export const positions = pgTable('positions', {
  ...common(),
  lat: doublePrecision().notNull(),
  lon: doublePrecision().notNull(),
  speedKph: real('speed_kph'),
  headingDeg: real('heading_deg'),
  altitudeM: real('altitude_m'),
  hdop: real(),
})

/** Values of a vehicle's signals: a number, or a text (a boolean is 0 or 1). */
export const signals = pgTable('signals', {
  ...common(),
  signalId: integer('signal_id').notNull(),
  value: doublePrecision(),
  text: text(),
})

/** Every CAN frame that a sensor forwarded. Written once, never updated, deleted after a month. */
export const canFrames = pgTable('can_frames', {
  ...common(),
  bus: text().notNull(),
  arbitrationId: integer('arbitration_id').notNull(),
  /** Bit 0 extended id, bit 1 CAN FD, bit 2 remote frame. */
  flags: smallint().notNull(),
  data: bytea().notNull(),
})

/** Events reported by a vehicle's own intrusion detection. */
export const idsEvents = pgTable('ids_events', {
  ...common(),
  kind: text().$type<'ids.can' | 'ids.eth' | 'ids.host'>().notNull(),
  eventId: integer('event_id').notNull(),
  idsmInstance: integer('idsm_instance').notNull(),
  sensorInstance: integer('sensor_instance').notNull(),
  /** Occurrences after the vehicle's own filters; statistics add them up. */
  count: integer().notNull(),
  severity: severityColumn().notNull(),
  context: bytea(),
  detail: jsonb().$type<Record<string, unknown>>(),
})

/** Log lines. A line that belongs to no vehicle has vehicle 0. */
export const syslogEvents = pgTable('syslog_events', {
  ...common(),
  facility: smallint().notNull(),
  severity: smallint().notNull(),
  hostname: text(),
  appName: text('app_name'),
  procId: text('proc_id'),
  msgId: text('msg_id'),
  structuredData: jsonb('structured_data').$type<Record<string, Record<string, string>>>(),
  message: text().notNull(),
  authFailure: boolean('auth_failure').notNull(),
})

/** What vehicles reported of their software, one row a control unit. The latest of each is in `vehicle_software`. */
export const softwareReports = pgTable('software_reports', {
  ...common(),
  ecu: text().notNull(),
  software: text().notNull(),
  version: text().notNull(),
  hardwarePart: text('hardware_part').notNull(),
  rxswin: text().notNull(),
})

/** Chunks are small enough for the newest ones of all tables to stay in memory; SPEC TIMESERIES-1 to TIMESERIES-5. */
export const positionsOverTime = timeSeries(positions.ts, {
  chunk: '6 hours',
  compressAfter: '1 day',
  segmentBy: [positions.vehicleId],
  keep: '90 days',
  indexes: [[positions.vehicleId]],
})
export const signalsOverTime = timeSeries(signals.ts, {
  chunk: '6 hours',
  compressAfter: '1 day',
  segmentBy: [signals.vehicleId, signals.signalId],
  keep: '90 days',
  indexes: [[signals.vehicleId, signals.signalId]],
})
export const canFramesOverTime = timeSeries(canFrames.ts, {
  chunk: '1 hour',
  compressAfter: '1 day',
  segmentBy: [canFrames.vehicleId],
  keep: '30 days',
  indexes: [[canFrames.vehicleId]],
})
export const idsEventsOverTime = timeSeries(idsEvents.ts, {
  chunk: '1 day',
  compressAfter: '7 days',
  segmentBy: [idsEvents.vehicleId],
  keep: '365 days',
  indexes: [[idsEvents.vehicleId], [idsEvents.orgId]],
})
export const syslogEventsOverTime = timeSeries(syslogEvents.ts, {
  chunk: '1 day',
  compressAfter: '2 days',
  segmentBy: [syslogEvents.vehicleId],
  keep: '90 days',
  indexes: [[syslogEvents.vehicleId], [syslogEvents.orgId]],
})

export const softwareReportsOverTime = timeSeries(softwareReports.ts, {
  chunk: '7 days',
  compressAfter: '14 days',
  segmentBy: [softwareReports.vehicleId],
  keep: '365 days',
  indexes: [[softwareReports.vehicleId]],
})

export const allTimeSeries: readonly TimeSeries[] = [
  positionsOverTime,
  signalsOverTime,
  canFramesOverTime,
  idsEventsOverTime,
  syslogEventsOverTime,
  softwareReportsOverTime,
]
