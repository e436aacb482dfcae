import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at, bytea } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { cases } from '../alerts/alerts.table.ts'
import { type VehicleId, vehicles } from '../vehicles/vehicles.table.ts'
import type { CaptureFormat, CaptureState, ReplayState } from './captures.ts'
import type { CanProfile } from './profile.ts'
import type { ProfileOrigin, ProfileState } from './profiles.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const number = (name: string) => bigint(name, { mode: 'number' })

/** A CAN database of the library, by name; its content is in its versions. */
export const dbcs = pgTable(
  'dbcs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    description: text().notNull().default(''),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex().on(t.orgUuid, t.name)],
)

/** A version of a CAN database, as it was uploaded: never changed. */
export const dbcVersions = pgTable(
  'dbc_versions',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    dbcUuid: uuid('dbc_uuid')
      .notNull()
      .references(() => dbcs.uuid, { onDelete: 'cascade' }),
    version: integer().notNull(),
    fileName: text('file_name').notNull(),
    text: text().notNull(),
    sha256: bytea().notNull(),
    note: text().notNull().default(''),
    messages: integer().notNull(),
    signals: integer().notNull(),
    /** Problems that the parser found: line, column, reason. */
    warnings: jsonb().$type<{ line: number; column: number; reason: string }[]>().notNull().default([]),
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex().on(t.dbcUuid, t.version), index().on(t.orgUuid)],
)

/**
 * Which database version decodes which bus of which vehicle model. An empty string matches every model or bus; the more
 * specific assignment wins.
 */
export const dbcAssignments = pgTable(
  'dbc_assignments',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    model: text().notNull(),
    bus: text().notNull(),
    versionUuid: uuid('version_uuid')
      .notNull()
      .references(() => dbcVersions.uuid),
    assignedBy: text('assigned_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex().on(t.orgUuid, t.model, t.bus)],
)

/** What is normal on a bus of a vehicle model. One profile per model and bus is active: ingest uses it to detect. */
export const canProfiles = pgTable(
  'can_profiles',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    model: text().notNull(),
    bus: text().notNull(),
    version: integer().notNull(),
    state: text().$type<ProfileState>().notNull().default('DRAFT'),
    origin: text().$type<ProfileOrigin>().notNull(),
    profile: jsonb().$type<CanProfile>().notNull(),
    dbcVersionUuid: uuid('dbc_version_uuid').references(() => dbcVersions.uuid),
    captureUuid: uuid('capture_uuid').references(() => captures.uuid, { onDelete: 'set null' }),
    note: text().notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    activatedBy: text('activated_by'),
    activatedAt: at('activated_at'),
    retiredAt: at('retired_at'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex().on(t.orgUuid, t.model, t.bus, t.version),
    uniqueIndex('can_profiles_active')
      .on(t.orgUuid, t.model, t.bus)
      .where(sql`state = 'ACTIVE'`),
  ],
)

/** Recorded frames that a user uploaded or kept. */
export const captures = pgTable(
  'captures',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    fileName: text('file_name').notNull().default(''),
    /** Null until it is detected. */
    format: text().$type<CaptureFormat>(),
    state: text().$type<CaptureState>().notNull(),
    error: text(),
    bytes: number('bytes').notNull().default(0),
    sha256: bytea(),
    frames: number('frames').notNull().default(0),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    buses: jsonb().$type<{ bus: string; frames: number }[]>().notNull().default([]),
    /** Lines or records that could not be read: their number, and the first hundred. */
    rejected: number('rejected').notNull().default(0),
    rejects: jsonb().$type<{ line: number; reason: string }[]>().notNull().default([]),
    /** The vehicle that the bus belongs to, if a user assigned one. */
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .references(() => vehicles.id),
    caseUuid: uuid('case_uuid').references(() => cases.uuid),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index().on(t.orgUuid, t.createdAt),
    index('captures_by_case')
      .on(t.caseUuid)
      .where(sql`case_uuid IS NOT NULL`),
  ],
)

/** An uploaded file until it is read, one MiB per row. */
export const captureFiles = pgTable(
  'capture_files',
  {
    captureUuid: uuid('capture_uuid')
      .notNull()
      .references(() => captures.uuid, { onDelete: 'cascade' }),
    part: integer().notNull(),
    orgUuid: org(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.captureUuid, t.part] })],
)

/** A capture's frames in blocks (./frame-block.ts), in order of time. */
export const captureBlocks = pgTable(
  'capture_blocks',
  {
    captureUuid: uuid('capture_uuid')
      .notNull()
      .references(() => captures.uuid, { onDelete: 'cascade' }),
    block: integer().notNull(),
    orgUuid: org(),
    /** Epoch ms of the first and of the last frame. */
    fromMs: doublePrecision('from_ms').notNull(),
    toMs: doublePrecision('to_ms').notNull(),
    frames: integer().notNull(),
    data: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.captureUuid, t.block] })],
)

/** A replay of a capture into a test vehicle by ingest. */
export const captureReplays = pgTable(
  'capture_replays',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    captureUuid: uuid('capture_uuid')
      .notNull()
      .references(() => captures.uuid, { onDelete: 'cascade' }),
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .notNull()
      .references(() => vehicles.id),
    state: text().$type<ReplayState>().notNull().default('WAITING'),
    /** Speed relative to the recording; 0: as fast as it can be stored. */
    speed: doublePrecision().notNull(),
    /** The time that its first frame is given. */
    startAt: at('start_at').notNull().defaultNow(),
    /** Frames sent so far. */
    sent: number('sent').notNull().default(0),
    error: text(),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    index('capture_replays_open')
      .on(t.createdAt)
      .where(sql`state IN ('WAITING', 'RUNNING')`),
    index().on(t.captureUuid),
  ],
)

/** A bookmark with a text, at a time in a vehicle's record, in a capture or in an alert's evidence. */
export const canNotes = pgTable(
  'can_notes',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    subject: text().$type<'vehicle' | 'capture' | 'alert'>().notNull(),
    subjectUuid: uuid('subject_uuid').notNull(),
    /** Epoch ms with microseconds as the fraction. */
    atMs: doublePrecision('at_ms').notNull(),
    bus: text(),
    /** The arbitration id that it refers to; null: the time only. */
    arbitrationId: integer('arbitration_id'),
    ext: boolean().notNull().default(false),
    text: text().notNull(),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.orgUuid, t.subject, t.subjectUuid, t.atMs)],
)
