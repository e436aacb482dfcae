import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startBroker, type Broker } from '@carapace/infra/kafka/broker.ts'
import { prepareDatabase } from '@carapace/infra/local/postgres/database.ts'
import { freeServerPort } from '@carapace/infra/local/installation/ports.ts'
import { startPostgres } from '@carapace/infra/local/postgres/postgres.ts'
import { keptSecret } from '@carapace/infra/local/installation/secrets.ts'
import { seedInstallation } from '@carapace/infra/local/installation/seed.ts'
import { startNats, type Nats } from '@carapace/infra/nats/server.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { createService, type Service } from './service.ts'

export interface ClusterOptions {
  /** For the data and the logs of everything; created if missing, and not deleted here. */
  readonly dataDir: string
  readonly ingests: number
  readonly apis: number
  /** Absent: sources pass their batches directly to the pipeline. */
  readonly kafka?: { readonly partitions: number }
  /** Whether NATS connects ingest and api; a benchmark of storing alone needs no api. */
  readonly nats: boolean
  /** A server on which to create a separate database; absent: the embedded PostgreSQL. */
  readonly serverUrl?: string | undefined
  /** Settings for every process, which override those set here. */
  readonly env?: Readonly<Record<string, string>>
}

/** An installation of several processes on this machine, with an organisation and its ingest key. */
export interface Cluster {
  readonly databaseUrl: string
  readonly ingestKey: string
  readonly broker: Broker | undefined
  readonly nats: Nats | undefined
  readonly ingests: readonly Ingest[]
  readonly apis: readonly Service[]
  /** Stops everything in the opposite order of its start. */
  stop(): Promise<void>
}

export interface Ingest extends Service {
  readonly syslogPort: number
}

/** Starts broker, NATS, database, ingests and apis, and waits until all of them serve. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, kafka, nats: isJoined } = options
  mkdirSync(dataDir, { recursive: true })
  const opened = new AsyncDisposableStack()
  // started processes end with this process
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    const broker = kafka && (await startBroker({ dataDir: join(dataDir, 'kafka') }))
    if (broker) opened.defer(() => broker.stop())
    const nats = isJoined ? await startNats({ dataDir: join(dataDir, 'nats') }) : undefined
    if (nats) opened.defer(() => nats.stop())
    const databaseUrl = await openDatabase(options, opened)
    await prepareDatabase(databaseUrl)
    const { ingestKey } = await seedInstallation({ url: databaseUrl, demo: false, dataDir })

    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SECRET_KEY: keptSecret(join(dataDir, 'secret-key')),
      KAFKA_BROKERS: broker?.brokers ?? '',
      KAFKA_PARTITIONS: String(kafka?.partitions ?? ''),
      NATS_URL: nats?.url ?? '',
      ...options.env,
    }
    const ingests = await Promise.all(
      Array.from({ length: options.ingests }, (_, i) => createIngest(`ingest-${i + 1}`, dataDir, env)),
    )
    const apis = await Promise.all(
      Array.from({ length: options.apis }, (_, i) => createApi(`api-${i + 1}`, dataDir, env)),
    )
    for (const service of [...apis, ...ingests]) {
      service.launch()
      opened.defer(async () => {
        await service.kill('SIGCONT')
        await service.kill('SIGTERM')
      })
    }
    await Promise.all([...apis, ...ingests].map((service) => service.ready()))
    return { databaseUrl, ingestKey, broker, nats, ingests, apis, stop: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function openDatabase({ dataDir, serverUrl }: ClusterOptions, opened: AsyncDisposableStack): Promise<string> {
  if (serverUrl) {
    const { url, drop } = await createScratchDatabase(serverUrl)
    opened.defer(drop)
    return url
  }
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: console.log })
  opened.defer(server.stop)
  return server.url
}

async function createIngest(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<Ingest> {
  const [port, syslogPort, syslogTlsPort] = [await freeServerPort(), await freeServerPort(), await freeServerPort()]
  const ports = { INGEST_PORT: String(port), SYSLOG_PORT: String(syslogPort), SYSLOG_TLS_PORT: String(syslogTlsPort) }
  const service = createService({
    name,
    app: 'ingest',
    url: `http://127.0.0.1:${port}`,
    env: { ...env, ...ports },
    logFile: join(dataDir, `${name}.log`),
  })
  return Object.assign(service, { syslogPort })
}

async function createApi(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<Service> {
  const port = await freeServerPort()
  return createService({
    name,
    app: 'api',
    url: `http://127.0.0.1:${port}`,
    env: { ...env, PORT: String(port) },
    logFile: join(dataDir, `${name}.log`),
  })
}
