import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
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
import { at } from '../../core/columns.table.ts'
import type { OrgId, OrgUuid } from '../../core/owned.ts'
import { severityColumn } from '../severity.table.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** Replies to senders, kept 24 h by their key: a retry gets the same reply and stores nothing twice. */
export const ingestReplies = pgTable(
  'ingest_replies',
  {
    keyUuid: uuid('key_uuid').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    reply: jsonb().notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyUuid, t.idempotencyKey] }), index().on(t.at)],
)

/**
 * The stored position in each partition of Kafka: advanced in the transaction that stores, so that of two owners one
 * advances it and the other rolls back.
 */
export const ingestPositions = pgTable(
  'ingest_positions',
  {
    topic: text().notNull(),
    partition: integer().notNull(),
    /** The offset of the next record. */
    next: bigint({ mode: 'number' }).notNull(),
    movedAt: at('moved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.topic, t.partition] })],
)

const multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' })

/**
 * The stored parts of batches that came over Kafka, kept 24 h: a gateway that sends a request again stores nothing
 * twice.
 */
export const ingestParts = pgTable(
  'ingest_parts',
  {
    orgUuid: org(),
    batch: text().notNull(),
    partition: integer().notNull(),
    /** Numbers of its records that have this partition number, over all topics. */
    parts: multirange('parts').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.batch, t.partition] }), index().on(t.at)],
)

/** An event that was not stored, with the reason. */
export const ingestRejects = pgTable(
  'ingest_rejects',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orgUuid: org(),
    at: at('at').notNull(),
    /** `http`, `syslog udp`, `candump` … */
    source: text().notNull(),
    /** The sender's name of the vehicle, if it could be read. */
    vehicle: text(),
    line: integer(),
    reason: text().notNull(),
    /** The event as received, cut at 4 KiB. */
    event: text().notNull(),
    state: text().$type<'KEPT' | 'RETRYING' | 'STORED' | 'REFUSED'>().notNull().default('KEPT'),
    /** The corrected text that is sent again, if it was corrected. */
    retryEvent: text('retry_event'),
    retriedBy: text('retried_by'),
    retriedAt: at('retried_at'),
    retryReason: text('retry_reason'),
  },
  (t) => [
    index().on(t.orgUuid, t.at),
    index('ingest_rejects_retrying')
      .on(t.id)
      .where(sql`state = 'RETRYING'`),
  ],
)

/**
 * Whose the syslog lines of a host without a key are, and how many were lost. One list for the installation, which its
 * operator keeps: a host without an organisation is no tenant's to see.
 */
export const syslogHosts = pgTable(
  'syslog_hosts',
  {
    /** As its lines name it; '-' for lines without a host name. */
    host: text().primaryKey(),
    /** Absent: no organisation is known, and lines without a key are lost. */
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .references(() => organisations.uuid),
    /** Lines lost because no organisation was known for the host. */
    unassigned: bigint({ mode: 'number' }).notNull().default(0),
    /** Lines lost because their key is unknown or revoked. */
    wrongKey: bigint('wrong_key', { mode: 'number' }).notNull().default(0),
    /** When a line was last lost. */
    lostAt: at('lost_at'),
  },
  (t) => [index().on(t.lostAt)],
)

/** Meanings of IDS events on a vehicle platform; platform '' is the organisation's default. */
export const eventCatalogue = pgTable(
  'event_catalogue',
  {
    orgUuid: org(),
    platform: text().notNull(),
    eventId: integer('event_id').notNull(),
    name: text().notNull(),
    severity: severityColumn().notNull(),
    description: text().notNull().default(''),
    tactics: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.platform, t.eventId] })],
)

/**
 * The integer names of telemetry signals, by organisation. Organisation 0 has those that all shared before; they are
 * only read.
 */
export const signalNames = pgTable(
  'signal_names',
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    path: text().notNull(),
    orgId: integer('org_id')
      .$type<OrgId>()
      .notNull()
      .default(0 as OrgId),
  },
  (t) => [uniqueIndex().on(t.orgId, t.path)],
)

const bucket = () => at('bucket').notNull()
const step = () => text().$type<'minute' | 'hour'>().notNull()

/** Numbers of events by kind, per minute and per hour. Dashboards read these, never the raw rows. */
export const eventRollups = pgTable(
  'event_rollups',
  {
    orgId: integer('org_id').$type<OrgId>().notNull(),
    step: step(),
    bucket: bucket(),
    kind: text().notNull(),
    events: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.step, t.bucket, t.kind] }), index().on(t.step, t.bucket)],
)

/** Numbers of alerts raised, by severity. */
export const alertRollups = pgTable(
  'alert_rollups',
  {
    orgId: integer('org_id').$type<OrgId>().notNull(),
    step: step(),
    bucket: bucket(),
    severity: severityColumn().notNull(),
    alerts: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.step, t.bucket, t.severity] }), index().on(t.step, t.bucket)],
)

/** Numbers of vehicles in each health at the start of the bucket. */
export const healthRollups = pgTable(
  'health_rollups',
  {
    orgId: integer('org_id').$type<OrgId>().notNull(),
    step: step(),
    bucket: bucket(),
    healthy: integer().notNull(),
    degraded: integer().notNull(),
    compromised: integer().notNull(),
    offline: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.step, t.bucket] }), index().on(t.step, t.bucket)],
)
