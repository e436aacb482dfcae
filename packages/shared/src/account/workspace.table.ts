import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from '../core/columns.table.ts'
import type { OrgUuid } from '../core/owned.ts'
import { organisations, users } from './account.table.ts'
import type { JobStatus } from './jobs.ts'
import type { SavedView } from './views.contract.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** Long work that a user started. The queue wakes a worker; this table holds the work and its progress. */
export const jobs = pgTable(
  'jobs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().notNull(),
    title: text().notNull(),
    /** The program that the job works on: who does not see it does not see the job. Null: a job of the organisation. */
    programUuid: uuid('program_uuid'),
    status: text().$type<JobStatus>().notNull().default('QUEUED'),
    done: integer().notNull().default(0),
    total: integer(),
    outcome: jsonb().$type<Record<string, number>>().notNull().default({}),
    messages: jsonb().$type<string[]>().notNull().default([]),
    error: text(),
    /** The input, in the form of the job's kind. */
    input: jsonb().notNull(),
    /** The progress, in the form of the job's kind: written after each step, and the point where a retry continues. */
    checkpoint: jsonb(),
    createdByUuid: uuid('created_by_uuid')
      .notNull()
      .references(() => users.uuid),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    /** When the latest step ended: a running job whose worker sends no heartbeat is started again. */
    beatAt: at('beat_at'),
  },
  (t) => [
    index().on(t.orgUuid, t.createdAt),
    index('jobs_unfinished')
      .on(t.orgUuid)
      .where(sql`status IN ('QUEUED', 'RUNNING')`),
  ],
)

/** A name for a list's address. */
export const savedViews = pgTable(
  'saved_views',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    ownerUuid: uuid('owner_uuid')
      .notNull()
      .references(() => users.uuid),
    page: text().$type<SavedView['page']>().notNull(),
    name: text().notNull(),
    search: jsonb().$type<Record<string, string>>().notNull(),
    shared: boolean().notNull().default(false),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.orgUuid, t.page)],
)
