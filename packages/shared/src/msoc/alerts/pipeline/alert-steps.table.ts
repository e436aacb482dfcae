import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../../account/account.table.ts'
import { at } from '../../../core/columns.table.ts'
import type { OrgUuid } from '../../../core/owned.ts'
import type { AlertMatchers } from './alert-matchers.ts'
import type { Assignment } from './assignment.ts'
import type { Escalation } from './escalation.ts'
import type { StepKind } from './alert-steps.ts'

/** The steps of an organisation's alert pipeline: over or not. */
export const alertSteps = pgTable(
  'alert_steps',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    kind: text().$type<StepKind>().notNull(),
    /** Steps are evaluated by this number, the lowest first; equal ones in the order in which they were created. */
    position: integer().notNull(),
    matchers: jsonb().$type<AlertMatchers>().notNull(),
    /** Of an inhibition: the alerts that inhibit, as long as they are open. */
    inhibitors: jsonb().$type<AlertMatchers>(),
    /** Of an assignment: to whom. */
    assignment: jsonb().$type<Assignment>(),
    /** Of an escalation: when, and to whom it hands over. */
    escalation: jsonb().$type<Escalation>(),
    startsAt: at('starts_at').notNull(),
    /** Null: without an end. */
    endsAt: at('ends_at'),
    reason: text().notNull(),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    /** False once somebody has ended it before its time. */
    active: boolean().notNull().default(true),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('alert_steps_active')
      .on(t.orgUuid, t.endsAt)
      .where(sql`active`),
    index('alert_steps_by_time').on(t.orgUuid, t.createdAt),
  ],
)
