import { asc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Way } from '@carapace/shared/graph/programs/list-orders'

/** Sorts names regardless of case. */
export function byName(column: PgColumn): SQL {
  return sql`lower(${column})`
}

/** Sorts words by their position in a list: CREATED before APPROVED. */
export function byPlace(column: PgColumn | SQL, words: readonly string[]): SQL {
  return sql`array_position(${`{${words.join(',')}}`}::text[], ${column})`
}

/**
 * Sorts in a direction, rows without a value last in both directions. Equal rows are sorted by uuid, so that no row is
 * repeated or missing between pages (rules PROGRAM-10, PROJECT-13).
 */
export function inOrder(by: SQL, order: Way, uuid: PgColumn): SQL[] {
  return [sql`${by} ${sql.raw(order === 'asc' ? 'ASC' : 'DESC')} NULLS LAST`, asc(uuid)]
}
