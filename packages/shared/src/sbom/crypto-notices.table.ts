import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { org } from '../account/columns.table.ts'
import { at } from '../core/columns.table.ts'

/** Which certificates and keys people were notified of, and at which threshold: nobody is notified of one twice. */
export const cryptoNotices = pgTable(
  'crypto_notices',
  {
    orgUuid: org(),
    /** A digest of the asset and its last moment: the same in every release. */
    asset: text().notNull(),
    /** So many days before its end, or fewer; 0: it has ended. */
    days: integer().notNull(),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.asset, t.days] })],
)
