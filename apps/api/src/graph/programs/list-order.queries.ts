import { asc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Way } from '@carapace/shared/graph/programs/list-orders'

/** Names as people sort them, whatever their case. */
export function byName(column: PgColumn): SQL {
  return sql`lower(${column})`
}

/** Words by their place in their own order: CREATED before APPROVED. */
export function byPlace(column: PgColumn | SQL, words: readonly string[]): SQL {
  return sql`array_position(${`{${words.join(',')}}`}::text[], ${column})`
}

/**
 * One way round, what has no value last whichever way; those alike by their uuids, so that no page repeats or leaves
 * out another's (rules PROGRAM-10, PROJECT-13).
 */
export function inOrder(by: SQL, order: Way, uuid: PgColumn): SQL[] {
  return [sql`${by} ${sql.raw(order === 'asc' ? 'ASC' : 'DESC')} NULLS LAST`, asc(uuid)]
}
