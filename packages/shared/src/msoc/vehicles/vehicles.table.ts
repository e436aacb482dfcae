import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at, bytea } from '../../core/columns.table.ts'
import type { OrgId, OrgUuid } from '../../core/owned.ts'
import { severityColumn } from '../severity.table.ts'
import { type Circle, geofenceCrossings } from './geofences.ts'

/** A vehicle's number in the time-series tables. */
export type VehicleId = number & { readonly __vehicle: true }

/** A vehicle of an organisation, known by its VIN, by a device id, or by both. */
export const vehicles = pgTable(
  'vehicles',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    id: integer().$type<VehicleId>().generatedAlwaysAsIdentity().unique().notNull(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    orgId: integer('org_id').$type<OrgId>().notNull(),
    /** The name that senders use: the VIN if there is one. */
    vin: text().notNull(),
    deviceId: text('device_id'),
    name: text().notNull().default(''),
    model: text().notNull().default(''),
    /** Names the event catalogue whose severities apply to it. */
    platform: text().notNull().default(''),
    softwareVersion: text('software_version').notNull().default(''),
    /** Overrides the organisation's setting: silent after three times this; 0: never expected to report. */
    reportsEverySeconds: integer('reports_every_seconds'),
    /** A test vehicle, created to replay captures into. */
    isTest: boolean('is_test').notNull().default(false),
    /** Incremented to have its buses learned again. */
    canGeneration: integer('can_generation').notNull().default(0),
    registeredBy: text('registered_by').$type<'ingest' | 'person'>().notNull().default('ingest'),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Ingest uses this to find changes by users. */
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index().on(t.orgUuid, t.updatedAt),
    uniqueIndex().on(t.orgUuid, t.vin),
    uniqueIndex()
      .on(t.orgUuid, t.deviceId)
      .where(sql`${t.deviceId} IS NOT NULL`),
  ],
)

/**
 * The latest values of each vehicle: the live map's snapshot, upserted once per vehicle and batch. No index may contain
 * what a batch changes, and pages are filled to a half (migration 0022): so updates stay in their page (rule BATCH-5).
 */
export const vehicleState = pgTable(
  'vehicle_state',
  {
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .primaryKey()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull(),
    lat: doublePrecision(),
    lon: doublePrecision(),
    speedKph: real('speed_kph'),
    headingDeg: real('heading_deg'),
    positionTs: at('position_ts'),
    positionAt: at('position_at'),
    telemetryAt: at('telemetry_at'),
    canAt: at('can_at'),
    idsAt: at('ids_at'),
    syslogAt: at('syslog_at'),
    /** Arrival of the newest event of any kind. */
    lastSeen: at('last_seen').notNull(),
    openAlerts: integer('open_alerts').notNull().default(0),
    /** The worst severity of the open alerts; null when none is open. */
    worstSeverity: severityColumn('worst_severity'),
  },
  (t) => [index().on(t.orgUuid)],
)

/** A token that lets a phone tracker report for one vehicle: the id in the OsmAnd form. Only its SHA-256 is stored. */
export const deviceTokens = pgTable(
  'device_tokens',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    vehicleUuid: uuid('vehicle_uuid')
      .notNull()
      .references(() => vehicles.uuid, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    hint: text().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    revokedAt: at('revoked_at'),
  },
  (t) => [uniqueIndex().on(t.tokenHash), index().on(t.orgUuid)],
)

/** A corner of a geofence: longitude, latitude, WGS 84. */
export type LonLat = readonly [number, number]

/** An area whose outline vehicles should not cross. */
export const geofences = pgTable(
  'geofences',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    name: text().notNull(),
    /** The outline, without repeating the first corner. */
    polygon: jsonb().$type<LonLat[]>().notNull(),
    /** Set for a circle; the outline then approximates it. */
    circle: jsonb().$type<Circle>(),
    alertOn: text('alert_on', { enum: geofenceCrossings }).notNull().default('leave'),
    /** The vehicles and the models that the area applies to; both empty: all vehicles. */
    vins: text().array().notNull().default([]),
    models: text().array().notNull().default([]),
    severity: severityColumn().notNull(),
    active: boolean().notNull().default(true),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.orgUuid)],
)

/**
 * State of a detector that must survive a restart: written in the batch's transaction, read when the vehicle is first
 * seen.
 */
export const detectorMemory = pgTable(
  'detector_memory',
  {
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    detector: text().notNull(),
    orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull(),
    memory: jsonb().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.vehicleId, t.detector] })],
)
