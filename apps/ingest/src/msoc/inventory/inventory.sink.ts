import { sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { type SoftwareDifference, softwareFinding } from '@carapace/shared/msoc/vehicles/software-difference'
import { vehicles, type VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import { add, type Raise } from '../detect/detect.ts'
import type { Item } from '../item.ts'
import { latestSoftware, type LatestSoftware } from './latest-software.ts'

/** How many control units one statement stores. */
const unitsAtOnce = 10_000

/**
 * Stores what the vehicles of a batch report of their software, and returns an alert for each control unit that runs
 * something else than what is declared for it (rules INVENTORY-1 to INVENTORY-4). What is older than the stored report
 * of its control unit changes nothing.
 */
export async function storeInventories({ db }: Pick<Transaction, 'db'>, items: readonly Item[]): Promise<Raise[]> {
  const raises = new Map<string, Raise>()
  const byOrg = Map.groupBy(
    items.filter(({ event }) => event.kind === 'inventory'),
    ({ org }) => org.uuid,
  )
  for (const [, mine] of [...byOrg].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { org } = mine[0]!
    const vehicleOf = new Map(mine.map(({ vehicle }) => [vehicle.id, vehicle]))
    const units = latestSoftware(mine)
    for (let at = 0; at < units.length; at += unitsAtOnce)
      for (const found of await storeUnits(db, org, units.slice(at, at + unitsAtOnce))) {
        const vehicle = vehicleOf.get(found.vehicle_id)!
        add(raises, org, vehicle, softwareFinding(found, vehicle.vin))
      }
  }
  return [...raises.values()]
}

/** Returns those of the stored reports that differ from what is declared. */
async function storeUnits(
  db: Transaction['db'],
  org: Org,
  units: readonly LatestSoftware[],
): Promise<(SoftwareDifference & { vehicle_id: VehicleId })[]> {
  const texts = (of: (unit: LatestSoftware) => string) => sqlArray(units.map(of), 'text')
  const times = (of: (unit: LatestSoftware) => number) =>
    sqlArray(
      units.map((unit) => of(unit) / 1000),
      'float8',
    )
  return rowsOf(
    db,
    sql`
    WITH given AS (
      SELECT * FROM unnest(
        ${sqlArray(
          units.map(({ vehicle }) => vehicle),
          'int4',
        )}, ${texts(({ ecu }) => ecu)}, ${texts(({ software }) => software)}, ${texts(({ version }) => version)},
        ${texts(({ hardwarePart }) => hardwarePart)}, ${texts(({ rxswin }) => rxswin)},
        ${times(({ since }) => since)}, ${times(({ ts }) => ts)}
      ) AS g(vehicle, ecu, software, version, hardware_part, rxswin, since, ts)),
    stored AS (
      INSERT INTO vehicle_software AS s
        (vehicle_uuid, org_uuid, ecu, basis, software, version, hardware_part, rxswin, differs, since, last_seen)
      SELECT vehicles.uuid, vehicles.org_uuid, g.ecu, 'reported', g.software, g.version, g.hardware_part, g.rxswin,
        coalesce(d.software <> g.software OR d.version <> g.version, false), to_timestamp(g.since), to_timestamp(g.ts)
      FROM given g JOIN vehicles ON vehicles.id = g.vehicle
      LEFT JOIN vehicle_software d ON d.vehicle_uuid = vehicles.uuid AND d.ecu = g.ecu AND d.basis = 'declared'
      WHERE ${ownedBy(org, vehicles)}
      ORDER BY vehicles.uuid, g.ecu
      ON CONFLICT (vehicle_uuid, ecu, basis) DO UPDATE SET
        since = CASE WHEN s.software = excluded.software AND s.version = excluded.version THEN s.since
          ELSE excluded.since END,
        software = excluded.software, version = excluded.version, hardware_part = excluded.hardware_part,
        rxswin = excluded.rxswin, differs = excluded.differs, last_seen = excluded.last_seen
      WHERE excluded.last_seen >= s.last_seen
      RETURNING s.vehicle_uuid, s.ecu, s.software, s.version, s.hardware_part, s.last_seen)
    SELECT vehicles.id AS vehicle_id, r.ecu, extract(epoch FROM r.last_seen)::float8 * 1000 AS ts,
      r.software, r.version, r.hardware_part,
      d.software AS declared_software, d.version AS declared_version, d.hardware_part AS declared_hardware_part
    FROM stored r
    JOIN vehicle_software d ON d.vehicle_uuid = r.vehicle_uuid AND d.ecu = r.ecu AND d.basis = 'declared'
    JOIN vehicles ON vehicles.uuid = r.vehicle_uuid
    WHERE ${ownedBy(org, vehicles)} AND (d.software <> r.software OR d.version <> r.version)
    ORDER BY vehicles.id, r.ecu`,
  )
}
