import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { org, person } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import type { Method } from './method.ts'

/** An organisation's methods, version by version; a version that was used for an assessment never changes. */
export const methodVersions = pgTable(
  'method_versions',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    version: integer().notNull(),
    state: text().$type<'draft' | 'released'>().notNull().default('draft'),
    note: text().notNull().default(''),
    content: jsonb().$type<Method>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    createdByUuid: person('created_by_uuid'),
    releasedAt: at('released_at'),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex().on(t.orgUuid, t.name, t.version)],
)
