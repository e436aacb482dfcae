import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  foreignKey,
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
import type { PlaybookGraph, SubjectKind, Trigger } from './playbook.ts'
import type { RunState, StartKind, StepState } from './run-states.ts'
import type { StoredWaiting } from './waiting.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** What an organisation does by itself, or by hand: its versions have the graphs. */
export const playbooks = pgTable(
  'playbooks',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    description: text().notNull().default(''),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    latestVersion: integer('latest_version').notNull().default(1),
    /** The version that starts by its trigger; null: none. */
    enabledVersion: integer('enabled_version'),
    /** The trigger of the enabled version, otherwise of the latest one. */
    trigger: jsonb().$type<Trigger>().notNull(),
    /** The member who enabled it: runs that no person started act in their name. */
    enabledBy: uuid('enabled_by'),
    /** The key with which requests of its webhook are signed, sealed; null: none was made. */
    webhookKey: bytea('webhook_key'),
    /** When its schedule starts the next run. */
    nextStartAt: at('next_start_at'),
    updatedBy: text('updated_by').notNull(),
    updatedByUuid: uuid('updated_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('playbooks_by_name').on(t.orgUuid, sql`lower(${t.name})`),
    index('playbooks_scheduled')
      .on(t.nextStartAt)
      .where(sql`next_start_at IS NOT NULL`),
  ],
)

/** The versions of playbooks. Never updated. */
export const playbookVersions = pgTable(
  'playbook_versions',
  {
    playbookUuid: uuid('playbook_uuid')
      .notNull()
      .references(() => playbooks.uuid, { onDelete: 'cascade' }),
    version: integer().notNull(),
    orgUuid: org(),
    trigger: jsonb().$type<Trigger>().notNull(),
    graph: jsonb().$type<PlaybookGraph>().notNull(),
    note: text().notNull().default(''),
    savedBy: text('saved_by').notNull(),
    savedByUuid: uuid('saved_by_uuid'),
    savedAt: at('saved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.playbookUuid, t.version] })],
)

/** Up to which change of alerts and cases an organisation's triggers have been applied, and its counters. */
export const playbookPositions = pgTable('playbook_positions', {
  orgUuid: org().primaryKey(),
  epoch: text().notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
  /** The number of the latest run. */
  runs: integer().notNull().default(0),
  /** The number of the latest vehicle action. */
  actions: integer().notNull().default(0),
  /** The hour in which starts are counted, and their number: see `bounds.startsPerHour`. */
  hour: at('hour').notNull().defaultNow(),
  starts: integer().notNull().default(0),
})

/** The runs of playbooks: finished or not. */
export const playbookRuns = pgTable(
  'playbook_runs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** Counted from 1 in its organisation. */
    number: integer().notNull(),
    playbookUuid: uuid('playbook_uuid').references(() => playbooks.uuid, { onDelete: 'set null' }),
    playbook: text().notNull(),
    version: integer().notNull(),
    state: text().$type<RunState>().notNull().default('QUEUED'),
    /** When it is to be worked on; null: it waits for people, or has finished and made no attempt outside. */
    dueAt: at('due_at').defaultNow(),
    startedByKind: text('started_by_kind').$type<StartKind>().notNull(),
    /** The person who started it; null: no person did. */
    startedByUuid: uuid('started_by_uuid'),
    startedBy: text('started_by'),
    /** The member in whose name it acts. */
    actsForUuid: uuid('acts_for_uuid'),
    subjectKind: text('subject_kind').$type<SubjectKind>(),
    subjectUuid: uuid('subject_uuid'),
    subjectLabel: text('subject_label'),
    /** What started it, so that it starts once: `alert:<uuid>`. */
    startKey: text('start_key').notNull(),
    /** What expressions read of its trigger. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    parentUuid: uuid('parent_uuid'),
    /** Number of playbooks around it. */
    depth: integer().notNull().default(0),
    needsPeople: integer('needs_people').notNull().default(0),
    steps: integer().notNull().default(0),
    error: text(),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('playbook_runs_once').on(t.orgUuid, t.playbookUuid, t.startKey),
    index('playbook_runs_due')
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index('playbook_runs_by_number').on(t.orgUuid, t.number),
    index('playbook_runs_by_state').on(t.orgUuid, t.state),
    index('playbook_runs_by_playbook').on(t.playbookUuid, t.createdAt),
    index('playbook_runs_by_subject').on(t.orgUuid, t.subjectUuid),
    index('playbook_runs_by_change').on(t.orgUuid, t.changedAt),
  ],
)

/** The steps of runs: one for each node and iteration that was started. */
export const playbookSteps = pgTable(
  'playbook_steps',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    runUuid: uuid('run_uuid').notNull(),
    /** The order in which they were started. */
    seq: bigserial({ mode: 'number' }).notNull(),
    node: text().notNull(),
    /** Its iterations: see `iterationPath`. */
    path: text().notNull().default(''),
    attempt: integer().notNull().default(1),
    state: text().$type<StepState>().notNull(),
    port: text(),
    /** What the node was given, secrets masked. */
    input: jsonb().$type<unknown>(),
    output: jsonb().$type<unknown>(),
    error: text(),
    waiting: jsonb().$type<StoredWaiting>(),
    /** When it is to be looked at: the end of a delay, an expiry, the next attempt, the end of a lease. */
    dueAt: at('due_at'),
    startedAt: at('started_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    foreignKey({ columns: [t.runUuid], foreignColumns: [playbookRuns.uuid] }).onDelete('cascade'),
    uniqueIndex('playbook_steps_once').on(t.runUuid, t.path, t.node),
    index('playbook_steps_by_run').on(t.runUuid, t.seq),
    index('playbook_steps_open')
      .on(t.runUuid)
      .where(sql`state IN ('PENDING', 'RUNNING', 'WAITING', 'UNKNOWN')`),
    index('playbook_steps_waiting')
      .on(t.orgUuid, t.seq)
      .where(sql`state IN ('WAITING', 'UNKNOWN')`),
  ],
)

/** The secrets of HTTP requests. */
export const playbookSecrets = pgTable(
  'playbook_secrets',
  {
    orgUuid: org(),
    name: text().notNull(),
    sealed: bytea().notNull(),
    description: text().notNull().default(''),
    changedBy: text('changed_by').notNull(),
    changedByUuid: uuid('changed_by_uuid'),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.name] })],
)
