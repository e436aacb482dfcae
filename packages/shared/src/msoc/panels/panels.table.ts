import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { PanelQuery } from './panel-query.ts'
import type { PanelChart } from './panels.contract.ts'

/** Panels that members built: a query and a chart. */
export const panels = pgTable(
  'panels',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    ownerUuid: uuid('owner_uuid')
      .notNull()
      .references(() => users.uuid),
    name: text().notNull(),
    query: jsonb().$type<PanelQuery>().notNull(),
    chart: text().$type<PanelChart>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    position: doublePrecision().notNull(),
    shared: boolean().notNull().default(false),
    onWall: boolean('on_wall').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.orgUuid, t.position)],
)
