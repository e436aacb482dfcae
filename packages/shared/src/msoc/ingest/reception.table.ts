import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from '../../core/columns.table.ts'

/** What the processes of ingest know together about their own reception: one row (rules OWN-GAP-1 to OWN-GAP-4). */
export const reception = pgTable('reception', {
  id: integer().primaryKey(),
  /** When a process last looked for silent vehicles, and could. */
  roundAt: at('round_at').notNull(),
  /** When a process last could not receive, since when, and why. */
  troubleAt: at('trouble_at'),
  troubleSince: at('trouble_since'),
  trouble: text(),
  /** No time before this counts as a vehicle's silence. */
  receivingSince: at('receiving_since'),
})
