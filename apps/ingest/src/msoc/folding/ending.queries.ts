import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { type News, recordChanges } from './news.ts'
import { clearWholes, closeParts, lockWithParts, releaseParts, type Tx } from './parts.queries.ts'

/** Closes the parts of closed alerts of the fleet, and clears those whose parts are all over (rule FOLDING-6). */
export async function endFolds(tx: Tx, org: Org): Promise<News[]> {
  const { closed, over, cleared } = await endedFolds(tx, org)
  const wholes = [...closed, ...over, ...cleared]
  if (wholes.length === 0) return []
  await lockWithParts(tx, org, wholes)
  const parts = closed.length > 0 ? await closeParts(tx, org, closed) : []
  const released = await releaseParts(tx, org, cleared)
  const clears = await clearWholes(tx, org, over)
  return recordChanges(tx, org, [...parts, ...released, ...clears])
}

/**
 * Alerts of the fleet with open parts that somebody closed; open ones all of whose parts are over; and those that were
 * cleared while parts go on.
 */
async function endedFolds(tx: Tx, org: Org) {
  const rows = await rowsOf<{ uuid: string; closed: boolean; going_on: boolean; cleared: boolean }>(
    tx,
    sql`
    SELECT w.uuid, w.status = 'CLOSED' AS closed, w.cleared_at IS NOT NULL AS cleared,
      bool_or(p.cleared_at IS NULL AND p.status NOT IN ('CLOSED', 'MERGED')) AS going_on
    FROM alerts w JOIN alerts p ON p.folded_into = w.uuid
    WHERE w.org_uuid = ${org.uuid} AND w.vehicle_id IS NULL
      AND (w.status NOT IN ('CLOSED', 'MERGED') AND (w.cleared_at IS NULL OR p.cleared_at IS NULL)
        OR w.status = 'CLOSED' AND p.status NOT IN ('CLOSED', 'MERGED'))
    GROUP BY w.uuid`,
  )
  const uuidsOf = (some: typeof rows) => some.map(({ uuid }) => uuid)
  return {
    closed: uuidsOf(rows.filter(({ closed }) => closed)),
    over: uuidsOf(rows.filter(({ closed, cleared, going_on: goesOn }) => !closed && !cleared && !goesOn)),
    cleared: uuidsOf(rows.filter(({ closed, cleared, going_on: goesOn }) => !closed && cleared && goesOn)),
  }
}
