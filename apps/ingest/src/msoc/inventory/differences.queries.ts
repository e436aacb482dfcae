import { sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { OrgId, OrgUuid } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { softwareDifferenceRule } from '@carapace/shared/msoc/vehicles/software-difference'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { announceNews, type News, recordChanges } from '../folding/news.ts'
import type { Tx } from '../folding/parts.queries.ts'
import { detection } from '../storing/alerts.sink.ts'

export const differencesEveryMs = 5_000
const clearedAtOnce = 1_000

/**
 * Clears the alerts of control units that run what is declared for them, or for which nothing is declared any more
 * (rule INVENTORY-5).
 */
export async function clearDifferences({ db, publisher }: { db: Database; publisher: Publisher }): Promise<void> {
  const news = await db.transaction(async (tx) => {
    if (!(await isMine(tx))) return []
    const cleared = await endedDifferences(tx)
    const byOrg = Map.groupBy(cleared, ({ org_uuid: org }) => org)
    const all: News[] = []
    for (const [uuid, mine] of [...byOrg].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const changes = mine.map(({ uuid: alertUuid, vehicle_id: vehicle }) => ({
        vehicle,
        change: { alertUuid, kind: 'clear' as const, actor: detection, detail: {} },
      }))
      all.push(...(await recordChanges(tx, { uuid, id: mine[0]!.org_id }, changes)))
    }
    return all
  })
  announceNews(publisher, news)
}

/** Across organisations: one job serves all of them. Whether this process runs this round; the lock ends with it. */
async function isMine(tx: Tx): Promise<boolean> {
  const [row] = await rowsOf<{ mine: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtext('carapace software differences')) AS mine`,
  )
  return row!.mine
}

interface Cleared {
  uuid: string
  org_uuid: OrgUuid
  org_id: OrgId
  vehicle_id: VehicleId
}

/** Across organisations: one job serves all of them. Clears alerts and returns them. */
async function endedDifferences(tx: Tx): Promise<Cleared[]> {
  return rowsOf<Cleared>(
    tx,
    sql`
    UPDATE alerts a SET cleared_at = now()
    FROM vehicles v
    WHERE a.uuid IN (
      SELECT b.uuid FROM alerts b JOIN vehicles w ON w.id = b.vehicle_id
      WHERE b.rule = ${softwareDifferenceRule} AND b.status NOT IN ('CLOSED', 'MERGED') AND b.cleared_at IS NULL
        AND NOT EXISTS (
          SELECT FROM vehicle_software r
          JOIN vehicle_software d ON d.vehicle_uuid = r.vehicle_uuid AND d.ecu = r.ecu AND d.basis = 'declared'
          WHERE r.vehicle_uuid = w.uuid AND r.ecu = b.ecu AND r.basis = 'reported'
            AND (d.software <> r.software OR d.version <> r.version))
      ORDER BY b.dedup_key LIMIT ${clearedAtOnce} FOR UPDATE OF b)
      AND v.id = a.vehicle_id
    RETURNING a.uuid, a.org_uuid, v.org_id, a.vehicle_id`,
  )
}
