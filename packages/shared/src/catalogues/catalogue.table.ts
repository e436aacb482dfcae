import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../account/account.table.ts'
import { at } from '../core/columns.table.ts'
import type { OrgUuid } from '../core/owned.ts'
import type { Catalogue } from './catalogue.contract.ts'

/** An organisation's own entries, and the shipped entries that it changed: under the shipped uuid. */
export const catalogueEntries = pgTable(
  'catalogue_entries',
  {
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    uuid: uuid().notNull().defaultRandom(),
    catalogue: text().$type<Catalogue>().notNull(),
    code: text().notNull(),
    title: text().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    source: text().notNull().default(''),
    sourceId: text('source_id').notNull().default(''),
    isRetired: boolean('is_retired').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedByUuid: uuid('updated_by_uuid').references(() => users.uuid),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.uuid] }), index().on(t.orgUuid, t.catalogue, t.code)],
)
