import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openBus } from '@carapace/shared/core/bus/bus'
import { createAddressLimit } from './core/address-limit.ts'
import { createBudget } from './core/budget.ts'
import { connect, patiently } from './core/database.ts'
import { openKafka } from './core/kafka.ts'
import type { KafkaSettings } from './core/kafka-settings.ts'
import { createLog } from './core/log.ts'
import { createMetrics, registerBusMetrics } from './core/metrics.ts'
import { createGuesses } from './core/guesses.ts'
import { createLineLimit } from './core/line-limit.ts'
import { createRateLimit, createSenders } from './core/senders.ts'
import { createServer, type Health } from './core/server.ts'
import { defaultConnectionsPerAddress, defaultKeylessLinesPerSecond, type Settings } from './core/settings.ts'
import { createGatewayAdmission } from './msoc/admission.ts'
import { installActions } from './msoc/actions/actions.source.ts'
import { startMqttDelivery } from './msoc/actions/mqtt-delivery.ts'
import { startReplays } from './msoc/capture/replays.ts'
import { createGateway } from './msoc/kafka/gateway.ts'
import { installHttpSource } from './msoc/sources/http.source.ts'
import { startJobs } from './msoc/jobs.ts'
import { startKafkaSource } from './msoc/kafka/kafka.source.ts'
import { createReach } from './msoc/reach.ts'
import { createPartitionMaker } from './msoc/storing/partitions.ts'
import { createPipeline } from './msoc/pipeline.ts'
import { topicsOf } from './msoc/kafka/records.ts'
import { startLoads } from './msoc/rules/loads.ts'
import { startRetries } from './msoc/sources/retries.ts'
import { listenForSyslog } from './msoc/sources/syslog.source.ts'
import { followSyslogHosts } from './msoc/sources/syslog-hosts.queries.ts'

export interface Ingest {
  readonly port: number
  readonly syslogPort: number
  readonly syslogTlsPort: number | undefined
  /** Reports that it is about to stop, so that a load balancer stops using it; it still serves. */
  drain(): void
  /** Accepts nothing more, finishes pending work, and disconnects from the broker and the database. */
  stop(): Promise<void>
}

/** Time for pending requests to finish when stopping, ms: longer than the gateway waits for the broker. */
const finishMs = 10_000

type Pieces = Awaited<ReturnType<typeof createPieces>>

/** Starts ingest: sources, one pipeline (with Kafka a gateway before it), and periodic jobs. */
export async function startIngest(settings: Settings): Promise<Ingest> {
  const pieces = await createPieces(settings)
  const { log, metrics, connections, bus, publisher, partitions, pipeline, guesses, senders, budget } = pieces
  const stream = settings.kafka && (await startStream(settings.kafka, pieces))
  const taker = stream?.gateway ?? pipeline
  const stopRetries = startRetries({ db: connections.db, pipeline, log })
  const stopReplays = startReplays({ db: connections.db, pipeline, log })
  const stopLoads = startLoads({ db: connections.db, rules: pipeline.rules, log })
  const stopJobs = startJobs({ db: connections.db, publisher, partitions, log, reach: stream?.reach })

  const rateLimit = createRateLimit()
  const addresses = createAddressLimit(settings.connectionsPerAddress ?? defaultConnectionsPerAddress)

  const keyless = createLineLimit(settings.keylessLinesPerSecond ?? defaultKeylessLinesPerSecond)

  let isDraining = false
  let mqtt: ReturnType<typeof startMqttDelivery> | undefined
  const state = async (): Promise<Health> => {
    if (isDraining) return { status: 'draining', reason: 'draining' }
    const trouble =
      (await connections.db.execute(sql`SELECT 1`).then(
        () => undefined,
        () => 'the database does not answer',
      )) ?? stream?.source.trouble()
    if (trouble !== undefined) return { status: 'unavailable', reason: trouble }
    // neither prevents events from being accepted: redirecting senders would stop them everywhere
    const doubt =
      stream?.source.lost() ??
      bus.trouble ??
      budget.trouble() ??
      addresses.trouble() ??
      guesses.trouble() ??
      keyless.trouble() ??
      mqtt?.trouble()
    return doubt === undefined ? { status: 'ok' } : { status: 'degraded', reason: doubt }
  }
  const server = createServer({
    budget,
    metrics,
    metricsToken: settings.metricsToken,
    trustProxy: settings.trustProxy,
    log,
    state,
  })
  installHttpSource(server, { senders, rateLimit, budget, taker })
  const closeActions = installActions(server, { db: connections.db, senders, budget, rateLimit, bus, publisher })
  mqtt = settings.mqtt && startMqttDelivery(settings.mqtt, { db: connections.db, bus, publisher, log })
  // behind a proxy all connections come from its address
  if (!settings.trustProxy) addresses.guard(server.server)
  const address = await server.listen({ host: settings.host, port: settings.port })

  const tls = settings.syslogTls && {
    cert: readFileSync(settings.syslogTls.cert),
    key: readFileSync(settings.syslogTls.key),
  }
  const hosts = followSyslogHosts({ db: connections.db, log, remember: settings.syslogOrganisation === undefined })
  const syslog = await listenForSyslog(
    { port: settings.syslogPort, tlsPort: settings.syslogTlsPort, tls },
    {
      senders,
      rateLimit,
      addresses,
      keyless,
      hosts,
      taker,
      pipeline,
      metrics,
      log,
      host: settings.host,
      organisation: settings.syslogOrganisation,
    },
  )
  log.info({ address, syslogPort: syslog.port, syslogTlsPort: syslog.tlsPort }, 'ingest is ready')

  return {
    port: Number(new URL(address).port),
    syslogPort: syslog.port,
    syslogTlsPort: syslog.tlsPort,
    drain() {
      isDraining = true
    },
    async stop() {
      // an upload may take a quarter of an hour, and the partitions wait for this process: its sender repeats it
      const cutOff = setTimeout(() => server.server.closeAllConnections(), finishMs)
      closeActions()
      await mqtt?.stop()
      await Promise.all([server.close(), syslog.close(), stopRetries(), stopReplays()])
      await hosts.stop()
      clearTimeout(cutOff)
      await stream?.stop()
      await pipeline.drain()
      await Promise.all([stopJobs(), stopLoads()])
      publisher.close()
      await bus.close()
      await connections.close()
    },
  }
}

/** The parts of ingest that exist in every mode. */
async function createPieces(settings: Settings) {
  const log = createLog()
  const metrics = createMetrics()
  const connections = connect(settings.databaseUrl, log)
  const bus = await openBus(settings.bus, log)
  const publisher = bus.publisher()
  registerBusMetrics(metrics, bus)
  const partitions = createPartitionMaker(connections.db)
  await patiently(() => partitions.makeAhead(Date.now()))
  const guesses = createGuesses()
  const pipeline = createPipeline({ connections, publisher, partitions, metrics, log })
  return {
    log,
    metrics,
    connections,
    bus,
    publisher,
    partitions,
    pipeline,
    guesses,
    senders: createSenders(connections.db, guesses),
    budget: createBudget(),
  }
}

/** Ingest over Kafka: a gateway in front of the broker, and behind it a consumer that feeds the pipeline. */
async function startStream(settings: KafkaSettings, pieces: Pieces) {
  const { connections, partitions, pipeline, senders, metrics, log } = pieces
  const topics = topicsOf(settings.topicPrefix)
  const kafka = await openKafka(settings, topics.all, log)
  const admission = createGatewayAdmission(pipeline.fleets, partitions)
  const gateway = createGateway({ admission, kafka, topics, metrics, log })
  const source = await startKafkaSource({ kafka, topics, db: connections.db, pipeline, senders, metrics, log })
  return {
    gateway,
    source,
    reach: createReach({
      trouble: () => source.trouble(),
      storedUntil: () => source.storedUntil(),
      waitingSince: () => gateway.waitingSince(),
    }),
    async stop() {
      await gateway.drain()
      await source.stop()
      await kafka.close()
    },
  }
}
