import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { ObservableType } from '@carapace/shared/msoc/observables/observables'
import { watchHash } from '@carapace/shared/msoc/observables/watch/watch-hash'
import { type Case, cases, warmUps } from './ingest/cases.ts'
import { effectMs } from './ingest/rule-load.ts'
import { cpuWords, inTurn, type Outcome, send } from './ingest/measure.ts'
import { startInstallation } from './support/installation.ts'
import { callsOf, reportTime, slowest } from './support/timed-calls.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * A million observables, and a watchlist of a million values: response times of searches, and how much more CPU time
 * ingest needs for the same events with the watchlist in effect. Exits with 1 if a limit is missed.
 */
const count = 1_000_000
const searchLimitMs = 200
const cpuLimit = 1.03
const entriesAtOnce = 50_000

const installation = await startInstallation()
const { run } = installation
const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
try {
  const calls = callsOf(run.url, await openViewerSession(run.database_url))
  const [organisation] = await sql<{ uuid: string }[]>`SELECT uuid FROM organisations LIMIT 1`
  const org = organisation!.uuid
  console.log(`${count.toLocaleString('en')} observables:`)
  await storeObservables(org)
  const searches: Readonly<Record<string, string>> = {
    'the first page': '',
    'of one type': 'type=address',
    'indicators of one type': 'type=hash&ioc=true',
    'one value': 'q=host-777777.example',
    'a part of a few values': 'q=host-7777',
    'a part of a tenth of them': 'q=.example',
    'a part of very many': 'q=10.',
    'a beginning of two letters': 'q=ho',
    'what none has': 'q=no-such-value',
    'a tag that few have': 'tag=rare',
    'a tag that half of them have': 'tag=common',
  }
  for (const [name, query] of Object.entries(searches))
    reportTime(name, await slowest(() => calls.get(`msoc/v1/observables?${query}`)), searchLimitMs)

  console.log(`A watchlist of ${count.toLocaleString('en')} values:`)
  const list = await storeWatchlist(org)
  const subject = {
    databaseUrl: run.database_url,
    sql,
    urls: [run.ingest_url],
    key: run.ingest_key,
    processes: { ingest: { pid: installation.process.pid! } },
  }
  for (const warmUp of warmUps) await send(subject, warmUp)
  const firsts = [...Map.groupBy(cases, ({ stream }) => stream).values()].map(([first]) => first!)
  for (const one of firsts) {
    const measured = async (isActive: boolean) => {
      await setActive(org, list, isActive)
      return send(subject, one)
    }
    reportCpu(one, await inTurn({ without: () => measured(false), watched: () => measured(true) }))
  }
} finally {
  await sql.end()
  await installation.stop()
}

function reportCpu({ title }: Case, { without, watched }: Readonly<Record<'without' | 'watched', Outcome>>): void {
  const ratio = watched.cpu['ingest']! / without.cpu['ingest']!
  const isMissed = ratio > cpuLimit
  if (isMissed) process.exitCode = 1
  console.log(
    `  ${title}: CPU ratio ${ratio.toFixed(3)} (limit ${cpuLimit})${isMissed ? '  MISSED' : ''}\n` +
      `    with: ${cpuWords(watched.cpu)}\n    without: ${cpuWords(without.cpu)}`,
  )
}

/** A tenth of each kind, seen over the last year; what analysts search for is spread over all times. */
async function storeObservables(org: string): Promise<void> {
  await sql`
    INSERT INTO observables (org_uuid, type, value, tags, is_ioc, first_seen, last_seen, sightings, source)
    SELECT ${org}, type, value,
      CASE WHEN n % 5000 = 0 THEN '{rare}' WHEN n % 2 = 0 THEN '{common}' ELSE '{}' END::text[],
      n % 20 = 0, now() - interval '400 days', now() - (n::bigint * 7919 % ${count}) * interval '31 seconds',
      n % 100, 'alert'
    FROM generate_series(1, ${count}::int) AS n, LATERAL (SELECT
      coalesce(('{hash,vin,url}'::text[])[n % 10], CASE n % 10 WHEN 0 THEN 'domain' ELSE 'address' END) AS type,
      CASE n % 10
        WHEN 0 THEN 'host-' || n || '.example'
        WHEN 1 THEN md5(n::text)
        WHEN 2 THEN 'NHVEX24A0SA' || lpad(n::text, 6, '0')
        WHEN 3 THEN 'https://files.example/' || n
        ELSE '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256
      END AS value) AS made`
  await sql`ANALYZE observables`
}

/** Values of all types that the sent events have, none of which is in them. Returns the list's uuid. */
async function storeWatchlist(org: string): Promise<string> {
  const [list] = await sql<{ uuid: string }[]>`
    INSERT INTO observable_lists (org_uuid, name, kind, severity, active, entries, author)
    VALUES (${org}, 'benchmark', 'watch', 2, false, ${count}, 'benchmark') RETURNING uuid`
  for (let from = 0; from < count; from += entriesAtOnce)
    await storeEntries(
      sql,
      org,
      list!.uuid,
      Array.from({ length: entriesAtOnce }, (_, i) => watched(from + i)),
    )
  await sql`ANALYZE observable_list_entries`
  return list!.uuid
}

function watched(n: number): { type: ObservableType; value: string } {
  const digits = String(n).padStart(7, '0')
  if (n % 4 === 0) return { type: 'vin', value: `WATCHED000${digits}` }
  if (n % 4 === 1) return { type: 'arbitration_id', value: `0x1${digits}` }
  if (n % 4 === 2) return { type: 'software_version', value: `${n}.0` }
  return { type: 'address', value: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

async function storeEntries(
  to: Sql,
  org: string,
  list: string,
  entries: readonly { type: ObservableType; value: string }[],
): Promise<void> {
  await to`
    INSERT INTO observable_list_entries (org_uuid, list_uuid, type, value, hash)
    SELECT ${org}, ${list}, * FROM unnest(${entries.map(({ type }) => type)}::text[],
      ${entries.map(({ value }) => value)}::text[],
      ${entries.map(({ type, value }) => watchHash(type, value))}::bigint[])`
}

async function setActive(org: string, list: string, isActive: boolean): Promise<void> {
  await sql`UPDATE observable_lists SET active = ${isActive} WHERE uuid = ${list}`
  await sql`INSERT INTO observable_settings (org_uuid, watch_revision) VALUES (${org}, 1)
    ON CONFLICT (org_uuid) DO UPDATE SET watch_revision = observable_settings.watch_revision + 1`
  await sleep(effectMs)
  // the lists are read beside the next batches
  await send(
    { databaseUrl: run.database_url, sql, urls: [run.ingest_url], key: run.ingest_key, processes: {} },
    warmUps[0]!,
  )
  await sleep(effectMs)
}
