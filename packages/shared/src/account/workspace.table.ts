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

/** Long work that somebody asked for. The queue wakes a worker; what is done, and how far, is here. */
export const jobs = pgTable(
  'jobs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().notNull(),
    title: text().notNull(),
    status: text().$type<JobStatus>().notNull().default('QUEUED'),
    done: integer().notNull().default(0),
    total: integer(),
    outcome: jsonb().$type<Record<string, number>>().notNull().default({}),
    messages: jsonb().$type<string[]>().notNull().default([]),
    error: text(),
    /** What to do, as the kind understands it. */
    input: jsonb().notNull(),
    /** How far it is, as the kind understands it: written with each part done, and where a retry goes on. */
    checkpoint: jsonb(),
    createdByUuid: uuid('created_by_uuid')
      .notNull()
      .references(() => users.uuid),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    /** Of the latest part done: a running job whose worker fell silent is taken up again. */
    beatAt: at('beat_at'),
  },
  (t) => [
    index().on(t.orgUuid, t.createdAt),
    index('jobs_unfinished')
      .on(t.orgUuid)
      .where(sql`status IN ('QUEUED', 'RUNNING')`),
  ],
)

/** A list's address under a name. */
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
