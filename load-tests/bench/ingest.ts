import postgres from 'postgres'
import { createScratchDatabase } from '../cluster/scratch-database.ts'
import { cases, warmUps } from './ingest/cases.ts'
import { serverBehind } from './support/cpu.ts'
import { startInstallation } from './support/installation.ts'
import { measureCase, send } from './ingest/measure.ts'

/**
 * Rows a second from HTTP request to committed row, with detection on, beside psql's \copy of the same rows into the
 * same tables in one transaction, run alone. Ratios are what counts: both ran on this machine, minutes apart. Over the
 * embedded PostgreSQL, or over the server that TIMESCALE_URL names.
 */
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
  for (const one of cases) if (!(await measureCase(one, subject, one.limits.direct))) process.exitCode = 1
} finally {
  await sql.end()
  await installation.stop()
  await scratch?.drop()
}
