import { type SQL, sql } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Org } from '@carapace/shared/core/owned'
import { recordAlertChanges } from '@carapace/shared/msoc/alerts/changes.queries'

const detection = { uuid: null, name: 'Detection' }
/** The percentage of changes that raise an alert; the others increase a count by one, like repeated events. */
const raisesPercent = 5

/** Fills the queue with `count` open alerts, spread over a day and over the vehicles, which must exist. */
export async function insertAlerts(db: PostgresJsDatabase, org: Org, count: number): Promise<void> {
  await db.execute(insertion(org, 1, count, sql`now() - n * interval '0.8 s'`))
  await db.execute(sql`UPDATE change_counters SET seq = greatest(seq, ${count}::int) WHERE org_uuid = ${org.uuid}`)
  await db.execute(sql`ANALYZE alerts`)
}

/**
 * Changes alerts of a queue that was filled with `held` of them. Each call is one transaction with the given number of
 * changes; it returns the last seq.
 */
export function alertFlow(
  db: PostgresJsDatabase,
  org: Org,
  held: number,
): (changes: number) => Promise<number | undefined> {
  let at = 0
  let raised = 0

  return (changes) =>
    db.transaction(async (tx) => {
      const raises = Math.round((changes * raisesPercent) / 100)
      const fresh = await tx.execute<{ uuid: string }>(insertion(org, held + raised + 1, raises, sql`now()`))
      raised += raises
      const counted = await tx.execute<{ uuid: string }>(sql`
      UPDATE alerts SET count = count + 1, last_seen = now()
     
        WHERE org_uuid = ${org.uuid}
        AND status = 'NEW'
        AND dedup_key IN (SELECT 'bench-' || 1 + (${at}::int + n) % ${held}::int
        FROM generate_series(0, ${changes - raises - 1}::int) n)
      RETURNING uuid`)
      at = (at + changes) % held
      return recordAlertChanges(tx, org, [
        ...counted.map(({ uuid }) => ({
          alertUuid: uuid,
          kind: 'count' as const,
          actor: detection,
          detail: { added: 1 },
        })),
        ...fresh.map(({ uuid }) => ({
          alertUuid: uuid,
          kind: 'raise' as const,
          actor: detection,
          detail: { count: 1 },
        })),
      ])
    })
}

/** Alerts from number `first` on, spread over all vehicles; every second one has medium severity. */
function insertion(org: Org, first: number, count: number, at: SQL): SQL {
  return sql`
    WITH fleet AS (SELECT min(id) AS first, greatest(1, count(*)::int) AS vehicles
    FROM vehicles
    WHERE org_uuid = ${org.uuid})
    INSERT INTO alerts (org_uuid, number, seq, title, severity, source, rule, vehicle_id, ecu, dedup_key, count,
      first_seen, last_seen, raised_at, risk)
   
    SELECT ${org.uuid}::uuid, n, n, 'Unexpected CAN id 0x' || to_hex(n % 2048),
      CASE WHEN n % 2 = 0 THEN 2 WHEN n % 50 = 1 THEN 4 WHEN n % 10 = 3 THEN 3 ELSE 1 END,
      'detector', 'can-id', fleet.first + n % fleet.vehicles, 'GTW', 'bench-' || n, 1 + n % 40,
      ${at}, ${at}, ${at}, 20 + n % 60
    FROM generate_series(${first}::int, ${first + count - 1}::int) n, fleet
    RETURNING uuid`
}
