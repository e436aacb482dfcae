import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../cluster/cluster.ts'
import type { Measured } from '../support/cpu.ts'
import { startInstallation } from '../support/installation.ts'

/** The system that a live benchmark measures. */
interface LiveSubject {
  /** Viewers are distributed over these. */
  readonly apis: readonly string[]
  readonly ingestUrl: string
  readonly ingestKey: string
  readonly databaseUrl: string
  readonly processes: Measured
  stop(): Promise<void>
}

/** One api: an installation as with `npm start`. More: separate processes, connected by NATS. */
export async function startLiveSubject(apis: number): Promise<LiveSubject> {
  process.env.TRUST_PROXY = '1' // every viewer has a different address, as behind a proxy
  if (apis > 1) return startApis(apis)
  const installation = await startInstallation()
  const { run } = installation
  return {
    apis: [run.url],
    ingestUrl: run.ingest_url,
    ingestKey: run.ingest_key,
    databaseUrl: run.database_url,
    processes: { 'api and ingest': { pid: installation.process.pid! } },
    stop: () => installation.stop(),
  }
}

async function startApis(count: number): Promise<LiveSubject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-live-'))
  const cluster = await startCluster({ dataDir, ingests: 1, apis: count, nats: true })
  const { apis, ingests, nats, databaseUrl, ingestKey } = cluster
  return {
    apis: apis.map(({ url }) => url),
    ingestUrl: ingests[0]!.url,
    ingestKey,
    databaseUrl,
    processes: {
      ...Object.fromEntries([...apis, ...ingests].map(({ name, pid }) => [name, { pid }])),
      nats: { pid: nats!.pid },
    },
    async stop() {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
