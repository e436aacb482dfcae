import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { createScratchDatabase } from '../cluster/scratch-database.ts'
import { cases, warmUps } from './ingest/cases.ts'
import { serverBehind } from './support/cpu.ts'
import { startInstallation } from './support/installation.ts'
import { measureCase, send } from './ingest/measure.ts'
import { measureWithRules } from './ingest/with-rules.ts'

/**
 * Rows a second from HTTP request to committed row, with detection on, compared with psql's \copy of the same rows into
 * the same tables in one transaction, run alone. The ratios matter: both run on this machine, minutes apart. Uses the
 * embedded PostgreSQL, or the server in TIMESCALE_URL. With --rules: the same rates with 500 detection rules enabled,
 * compared with those without.
 */
const { values } = parseArgs({ options: { rules: { type: 'boolean', default: false } } })
const { TIMESCALE_URL: serverUrl } = process.env
const scratch = serverUrl ? await createScratchDatabase(serverUrl) : undefined
if (scratch) process.env.DATABASE_URL = scratch.url
const installation = await startInstallation()
const { run } = installation
const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
try {
  console.log(`${serverUrl ? 'the server of TIMESCALE_URL' : 'embedded PostgreSQL'}, api and ingest in one process:`)
  const subject = {
    databaseUrl: run.database_url,
    sql,
    urls: [run.ingest_url],
    key: run.ingest_key,
    processes: { ingest: { pid: installation.process.pid! }, ...(await serverBehind(sql)) },
  }
  for (const warmUp of warmUps) await send(subject, warmUp)
  if (values.rules) {
    if (!(await measureWithRules(subject))) process.exitCode = 1
  } else {
    for (const one of cases) if (!(await measureCase(one, subject, one.limits.direct))) process.exitCode = 1
  }
} finally {
  await sql.end()
  await installation.stop()
  await scratch?.drop()
}
