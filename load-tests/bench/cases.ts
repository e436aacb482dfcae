import postgres from 'postgres'
import { startInstallation } from './support/installation.ts'
import { callsOf, reportTime, slowest } from './support/timed-calls.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * 100,000 cases with three alerts each: response times of the list, the board, one case and the cases similar to it.
 * Exits with 1 if a limit is missed.
 */
const count = 100_000
const alertsOfCase = 3
const listLimitMs = 1_000
const similarLimitMs = 300

const installation = await startInstallation()
const { run } = installation
const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
try {
  const calls = callsOf(run.url, await openViewerSession(run.database_url))
  await storeCases()
  console.log(`${count.toLocaleString('en')} cases, ${(count * alertsOfCase).toLocaleString('en')} alerts in them:`)
  const lists: Readonly<Record<string, string>> = {
    'the first page': '',
    'new ones of high severity': 'stage=NEW&severity=high',
    'of one owner': 'owner=me',
    'without an owner': 'owner=none',
    'where I am a member': 'member=me',
    'of a tag': 'tag=seen-17',
    'whose limits are missed': 'overdue=true',
    'by a number': 'q=CAS-54321',
    'by a word of a few titles': 'q=4321',
    'by a word of all titles': 'q=unexpected',
    'by a word of none': 'q=nothing+like+it',
  }
  for (const [name, query] of Object.entries(lists))
    reportTime(`list, ${name}`, await slowest(() => calls.get(`msoc/v1/cases?${query}`)), listLimitMs)
  reportTime('board', await slowest(() => calls.get('msoc/v1/cases/board')), listLimitMs)
  const some = await sql<{ uuid: string }[]>`SELECT uuid FROM cases WHERE number % 4999 = 1 ORDER BY number`
  const uuidOf = (round: number) => some[round % some.length]!.uuid
  reportTime('one case', await slowest((round) => calls.get(`msoc/v1/cases/get?uuid=${uuidOf(round)}`)), listLimitMs)
  let found = 0
  const similarMs = await slowest(async (round) => {
    const { cases } = await calls.get(`msoc/v1/cases/similar?uuid=${uuidOf(round)}`)
    found += cases.length
  })
  reportTime('similar cases', similarMs, similarLimitMs, `${found} found in all`)
} finally {
  await sql.end()
  await installation.stop()
}

/**
 * Of each alert, the vehicle and the type of the event are shared with other cases, and the address with few; what
 * every alert has, all of them share.
 */
async function storeCases(): Promise<void> {
  const [organisation] = await sql<{ uuid: string }[]>`SELECT uuid FROM organisations LIMIT 1`
  const org = organisation!.uuid
  const [user] = await sql<{ uuid: string }[]>`SELECT uuid FROM users WHERE org_uuid = ${org} LIMIT 1`
  await sql`
    INSERT INTO cases (org_uuid, number, title, stage, severity, owner_uuid, tags, created_at, acknowledge_due_at)
    SELECT ${org}, n, 'Unexpected diagnostic session ' || n,
      CASE n % 10 WHEN 0 THEN 'NEW' WHEN 1 THEN 'IN_PROGRESS' ELSE 'CLOSED' END, n % 5,
      CASE WHEN n % 3 = 0 THEN ${user!.uuid}::uuid END, ARRAY['seen-' || n % 100],
      now() - n * interval '1 minute', CASE WHEN n % 10 = 0 THEN now() - interval '1 hour' END
    FROM generate_series(1, ${count}::int) AS n`
  await sql`
    INSERT INTO case_members (org_uuid, case_uuid, user_uuid)
    SELECT ${org}, uuid, ${user!.uuid} FROM cases WHERE number % 50 = 0`
  await sql`
    INSERT INTO alerts (org_uuid, number, title, severity, source, rule, dedup_key, count, first_seen, last_seen,
      status, case_uuid, observables)
    SELECT ${org}, number * ${alertsOfCase} + i, 'Unexpected diagnostic session', severity, 'ids', 'ids-0x8001',
      'benchmark-' || number || '-' || i, 1, created_at, created_at, 'CLOSED', uuid,
      jsonb_build_array(
        jsonb_build_object('kind', 'vin', 'value', 'NHVEX24A0SA' || lpad((number % 20000)::text, 6, '0')),
        jsonb_build_object('kind', 'address', 'value', '10.0.' || number % 5000 || '.' || i),
        jsonb_build_object('kind', 'ids_event', 'value', '0x' || (8000 + number % 30)),
        jsonb_build_object('kind', 'bus', 'value', 'can0'))
    FROM cases, generate_series(1, ${alertsOfCase}::int) AS i`
  await sql`ANALYZE cases, alerts, case_members`
}
