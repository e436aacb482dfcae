import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
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
import { severityColumn } from '../severity.table.ts'
import type { AnalyzerKind, AnalyzerOptions, Fact } from './analyze/analyzers.ts'
import type { ListKind, ObservableSource, ObservableType, Pap, SightingKind, Tlp, Verdict } from './observables.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const number = (name: string) => bigint(name, { mode: 'number' })

/** A value that alerts, cases, imports and watchlists have in common, in its normal form: once in an organisation. */
export const observables = pgTable(
  'observables',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    type: text().$type<ObservableType>().notNull(),
    value: text().notNull(),
    tlp: text().$type<Tlp>().notNull().default('AMBER'),
    pap: text().$type<Pap>().notNull().default('AMBER'),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    note: text().notNull().default(''),
    /** An indicator of compromise: seeing it means that something is wrong. */
    isIoc: boolean('is_ioc').notNull().default(false),
    firstSeen: at('first_seen').notNull().defaultNow(),
    lastSeen: at('last_seen').notNull().defaultNow(),
    /** The sum of the counts of its sightings. */
    sightings: number('sightings').notNull().default(0),
    /** After this it is no longer an indicator; null: never. */
    expiresAt: at('expires_at'),
    source: text().$type<ObservableSource>().notNull(),
    authorUuid: uuid('author_uuid'),
    /** Who entered it; empty for what came out of alerts. */
    author: text().notNull().default(''),
    revision: integer().notNull().default(1),
  },
  (t) => [
    // by the digest, since a value may be longer than an index entry
    uniqueIndex('observables_by_value').on(t.orgUuid, t.type, sql`md5(${t.value})`),
    index('observables_by_time').on(t.orgUuid, t.lastSeen, t.uuid),
    index('observables_by_type').on(t.orgUuid, t.type, t.lastSeen, t.uuid),
    index('observables_of_indicators')
      .on(t.orgUuid, t.type, t.lastSeen, t.uuid)
      .where(sql`is_ioc`),
    index('observables_by_words').using('gin', sql`lower(value) gin_trgm_ops`),
    index('observables_by_prefix').on(t.orgUuid, sql`left(lower(value), 100) text_pattern_ops`),
    index('observables_by_tag').using('gin', t.tags),
  ],
)

/** How often an observable was seen on a day (UTC), by what it was counted from. */
export const observableSightings = pgTable(
  'observable_sightings',
  {
    orgUuid: org(),
    observableUuid: uuid('observable_uuid')
      .notNull()
      .references(() => observables.uuid, { onDelete: 'cascade' }),
    day: date().notNull(),
    kind: text().$type<SightingKind>().notNull(),
    count: number('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.observableUuid, t.day, t.kind] }), index().on(t.orgUuid, t.day)],
)

/**
 * Which alerts have an observable. The alert is no foreign key: to check one, PostgreSQL would lock alerts in an order
 * that other writers do not expect.
 */
export const observableAlerts = pgTable(
  'observable_alerts',
  {
    orgUuid: org(),
    observableUuid: uuid('observable_uuid')
      .notNull()
      .references(() => observables.uuid, { onDelete: 'cascade' }),
    alertUuid: uuid('alert_uuid').notNull(),
    /** The last day of the alert that was counted as a sighting. */
    lastDay: date('last_day').notNull(),
    lastSeen: at('last_seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.observableUuid, t.alertUuid] }),
    index('observable_alerts_by_alert').on(t.alertUuid),
    index('observable_alerts_by_time').on(t.observableUuid, t.lastSeen),
  ],
)

/** Up to which change of alerts an organisation's observables have been read from them. */
export const observablePositions = pgTable('observable_positions', {
  orgUuid: org().primaryKey(),
  epoch: text().notNull(),
  seq: number('seq').notNull(),
})

/** Values that raise alerts on sight, or that raise none. */
export const observableLists = pgTable(
  'observable_lists',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    description: text().notNull().default(''),
    kind: text().$type<ListKind>().notNull(),
    /** The severity of the alerts that it raises. */
    severity: severityColumn().notNull(),
    active: boolean().notNull().default(true),
    expiresAt: at('expires_at'),
    entries: integer().notNull().default(0),
    authorUuid: uuid('author_uuid'),
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('observable_lists_by_name').on(t.orgUuid, sql`lower(${t.name})`)],
)

/** The values of a list in their normal form. */
export const observableListEntries = pgTable(
  'observable_list_entries',
  {
    orgUuid: org(),
    listUuid: uuid('list_uuid')
      .notNull()
      .references(() => observableLists.uuid, { onDelete: 'cascade' }),
    type: text().$type<ObservableType>().notNull(),
    value: text().notNull(),
    /** `watchHash` of type and value: what ingest keeps of it. */
    hash: number('hash').notNull(),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('observable_list_entries_by_value').on(t.listUuid, t.type, sql`md5(${t.value})`),
    index('observable_list_entries_by_hash').on(t.orgUuid, t.hash),
    index('observable_list_entries_by_time').on(t.listUuid, t.addedAt),
  ],
)

/** Incremented when ingest must read the lists again. */
export const observableSettings = pgTable('observable_settings', {
  orgUuid: org().primaryKey(),
  watchRevision: integer('watch_revision').notNull().default(0),
})

/** A service outside of the product that enriches observables. */
export const observableAnalyzers = pgTable(
  'observable_analyzers',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().$type<AnalyzerKind>().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    types: text().array().$type<ObservableType[]>().notNull(),
    /** Values above one of these levels are not sent. */
    maxTlp: text('max_tlp').$type<Tlp>().notNull(),
    maxPap: text('max_pap').$type<Pap>().notNull(),
    perHour: integer('per_hour').notNull(),
    cacheHours: integer('cache_hours').notNull(),
    options: jsonb().$type<AnalyzerOptions>().notNull(),
    /** Sealed for the purpose "analyzers"; null: it needs none. */
    secret: bytea('secret'),
    active: boolean().notNull().default(true),
    /** The hour in which it was used last, and how often. */
    usedHour: at('used_hour'),
    usedCount: integer('used_count').notNull().default(0),
    authorUuid: uuid('author_uuid'),
    author: text().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('observable_analyzers_by_name').on(t.orgUuid, sql`lower(${t.name})`)],
)

/** The latest result of each analyzer for an observable, valid until it expires. */
export const observableResults = pgTable(
  'observable_results',
  {
    orgUuid: org(),
    observableUuid: uuid('observable_uuid')
      .notNull()
      .references(() => observables.uuid, { onDelete: 'cascade' }),
    /** The name of a built-in analyzer, or the uuid of a configured one. */
    analyzer: text().notNull(),
    /** Its name at that time. */
    name: text().notNull(),
    at: at('at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    verdict: text().$type<Verdict>().notNull(),
    summary: text().notNull(),
    facts: jsonb().$type<Fact[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.observableUuid, t.analyzer] }), index().on(t.orgUuid)],
)
