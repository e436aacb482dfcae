import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytea } from '../core/columns.table.ts'
import type { OrgId, OrgUuid } from '../core/owned.ts'
import type { Licence, Role } from '../modules.ts'

/** The plans that a customer can buy. An operator maintains this list. */
export const plans = pgTable('plans', {
  uuid: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  description: text().notNull().default(''),
  /** Price per year, in whole units of the installation's currency; 0: a demo, which is not shown among the plans. */
  amount: integer().notNull().default(0),
  /** For how many days a purchase activates the licences. */
  allowedDays: integer('allowed_days').notNull(),
  features: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The licences that the plan includes. */
  modules: text()
    .array()
    .$type<Licence[]>()
    .notNull()
    .default(sql`'{}'`),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** A customer: the owner of everything else. `id` is its short name in the time-series tables. */
export const organisations = pgTable('organisations', {
  uuid: uuid().$type<OrgUuid>().primaryKey().defaultRandom(),
  id: integer().$type<OrgId>().generatedAlwaysAsIdentity().unique().notNull(),
  name: text().notNull(),
  isDemoMode: boolean('is_demo_mode').notNull().default(false),
  licenceActive: boolean('licence_active').notNull().default(true),
  licenceUntil: at('licence_until'),
  modules: text()
    .array()
    .$type<Licence[]>()
    .notNull()
    .default(sql`'{}'`),
  /** What ingest does with events of a vehicle that is not registered. */
  unknownVehicles: text('unknown_vehicles').$type<'register' | 'reject'>().notNull().default('register'),
  /** A vehicle that sends nothing for three times this long is silent; null: no vehicle is expected to report. */
  reportsEverySeconds: integer('reports_every_seconds'),
  /** A shorter period than the installation's, applied as a read filter; null: the installation's. */
  retentionDays: integer('retention_days'),
  /** A session ends this many days after its last use. */
  sessionDays: integer('session_days').notNull().default(30),
  /** The plan that was bought last; null: none. */
  planUuid: uuid('plan_uuid').references(() => plans.uuid, { onDelete: 'set null' }),
  revision: integer().notNull().default(1),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** A person who signs in. Emails are stored in lower case. */
export const users = pgTable(
  'users',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    email: text().notNull().unique(),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** Null: not set yet, or removed. */
    passwordHash: text('password_hash'),
    /** Until when a generated password is valid; null: the person chose the password. */
    temporaryUntil: at('temporary_until'),
    active: boolean().notNull().default(true),
    jobTitle: text('job_title').notNull().default(''),
    jobFunction: text('job_function').notNull().default(''),
    orgFunction: text('org_function').notNull().default(''),
    country: text().notNull().default(''),
    mobileNumber: text('mobile_number').notNull().default(''),
    /** The person's answer to "How did you hear about us?". */
    heardFrom: text('heard_from').notNull().default(''),
    /** When the person agreed to the privacy policy. */
    consentedAt: at('consented_at'),
    timeZone: text('time_zone').notNull().default('UTC'),
    /** The authenticator app's secret, sealed; while `totpEnabledAt` is null, the first code is still expected. */
    totpSecret: bytea('totp_secret'),
    totpEnabledAt: at('totp_enabled_at'),
    /** The time step of the last accepted code: each code is accepted once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    erasedAt: at('erased_at'),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.orgUuid)],
)

/** Codes that replace a code of the authenticator app, each valid once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: bytea('code_hash').primaryKey(),
    userUuid: uuid('user_uuid')
      .notNull()
      .references(() => users.uuid, { onDelete: 'cascade' }),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.userUuid)],
)

/** A sign-in that waits for its second factor. The token itself is never stored, only its SHA-256. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userUuid: uuid('user_uuid')
      .notNull()
      .references(() => users.uuid, { onDelete: 'cascade' }),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    tries: integer().notNull().default(0),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)

/** A person who was invited to join. Accepting the invitation creates a user. */
export const invitations = pgTable(
  'invitations',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [uniqueIndex().on(t.orgUuid, t.email)],
)

/**
 * A link that was mailed, by the SHA-256 of its secret. It is valid once and for a limited time. A new request mails a
 * new link and ends the previous one.
 */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    secretHash: bytea('secret_hash').primaryKey(),
    purpose: text().$type<'verify-organization' | 'sign-in' | 'reset-password' | 'accept-invitation'>().notNull(),
    /** Null: it belongs to no organisation yet (a registration). */
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .references(() => organisations.uuid),
    email: text().notNull(),
    userUuid: uuid('user_uuid').references(() => users.uuid, { onDelete: 'cascade' }),
    invitationUuid: uuid('invitation_uuid').references(() => invitations.uuid, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.email, t.purpose), index().on(t.expiresAt)],
)

/**
 * Mail to send. A row holds the recipient and the facts of the mail. Links and temporary passwords are made when the
 * mail is written, so that no secret is stored here. Without an SMTP server the written mail is kept, sealed, for the
 * operator to read.
 */
export const mails = pgTable(
  'mails',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    /** Null: the recipient belongs to no organisation yet. */
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .references(() => organisations.uuid),
    recipient: text().notNull(),
    template: text().notNull(),
    /** The values that the template needs; no secrets. */
    facts: jsonb().$type<Record<string, string>>().notNull().default({}),
    status: text().$type<'WAITING' | 'SENT' | 'KEPT' | 'FAILED' | 'DROPPED'>().notNull().default('WAITING'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    error: text(),
    /** Subject and text as written, sealed; only when no SMTP server accepted them. */
    written: bytea(),
    createdAt: at('created_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
  },
  (t) => [
    index('mails_waiting')
      .on(t.nextAttemptAt)
      .where(sql`status = 'WAITING'`),
    index().on(t.createdAt),
  ],
)

/** A signed-in browser. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    uuid: uuid().notNull().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    userUuid: uuid('user_uuid')
      .notNull()
      .references(() => users.uuid),
    address: text(),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index().on(t.userUuid), index().on(t.expiresAt)],
)

/** Failed sign-ins, counted by account and by address, so that guessing is slow from everywhere. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** `account:<sha-256 of the email>` or `address:<ip>`. */
    subject: text().primaryKey(),
    failures: integer().notNull(),
    since: at('since').notNull().defaultNow(),
  },
  (t) => [index().on(t.since)],
)

/** Who did which action to what, and the earlier value. Written once, in the transaction of the action. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    at: at('at').notNull().defaultNow(),
    actorUuid: uuid('actor_uuid'),
    actor: text().notNull(),
    address: text(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectUuid: uuid('subject_uuid'),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [index().on(t.orgUuid, t.at)],
)

/** A key with which a machine sends events for an organisation. Only the key's SHA-256 is stored. */
export const ingestKeys = pgTable(
  'ingest_keys',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    name: text().notNull(),
    keyHash: bytea('key_hash').notNull(),
    /** The key's first characters, so that people can distinguish keys. */
    hint: text().notNull(),
    /** Events per second; null: as fast as the installation can. */
    eventsPerSecond: integer('events_per_second'),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    revokedAt: at('revoked_at'),
  },
  (t) => [uniqueIndex().on(t.keyHash), index().on(t.orgUuid)],
)

/**
 * One row per organisation: the sequence number of its changes. The transaction that changes an alert or a case updates
 * this row last and holds its lock until it commits, so that commit order is seq order. (An identity column does not
 * give that order: a viewer would skip the row of the slower transaction.)
 */
export const changeCounters = pgTable('change_counters', {
  orgUuid: uuid('org_uuid')
    .$type<OrgUuid>()
    .primaryKey()
    .references(() => organisations.uuid),
  /** Names this history. A restored database gets another epoch, and a resume under the old one starts over. */
  epoch: uuid().notNull().defaultRandom(),
  seq: bigint({ mode: 'number' }).notNull().default(0),
  /** The number of the latest case. */
  cases: integer().notNull().default(0),
})
