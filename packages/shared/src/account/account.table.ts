import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytea } from '../core/columns.table.ts'
import type { OrgId, OrgUuid } from '../core/owned.ts'
import type { Licence, Role } from '../modules.ts'

/** A customer: the owner of everything else. `id` is its short name in the time-series tables. */
export const organisations = pgTable('organisations', {
  uuid: uuid().$type<OrgUuid>().primaryKey().defaultRandom(),
  id: integer().$type<OrgId>().generatedAlwaysAsIdentity().unique().notNull(),
  name: text().notNull(),
  isDemoMode: boolean('is_demo_mode').notNull().default(false),
  licenceActive: boolean('licence_active').notNull().default(true),
  licenceUntil: at('licence_until'),
  modules: text().array().$type<Licence[]>().notNull().default(sql`'{}'`),
  /** What ingest does with events of a vehicle nobody registered. */
  unknownVehicles: text('unknown_vehicles').$type<'register' | 'reject'>().notNull().default('register'),
  /** A vehicle that says nothing for three times this long is silent; null: nobody is expected to report. */
  reportsEverySeconds: integer('reports_every_seconds'),
  /** A shorter period than the installation's, as a read filter; null: the installation's. */
  retentionDays: integer('retention_days'),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** A person who signs in. Emails are kept in lower case. */
export const users = pgTable('users', {
  uuid: uuid().primaryKey().defaultRandom(),
  orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull().references(() => organisations.uuid),
  email: text().notNull().unique(),
  name: text().notNull(),
  role: text().$type<Role>().notNull(),
  passwordHash: text('password_hash').notNull(),
  active: boolean().notNull().default(true),
  createdAt: at('created_at').notNull().defaultNow(),
}, (t) => [index().on(t.orgUuid)])

/** A signed-in browser. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  uuid: uuid().notNull().defaultRandom(),
  orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull().references(() => organisations.uuid),
  userUuid: uuid('user_uuid').notNull().references(() => users.uuid),
  address: text(),
  userAgent: text('user_agent'),
  createdAt: at('created_at').notNull().defaultNow(),
  lastSeenAt: at('last_seen_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
}, (t) => [index().on(t.userUuid), index().on(t.expiresAt)])

/** Failed sign-ins, counted by account and by address, so that guessing is slow wherever it comes from. */
export const signInFailures = pgTable('sign_in_failures', {
  /** `account:<sha-256 of the email>` or `address:<ip>`. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  since: at('since').notNull().defaultNow(),
}, (t) => [index().on(t.since)])

/** Who did what to what, and what it was before. Written once, in the transaction of the deed. */
export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull().references(() => organisations.uuid),
  at: at('at').notNull().defaultNow(),
  actorUuid: uuid('actor_uuid'),
  actor: text().notNull(),
  address: text(),
  action: text().notNull(),
  subject: text().notNull(),
  subjectUuid: uuid('subject_uuid'),
  before: jsonb(),
  after: jsonb(),
}, (t) => [index().on(t.orgUuid, t.at)])

/** What lets a machine send events for an organisation. Only the key's SHA-256 is kept. */
export const ingestKeys = pgTable('ingest_keys', {
  uuid: uuid().primaryKey().defaultRandom(),
  orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull().references(() => organisations.uuid),
  name: text().notNull(),
  keyHash: bytea('key_hash').notNull(),
  /** The key's first characters, for people to tell keys apart. */
  hint: text().notNull(),
  /** Events a second; null: as fast as the installation can. */
  eventsPerSecond: integer('events_per_second'),
  createdBy: text('created_by').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  revokedAt: at('revoked_at'),
}, (t) => [uniqueIndex().on(t.keyHash), index().on(t.orgUuid)])

/**
 * One row an organisation: the number that its changes are counted with. The transaction that changes an alert or a case
 * updates this row last and holds its lock until it commits, so that commit order is seq order (an identity column is not:
 * a viewer would skip the slower transaction's row).
 */
export const changeCounters = pgTable('change_counters', {
  orgUuid: uuid('org_uuid').$type<OrgUuid>().primaryKey().references(() => organisations.uuid),
  /** Names this history: a restored database gets another, and resumes under the old one start over. */
  epoch: uuid().notNull().defaultRandom(),
  seq: bigint({ mode: 'number' }).notNull().default(0),
})
