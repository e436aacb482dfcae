import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { Ingest } from '../cluster/cluster.ts'
import { type Finding, none } from './audit.ts'
import { type Ledger, rowsMade } from './ledger.ts'
import type { PositionViewer } from './position-viewer.ts'

const drainForMs = 180_000
/** Longer than a consumer waits for the partitions of a dead one. */
const quietForMs = 8_000
const viewerForMs = 30_000

/**
 * Waits until everything that was produced is stored and nothing changes any more; returns the remaining work according
 * to the ingests' metrics.
 */
export async function drain(databaseUrl: string, ingests: readonly Ingest[], ledger: Ledger): Promise<Finding[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    let [stood, since] = [-1, Date.now()]
    for (const giveUp = Date.now() + drainForMs; Date.now() < giveUp; await sleep(500)) {
      const at = await recordsStored(sql)
      if (at !== stood) [stood, since] = [at, Date.now()]
      if (
        Date.now() - since > quietForMs &&
        (await lagOf(ingests)) === 0 &&
        (await eventsStored(sql)) >= rowsMade(ledger)
      )
        break
    }
    return [{ what: 'records behind (lag)', expected: 0, found: await lagOf(ingests) }]
  } finally {
    await sql.end()
  }
}

async function recordsStored(sql: Sql): Promise<number> {
  return (await sql<{ next: number }[]>`SELECT coalesce(sum(next), 0)::int AS next FROM ingest_positions`)[0]!.next
}

async function eventsStored(sql: Sql): Promise<number> {
  return (
    await sql<
      { events: number }[]
    >`SELECT coalesce(sum(events), 0)::int AS events FROM event_rollups WHERE step = 'minute'`
  )[0]!.events
}

async function lagOf(ingests: readonly Ingest[]): Promise<number> {
  return (await Promise.all(ingests.map((ingest) => figure(ingest, 'carapace_kafka_lag_records')))).reduce(
    (sum, one) => sum + one,
    0,
  )
}

/** The current value of a process's metric, summed over its labels. */
export async function figure({ url }: Ingest, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** Checks that each part of each request is recorded once and none is missing, and that each map is correct. */
export async function clusterAudit(
  databaseUrl: string,
  ledger: Ledger,
  viewers: readonly PositionViewer[],
): Promise<Finding[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const findings = await partsNoted(sql, ledger)
    for (const viewer of viewers) findings.push(...(await mapAgrees(sql, viewer)))
    return findings
  } finally {
    await sql.end()
  }
}

async function partsNoted(sql: Sql, { requests, parts }: Ledger): Promise<Finding[]> {
  const [noted] = await sql<{ batches: number; parts: number; torn: number }[]>`
   
    SELECT count(DISTINCT batch)::int AS batches, coalesce(sum((SELECT sum(upper(r) - lower(r))
    FROM unnest(parts) r)), 0)::int AS parts,
      count(*) FILTER (WHERE parts <> int4multirange(int4range(0, upper(parts))))::int AS torn FROM ingest_parts`
  return [
    { what: 'ingest_parts: requests', expected: requests, found: noted!.batches },
    { what: 'ingest_parts: parts', expected: parts, found: noted!.parts },
    { what: 'ingest_parts: requests with a hole', expected: 0, found: noted!.torn },
  ]
}

interface VehiclePosition {
  vin: string
  ts: number
  lat: number
  open_alerts: number
}

/** Waits until the map shows the content of the tables, or the time is up. */
async function mapAgrees(sql: Sql, { vehicles, faults }: PositionViewer): Promise<Finding[]> {
  const truth = await sql<VehiclePosition[]>`
    SELECT v.vin, round(extract(epoch FROM p.ts) * 1000)::float8 AS ts, p.lat, s.open_alerts
    FROM vehicles v JOIN vehicle_state s ON s.vehicle_id = v.id
    CROSS JOIN LATERAL (SELECT ts, lat FROM positions WHERE vehicle_id = v.id ORDER BY ts DESC LIMIT 1) p`
  const wrong = () =>
    truth.filter(({ vin, ts, lat, open_alerts }) => {
      const shown = vehicles.get(vin)
      return shown?.ts !== ts || Math.abs(shown.lat - lat) > 1e-6 || shown.open_alerts !== open_alerts
    })
  for (const giveUp = Date.now() + viewerForMs; Date.now() < giveUp && wrong().length > 0;) await sleep(200)
  const mismatches = wrong().map((one) => `${JSON.stringify(one)} is shown as ${JSON.stringify(vehicles.get(one.vin))}`)
  return [
    { what: 'vehicles on the map', expected: truth.length, found: vehicles.size },
    none('vehicles that the map shows otherwise', mismatches),
    none('faults in the map’s stream', faults),
  ]
}
