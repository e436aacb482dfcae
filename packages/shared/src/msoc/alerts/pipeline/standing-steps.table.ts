import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../../account/account.table.ts'
import { at } from '../../../core/columns.table.ts'
import type { OrgUuid } from '../../../core/owned.ts'
import type { AlertMatchers } from './alert-matchers.ts'
import type { BuiltInStep, StandingKind, StandingSettings } from './standing-steps.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** Steps of the pipeline without an end, and what an organisation changed about those that it was shipped with. */
export const standingSteps = pgTable(
  'standing_steps',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().$type<StandingKind>().notNull(),
    /** Which of the shipped steps it replaces; null: one of the organisation's own. */
    builtIn: text('built_in').$type<BuiltInStep>(),
    name: text().notNull(),
    position: integer().notNull(),
    active: boolean().notNull(),
    /** Null: all alerts. */
    matchers: jsonb().$type<AlertMatchers>(),
    settings: jsonb().$type<StandingSettings>().notNull(),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('standing_steps_shipped')
      .on(t.orgUuid, t.builtIn)
      .where(sql`built_in IS NOT NULL`),
    uniqueIndex('standing_steps_by_org').on(t.orgUuid, t.uuid),
  ],
)

/** Proposed silences that somebody declined: only what is closed after that counts for them again. */
export const declinedProposals = pgTable(
  'declined_proposals',
  {
    orgUuid: org(),
    /** What the silence would have matched, as `proposalKey` writes it. */
    key: text().notNull(),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    declinedAt: at('declined_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.key] })],
)
