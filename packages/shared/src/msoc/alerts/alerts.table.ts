import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { AlertSource, AlertStatus, ChangeKind, Explanation, Observable, Resolution } from './alerts.ts'
import type { AlertState } from './undo.ts'
import { alertSteps } from './pipeline/alert-steps.table.ts'
import type { CaseChangeKind, CaseStage, Pap, Tlp } from '../cases/cases.ts'
import { caseStatuses, caseTemplates } from '../cases/case-settings.table.ts'
import type { FieldValues, Sla } from '../cases/case-values.contract.ts'
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
    /** Expected false alerts a vehicle and month of alerts like this one (rule SENSITIVITY-1); null: not known. */
    falseAlerts: real('false_alerts'),
    caseUuid: uuid('case_uuid'),
    /** When the server raised it, independent of the vehicle's clock. */
    raisedAt: at('raised_at').notNull().defaultNow(),
    /** Null while it is open. */
    closedAt: at('closed_at'),
    /** The earlier, closed alert that this alert repeats. */
    previousUuid: uuid('previous_uuid'),
    /** The step of the pipeline that keeps it out of the queue, if any does (rule ALERT-PIPELINE-2). */
    suppressedBy: uuid('suppressed_by').references(() => alertSteps.uuid, { onDelete: 'set null' }),
    /** The alert of the fleet that this alert of a vehicle is folded into (rule FOLDING-2). */
    foldedInto: uuid('folded_into').references((): AnyPgColumn => alerts.uuid, { onDelete: 'set null' }),
    /** Somebody took it out of an alert of the fleet: it is not folded again (rule FOLDING-5). */
    keptApart: boolean('kept_apart').notNull().default(false),
    /** The alert into which it is merged (rule ALERT-12). */
    mergedIntoUuid: uuid('merged_into_uuid'),
    /** Its status before it was merged. */
    mergedStatus: text('merged_status').$type<AlertStatus>(),
    /** It is merged into an alert that is open: until that is closed, repeats count on (rule ALERT-14). */
    mergeOpen: boolean('merge_open').notNull().default(false),
    /** When the timer of an escalation ran out (rule ALERT-PIPELINE-16). */
    overdueAt: at('overdue_at'),
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
      .where(sql`status NOT IN ('CLOSED', 'MERGED') OR merge_open`),
    index('alerts_by_dedup').on(t.orgUuid, t.dedupKey, t.firstSeen),
    index('alerts_by_time').on(t.orgUuid, t.lastSeen, t.uuid),
    index('alerts_by_status').on(t.orgUuid, t.status, t.lastSeen),
    index('alerts_by_raising').on(t.orgUuid, t.raisedAt),
    // hand-overs and key figures count what was closed, and what was overdue, in a time
    index('alerts_by_closing')
      .on(t.orgUuid, t.closedAt)
      .where(sql`closed_at IS NOT NULL`),
    index('alerts_by_overdue')
      .on(t.orgUuid, t.overdueAt)
      .where(sql`overdue_at IS NOT NULL`),
    index('alerts_by_case')
      .on(t.caseUuid)
      .where(sql`case_uuid IS NOT NULL`),
    // rules are listed with what became of their alerts
    index('alerts_by_rule')
      .on(t.orgUuid, t.ruleUuid, t.resolution)
      .where(sql`rule_uuid IS NOT NULL`),
    index('alerts_by_observable').using('gin', sql`observables jsonb_path_ops`),
    // similar cases: only alerts of cases, which are few of all
    index('alerts_of_cases_by_observable')
      .using('gin', sql`observables jsonb_path_ops`)
      .where(sql`case_uuid IS NOT NULL`),
    index('alerts_by_suppressor')
      .on(t.suppressedBy)
      .where(sql`suppressed_by IS NOT NULL`),
    index('alerts_by_fold')
      .on(t.foldedInto)
      .where(sql`folded_into IS NOT NULL`),
    // looked at in every round
    index('alerts_of_risk')
      .on(t.orgUuid, t.vehicleId)
      .where(sql`rule = 'vehicle-risk' AND cleared_at IS NULL`),
    // the score of a vehicle's risk adds its latest alerts up, open or not
    index('alerts_by_vehicle').on(t.vehicleId, t.lastSeen),
    index('alerts_by_merge')
      .on(t.mergedIntoUuid)
      .where(sql`merged_into_uuid IS NOT NULL`),
    index('alerts_open_by_owner')
      .on(t.orgUuid, t.ownerUuid)
      .where(sql`owner_uuid IS NOT NULL AND status NOT IN ('CLOSED', 'MERGED')`),
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
  (t) => [
    primaryKey({ columns: [t.orgUuid, t.seq] }),
    index().on(t.alertUuid, t.seq),
    index('alert_changes_escalations')
      .on(t.orgUuid, t.at)
      .where(sql`kind = 'escalate'`),
  ],
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

/**
 * What a bulk update changed of each alert, kept for a day so that the update can be undone (rule BULK-10). Deleted as
 * it is used.
 */
export const alertUndos = pgTable(
  'alert_undos',
  {
    orgUuid: org(),
    jobUuid: uuid('job_uuid').notNull(),
    alertUuid: uuid('alert_uuid').notNull(),
    before: jsonb().$type<AlertState>().notNull(),
    /** The alert's revision after the update: with another one somebody has changed it since. */
    revision: integer().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.jobUuid, t.alertUuid] }), index().on(t.createdAt)],
)

/** An investigation that groups alerts. */
export const cases = pgTable(
  'cases',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** Counted from 1 in its organisation (CAS-12). */
    number: seq('number').notNull().default(0),
    title: text().notNull(),
    stage: text().$type<CaseStage>().notNull().default('NEW'),
    severity: severityColumn().notNull(),
    ownerUuid: uuid('owner_uuid'),
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
    description: text().notNull().default(''),
    impact: text().notNull().default(''),
    causes: text().notNull().default(''),
    lessons: text().notNull().default(''),
    tlp: text().$type<Tlp>().notNull().default('AMBER'),
    pap: text().$type<Pap>().notNull().default('AMBER'),
    /** The organisation's own status under the stage; null: only the stage. */
    statusUuid: uuid('status_uuid').references(() => caseStatuses.uuid, { onDelete: 'set null' }),
    resolution: text().$type<Resolution>(),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Only its owner, its members and administrators see it (rule CASE-9). */
    needToKnow: boolean('need_to_know').notNull().default(false),
    templateUuid: uuid('template_uuid').references(() => caseTemplates.uuid, { onDelete: 'set null' }),
    fields: jsonb().$type<FieldValues>().notNull().default({}),
    /** Limits of its times by severity, as its template had them when it was opened. */
    sla: jsonb().$type<Sla>().notNull().default({}),
    /** When the earliest of its alerts was first seen. */
    detectedAt: at('detected_at'),
    acknowledgedAt: at('acknowledged_at'),
    /** How long its clock stood still, without a pause that still runs. */
    pausedMs: bigint('paused_ms', { mode: 'number' }).notNull().default(0),
    pausedSince: at('paused_since'),
    /** Null where no limit is set, or its clock stands still. */
    acknowledgeDueAt: at('acknowledge_due_at'),
    resolveDueAt: at('resolve_due_at'),
    mergedInto: uuid('merged_into').references((): AnyPgColumn => cases.uuid),
    /** Its stage before it was merged. */
    mergedStage: text('merged_stage').$type<CaseStage>(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index().on(t.orgUuid, t.createdAt),
    // lists and boards show the latest first
    index('cases_by_number').on(t.orgUuid, t.number),
    index('cases_by_stage').on(t.orgUuid, t.stage, t.statusUuid, t.number),
    index('cases_by_owner').on(t.orgUuid, t.ownerUuid, t.number),
    index('cases_by_status').on(t.statusUuid),
    index('cases_by_template').on(t.templateUuid),
    index('cases_by_merge')
      .on(t.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
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
  (t) => [
    primaryKey({ columns: [t.orgUuid, t.seq] }),
    index().on(t.caseUuid, t.seq),
    index('case_changes_by_time').on(t.orgUuid, t.at),
  ],
)
