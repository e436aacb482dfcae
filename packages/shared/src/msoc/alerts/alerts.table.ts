import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { AlertSource, AlertStatus, ChangeKind, Explanation, Observable, Resolution } from './alerts.ts'
import type { CaseChangeKind, CaseStage } from '../cases/cases.ts'
import { severityColumn } from '../severity.table.ts'
import { type VehicleId, vehicles } from '../vehicles/vehicles.table.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const seq = (name = 'seq') => bigint(name, { mode: 'number' })

/**
 * Something an analyst must look at. One row for as long as it is open, however often it repeats. Its key, severity,
 * rule and title never change.
 */
export const alerts = pgTable(
  'alerts',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** The seq of the change that raised it: the number that users see (ALR-48231). */
    number: seq('number').notNull().default(0),
    /** The seq of its latest change. */
    seq: seq().notNull().default(0),
    title: text().notNull(),
    severity: severityColumn().notNull(),
    source: text().$type<AlertSource>().notNull(),
    /** The name of the detector, the IDS event or the rule that raised it. */
    rule: text().notNull(),
    ruleUuid: uuid('rule_uuid'),
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .references(() => vehicles.id),
    ecu: text(),
    bus: text(),
    dedupKey: text('dedup_key').notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    firstSeen: at('first_seen').notNull(),
    lastSeen: at('last_seen').notNull(),
    status: text().$type<AlertStatus>().notNull().default('NEW'),
    resolution: text().$type<Resolution>(),
    acknowledgedBy: uuid('acknowledged_by'),
    acknowledgedAt: at('acknowledged_at'),
    clearedAt: at('cleared_at'),
    ownerUuid: uuid('owner_uuid'),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    tactics: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    observables: jsonb().$type<Observable[]>().notNull().default([]),
    explanation: jsonb().$type<Explanation[]>().notNull().default([]),
    risk: integer().notNull().default(0),
    caseUuid: uuid('case_uuid'),
    /** When the server raised it, independent of the vehicle's clock. */
    raisedAt: at('raised_at').notNull().defaultNow(),
    /** Null while it is open. */
    closedAt: at('closed_at'),
    /** The earlier, closed alert that this alert repeats. */
    previousUuid: uuid('previous_uuid'),
    revision: integer().notNull().default(1),
    /**
     * The text that a word search looks through. PostgreSQL generates it, because casting each alert's observables in
     * every search takes ten times as long.
     */
    words: text().generatedAlwaysAs(
      sql`lower(title || ' ' || rule || ' ' || jsonb_path_query_array(observables, '$[*].value')::text)`,
    ),
  },
  (t) => [
    uniqueIndex('alerts_open_dedup')
      .on(t.orgUuid, t.dedupKey, t.severity)
      .where(sql`status NOT IN ('CLOSED', 'MERGED')`),
    index('alerts_by_dedup').on(t.orgUuid, t.dedupKey, t.firstSeen),
    index('alerts_by_time').on(t.orgUuid, t.lastSeen, t.uuid),
    index('alerts_by_status').on(t.orgUuid, t.status, t.lastSeen),
    index('alerts_by_raising').on(t.orgUuid, t.raisedAt),
    index('alerts_by_case')
      .on(t.caseUuid)
      .where(sql`case_uuid IS NOT NULL`),
    index('alerts_by_observable').using('gin', sql`observables jsonb_path_ops`),
    index('alerts_open_by_vehicle')
      .on(t.vehicleId)
      .where(sql`status NOT IN ('CLOSED', 'MERGED')`),
  ],
)

/** Changes of alerts, in commit order: the source of every live queue and of an alert's activity. */
export const alertChanges = pgTable(
  'alert_changes',
  {
    orgUuid: org(),
    seq: seq().notNull(),
    alertUuid: uuid('alert_uuid').notNull(),
    at: at('at').notNull().defaultNow(),
    kind: text().$type<ChangeKind>().notNull(),
    actorUuid: uuid('actor_uuid'),
    /** A person's name, or the part of the product that made the change. */
    actor: text().notNull(),
    /** The changed fields, by the field names of the API. */
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.seq] }), index().on(t.alertUuid, t.seq)],
)

/**
 * The events around an alert, kept with it after the raw events are deleted. Filled a little later than the alert is
 * raised, and guaranteed to be filled.
 */
export const alertEvidence = pgTable(
  'alert_evidence',
  {
    alertUuid: uuid('alert_uuid')
      .primaryKey()
      .references(() => alerts.uuid, { onDelete: 'cascade' }),
    orgUuid: org(),
    vehicleId: integer('vehicle_id').$type<VehicleId>(),
    kind: text().$type<'can' | 'ids' | 'syslog' | 'position' | 'none'>().notNull(),
    bus: text(),
    /** The time at the centre of the evidence window. */
    around: at('around').notNull(),
    dueAt: at('due_at').notNull(),
    filledAt: at('filled_at'),
    /** Rows as the read calls return them, oldest first. */
    events: jsonb().$type<Record<string, unknown>[]>(),
    /** Number of events in the window; more than `events` holds where the limit was reached. */
    total: integer(),
    /**
     * The database version and the profile in use at that time, so that the evidence still opens the same after both
     * have changed. Not a foreign key: can.table.ts imports this file.
     */
    dbcVersionUuid: uuid('dbc_version_uuid'),
    profileUuid: uuid('profile_uuid'),
  },
  (t) => [
    index('alert_evidence_due')
      .on(t.dueAt)
      .where(sql`filled_at IS NULL`),
    index('alert_evidence_by_dbc')
      .on(t.dbcVersionUuid)
      .where(sql`dbc_version_uuid IS NOT NULL`),
  ],
)

/** An investigation that groups alerts. */
export const cases = pgTable(
  'cases',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** The seq of the change that opened it (CAS-1204). */
    number: seq('number').notNull().default(0),
    title: text().notNull(),
    stage: text().$type<CaseStage>().notNull().default('NEW'),
    severity: severityColumn().notNull(),
    ownerUuid: uuid('owner_uuid'),
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.orgUuid, t.createdAt)],
)

/** Changes of cases. Their seq comes from the same counter row as that of the alerts' changes. */
export const caseChanges = pgTable(
  'case_changes',
  {
    orgUuid: org(),
    seq: seq().notNull(),
    caseUuid: uuid('case_uuid').notNull(),
    at: at('at').notNull().defaultNow(),
    kind: text().$type<CaseChangeKind>().notNull(),
    actorUuid: uuid('actor_uuid'),
    actor: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.seq] }), index().on(t.caseUuid, t.seq)],
)
