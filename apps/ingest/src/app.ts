import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { createPublisher } from '@carapace/shared/core/bus'
import { createBudget } from './core/budget.ts'
import { connect } from './core/database.ts'
import { createLog } from './core/log.ts'
import { createMetrics } from './core/metrics.ts'
import { createRateLimit, createSenders } from './core/senders.ts'
import { createServer } from './core/server.ts'
import type { Settings } from './core/settings.ts'
import { startReplays } from './msoc/capture-replays.ts'
import { installHttpSource } from './msoc/http.source.ts'
import { startJobs } from './msoc/jobs.ts'
import { createPartitionMaker } from './msoc/partitions.ts'
import { createPipeline } from './msoc/pipeline.ts'
import { startRetries } from './msoc/retries.ts'
import { listenForSyslog } from './msoc/syslog.source.ts'

export interface Ingest {
  readonly port: number
  readonly syslogPort: number
  readonly syslogTlsPort: number | undefined
  /** Takes nothing more in, finishes what it has, and lets go of the database. */
  stop(): Promise<void>
}

/** Starts ingest: sources, one pipeline, and what it does by the clock. */
export async function startIngest(settings: Settings): Promise<Ingest> {
  const log = createLog()
  const metrics = createMetrics()
  const connections = connect(settings.databaseUrl, log)
  const publisher = createPublisher()
  const partitions = await createPartitionMaker(connections.db)
  await partitions.makeAhead(Date.now())
  const pipeline = createPipeline({ connections, publisher, partitions, metrics, log })
  const senders = createSenders(connections.db)
  const budget = createBudget()
  const stopRetries = startRetries({ db: connections.db, pipeline, log })
  const stopReplays = startReplays({ db: connections.db, pipeline, log })
  const stopJobs = startJobs({ db: connections.db, publisher, partitions, log })

  const trouble = () => connections.db.execute(sql`SELECT 1`).then(() => undefined, () => 'the database does not answer')
  const server = createServer({ budget, metrics, metricsToken: settings.metricsToken, trustProxy: settings.trustProxy, log, trouble })
  installHttpSource(server, { senders, rateLimit: createRateLimit(), budget, pipeline })
  const address = await server.listen({ host: settings.host, port: settings.port })

  const tls = settings.syslogTls && { cert: readFileSync(settings.syslogTls.cert), key: readFileSync(settings.syslogTls.key) }
  const syslog = await listenForSyslog(
    { port: settings.syslogPort, tlsPort: settings.syslogTlsPort, tls },
    { senders, pipeline, metrics, log, host: settings.host, organisation: settings.syslogOrganisation },
  )
  log.info({ address, syslogPort: syslog.port, syslogTlsPort: syslog.tlsPort }, 'ingest is ready')

  return {
    port: Number(new URL(address).port),
    syslogPort: syslog.port,
    syslogTlsPort: syslog.tlsPort,
    async stop() {
      await Promise.all([server.close(), syslog.close(), stopRetries(), stopReplays()])
      await pipeline.drain()
      await stopJobs()
      publisher.close()
      await connections.close()
    },
  }
}
