import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'

/**
 * What an import must still write, some hundred entries per row. It was checked on upload, and its job processes it row
 * by row (rule EXCHANGE-6).
 */
export const importPieces = pgTable(
  'import_pieces',
  {
    importUuid: uuid('import_uuid').notNull(),
    piece: integer().notNull(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    /** JSON; stored as text, since it is only read as a whole. */
    content: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.importUuid, t.piece] }), index().on(t.orgUuid, t.createdAt)],
)
