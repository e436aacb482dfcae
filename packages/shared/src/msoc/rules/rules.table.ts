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
  uuid,
} from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { severityColumn } from '../severity.table.ts'
import type { RuleComparison } from './rules.contract.ts'
import type { RuleKind, RuleOrigin, RuleState } from './rules.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const number = (name: string) => bigint(name, { mode: 'number' })

/**
 * A Sigma rule, correlation or filter of an organisation. Its current text is a draft until it is enabled: what runs is
 * the text of `enabledVersion`.
 */
export const rules = pgTable(
  'rules',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().$type<RuleKind>().notNull(),
    title: text().notNull(),
    severity: severityColumn().notNull(),
    /** The log source's service; empty for correlations, and for rules that read every service. */
    service: text().notNull().default(''),
    tags: text().array().notNull(),
    /** The id and the name that the text gives itself, by which other rules refer to it. */
    sigmaId: text('sigma_id'),
    sigmaName: text('sigma_name'),
    state: text().$type<RuleState>().notNull().default('DRAFT'),
    /** The newest version. */
    version: integer().notNull().default(1),
    /** The version that runs; null while the rule is not enabled. */
    enabledVersion: integer('enabled_version'),
    origin: text().$type<RuleOrigin>().notNull().default('own'),
    /** Name and version of the pack that it was installed from. */
    pack: text(),
    packVersion: text('pack_version'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.orgUuid, t.updatedAt), index().on(t.orgUuid, t.sigmaId)],
)

/** Each saved text of a rule: never changed. */
export const ruleVersions = pgTable(
  'rule_versions',
  {
    orgUuid: org(),
    ruleUuid: uuid('rule_uuid')
      .notNull()
      .references(() => rules.uuid, { onDelete: 'cascade' }),
    version: integer().notNull(),
    text: text().notNull(),
    note: text().notNull().default(''),
    authorUuid: uuid('author_uuid'),
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Who else approved it, where the organisation asks for four eyes. */
    approvedBy: text('approved_by'),
    approvedAt: at('approved_at'),
  },
  (t) => [primaryKey({ columns: [t.ruleUuid, t.version] }), index().on(t.orgUuid)],
)

/** What a running rule did and holds, of each ingest process; replaced every few seconds. */
export const ruleLoads = pgTable(
  'rule_loads',
  {
    orgUuid: org(),
    ruleUuid: uuid('rule_uuid')
      .notNull()
      .references(() => rules.uuid, { onDelete: 'cascade' }),
    /** Names the ingest process. */
    process: text().notNull(),
    at: at('at').notNull(),
    version: integer().notNull(),
    hits: number('hits').notNull(),
    lastHit: at('last_hit'),
    /** Groups and events that a correlation holds, and groups that it forgot because there were too many. */
    groups: integer().notNull(),
    entries: integer().notNull(),
    evicted: number('evicted').notNull(),
    /** Mean time of the organisation's rules for one event, µs, over all rules that run. */
    microsecondsPerEvent: doublePrecision('microseconds_per_event').notNull(),
    /** Why it does not run: a text of another version of the product, a reference that was deleted. */
    fault: text(),
  },
  (t) => [primaryKey({ columns: [t.ruleUuid, t.process] }), index().on(t.orgUuid)],
)

/** How an organisation treats its rules. */
export const ruleSettings = pgTable('rule_settings', {
  orgUuid: org().primaryKey(),
  /** A version may only be enabled after another member has approved it. */
  fourEyes: boolean('four_eyes').notNull().default(false),
  /** Incremented with each change of what runs: ingest compares it. */
  revision: number('revision').notNull().default(0),
})

/** The result of a rule on stored events. */
export const ruleBacktests = pgTable(
  'rule_backtests',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    ruleUuid: uuid('rule_uuid')
      .notNull()
      .references(() => rules.uuid, { onDelete: 'cascade' }),
    version: integer().notNull(),
    jobUuid: uuid('job_uuid').notNull(),
    from: at('from').notNull(),
    to: at('to').notNull(),
    events: number('events').notNull().default(0),
    hits: number('hits').notNull().default(0),
    /** Hits by day (UTC, as 2026-11-23), by VIN (the first thousand), and the first examples. */
    byDay: jsonb('by_day').$type<Record<string, number>>().notNull().default({}),
    byVehicle: jsonb('by_vehicle').$type<Record<string, number>>().notNull().default({}),
    examples: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    /** The hits beside those of the version that ran when it began; null: not compared. */
    compared: jsonb().$type<RuleComparison>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.orgUuid, t.ruleUuid, t.createdAt)],
)
