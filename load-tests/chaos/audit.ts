import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { AlertViewer } from './alert-viewer.ts'
import type { Ledger } from './ledger.ts'

/** A comparison of an expected value with the actual one. */
export interface Finding {
  readonly what: string
  readonly expected: number
  readonly found: number
}

/** Evidence is collected two seconds after an alert, which is a change, too. */
const viewerForMs = 30_000

/** Compares the ledger with the tables, and the tables with the changes that each viewer received. */
export async function audit(databaseUrl: string, ledger: Ledger, viewers: readonly AlertViewer[]): Promise<Finding[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const findings = [...(await rowsStored(sql, ledger)), ...(await alertsOpen(sql, ledger))]
    for (const viewer of viewers)
      findings.push(...(await viewerAgrees(sql, viewer)), none('faults in the viewer’s stream', viewer.faults))
    return [...findings, none('requests not answered as they should be', ledger.faults)]
  } finally {
    await sql.end()
  }
}

/** Checks that every row exists once: a vehicle has no two events of one kind with the same `ts`. */
async function rowsStored(sql: Sql, { rows }: Ledger): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [table, expected] of Object.entries(rows)) {
    const [found] = await sql<
      { stored: number; different: number }[]
    >`SELECT count(*)::int AS stored, count(DISTINCT (vehicle_id, ts))::int AS different FROM ${sql(table)}`
    findings.push(
      { what: `${table}: rows`, expected, found: found!.stored },
      { what: `${table}: different rows`, expected, found: found!.different },
    )
  }
  const [counted] = await sql<
    { events: number }[]
  >`SELECT coalesce(sum(events), 0)::int AS events FROM event_rollups WHERE step = 'minute'`
  findings.push({
    what: 'event_rollups: events',
    expected: Object.values(rows).reduce((all, one) => all + one, 0),
    found: counted!.events,
  })
  const [rejects] = await sql<{ rejected: number }[]>`SELECT count(*)::int AS rejected FROM ingest_rejects`
  return [...findings, { what: 'ingest_rejects: rows', expected: 0, found: rejects!.rejected }]
}

/** Checks that there is one open alert for each injected kind and vehicle, which counts each of its events once. */
async function alertsOpen(sql: Sql, { injected }: Ledger): Promise<Finding[]> {
  const alerts = await sql<{ name: string; count: number }[]>`
   
    SELECT v.vin || ' ' || split_part(a.dedup_key, ':', 2) || ' ' || split_part(a.dedup_key, ':', 3) AS name,
      a.count::int AS count
    FROM alerts a JOIN vehicles v ON v.id = a.vehicle_id WHERE a.source = 'ids' AND a.status = 'NEW'`
  const [raised] = await sql<{ raised: number; alerts: number }[]>`SELECT (SELECT count(*)::int
    FROM alert_changes
    WHERE kind = 'raise') AS raised, (SELECT count(*)::int
    FROM alerts) AS alerts`
  const counts = new Map(alerts.map(({ name, count }) => [name, count]))
  const wrong = [...injected]
    .filter(([name, count]) => counts.get(name) !== count)
    .map(([name, count]) => `${name}: ${count} injected, ${counts.get(name) ?? 0} counted`)
  return [
    { what: 'open IDS alerts', expected: injected.size, found: alerts.length },
    {
      what: 'IDS events counted by alerts',
      expected: sum(injected.values()),
      found: sum(alerts.map(({ count }) => count)),
    },
    none('alerts with a wrong count', wrong),
    { what: 'alerts raised, once each', expected: raised!.alerts, found: raised!.raised },
  ]
}

/** Waits until the viewer has received the last change, then compares alert by alert. */
async function viewerAgrees(sql: Sql, viewer: AlertViewer): Promise<Finding[]> {
  const lastSeq = async () => (await sql<{ seq: number }[]>`SELECT seq::int AS seq FROM change_counters`)[0]!.seq
  const due = async () =>
    (await sql<{ due: number }[]>`SELECT count(*)::int AS due FROM alert_evidence WHERE filled_at IS NULL`)[0]!.due
  for (
    const giveUp = Date.now() + viewerForMs;
    Date.now() < giveUp && ((await due()) > 0 || viewer.seq < (await lastSeq()));
  )
    await sleep(200)

  const alerts = await sql<{ uuid: string; count: number }[]>`SELECT uuid, count::int AS count FROM alerts`
  const wrong = alerts
    .filter(({ uuid, count }) => viewer.counts.get(uuid) !== count)
    .map(({ uuid, count }) => `${uuid}: ${count} in the table, ${viewer.counts.get(uuid) ?? 'unknown'} to the viewer`)
  return [
    { what: 'last change the viewer received', expected: await lastSeq(), found: viewer.seq },
    { what: 'alerts the viewer knows', expected: alerts.length, found: viewer.counts.size },
    none('alerts that the viewer has otherwise', wrong),
  ]
}

/** Prints each finding; returns whether all of them match. */
export function reportFindings(findings: readonly Finding[]): boolean {
  for (const { what, expected, found } of findings)
    console.log(`${what}: ${found}${found === expected ? '' : `  DIFFERS, ${expected} expected`}`)
  return findings.every(({ expected, found }) => found === expected)
}

export function none(what: string, list: readonly string[]): Finding {
  return {
    what: list.length === 0 ? what : `${what} (${list.slice(0, 5).join('; ')})`,
    expected: 0,
    found: list.length,
  }
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0)
}
