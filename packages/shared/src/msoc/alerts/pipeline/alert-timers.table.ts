import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../../account/account.table.ts'
import { at } from '../../../core/columns.table.ts'
import type { OrgUuid } from '../../../core/owned.ts'
import { alertSteps } from './alert-steps.table.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/**
 * The timers of escalations: one for each alert and step, which runs out once. The alert is no foreign key: to check
 * one, PostgreSQL would lock alerts in an order that other writers do not expect.
 */
export const alertTimers = pgTable(
  'alert_timers',
  {
    orgUuid: org(),
    alertUuid: uuid('alert_uuid').notNull(),
    stepUuid: uuid('step_uuid')
      .notNull()
      .references(() => alertSteps.uuid, { onDelete: 'cascade' }),
    dueAt: at('due_at').notNull(),
    /** Null while it runs. */
    firedAt: at('fired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.alertUuid, t.stepUuid] }),
    index('alert_timers_due')
      .on(t.dueAt)
      .where(sql`fired_at IS NULL`),
    index('alert_timers_by_step').on(t.stepUuid),
  ],
)

/** Up to which change of alerts an organisation's assignments and escalations have been applied. */
export const alertStepPositions = pgTable('alert_step_positions', {
  orgUuid: org().primaryKey(),
  epoch: text().notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
  /** The member whose turn was last, by the uuid of the step. */
  turns: jsonb().$type<Record<string, string>>().notNull().default({}),
})
