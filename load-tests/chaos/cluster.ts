import { setTimeout as sleep } from 'node:timers/promises'
import { openViewerSession } from '../bench/support/viewer-session.ts'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { randomFrom } from '../fleet/random.ts'
import { openAlertViewer } from './alert-viewer.ts'
import { audit, type Finding, none } from './audit.ts'
import { clusterAudit, drain, figure } from './cluster-audit.ts'
import { faultsOf, serving, sessionMs } from './cluster-faults.ts'
import { openLedger, rowsMade } from './ledger.ts'
import { openPositionViewer } from './position-viewer.ts'
import { startSender } from './senders.ts'

interface Options {
  readonly dataDir: string
  readonly rounds: number
  /** The same seed gives the same faults in the same order. */
  readonly seed: number
  /** The maximum time that the installation runs between two faults. */
  readonly livesForMs: number
  readonly natsDownMs: number
  /** A server on which to create a database; absent: the embedded PostgreSQL, which is killed, too. */
  readonly serverUrl?: string | undefined
  readonly say: (line: string) => void
}

const partitions = 12
const senderCount = 6
const vehiclesPerSender = 4
/** Pause between requests: a gateway responds long before storing, so without a pause only a lag would build up. */
const restMs = 100

/**
 * Two ingests, two apis, Kafka, NATS and a database, each of them killed, paused or disconnected at random under load.
 * Senders retry at the other ingest, viewers reconnect to the other api. At the end every event must be there exactly
 * once, and every alert, too.
 */
export async function runClusterChaos({
  dataDir,
  rounds,
  seed,
  livesForMs,
  natsDownMs,
  serverUrl,
  say,
}: Options): Promise<Finding[]> {
  const cluster = await startCluster({
    dataDir,
    ingests: 2,
    apis: 2,
    kafka: { partitions },
    nats: true,
    serverUrl,
    env: { KAFKA_SESSION_MS: String(sessionMs) },
  })
  try {
    const crowd = await openCrowd(cluster)
    const random = randomFrom(seed)
    const quitters: string[] = []
    const faults = faultsOf(cluster, {
      rounds,
      natsDownMs,
      random,
      quitters,
      isForeignDatabase: serverUrl !== undefined,
    })
    for (const [n, fault] of faults.entries()) {
      await sleep(random() * livesForMs)
      say(
        `fault ${n + 1} of ${faults.length}: ${await fault()}; ${rowsMade(crowd.ledger)} rows made so ` +
          `far, ${crowd.ledger.retries} retries`,
      )
    }
    await sleep(1_000)
    return [...(await settle(cluster, crowd, quitters, say)), none('processes that ended by themselves', quitters)]
  } finally {
    await cluster.stop()
  }
}

type Crowd = Awaited<ReturnType<typeof openCrowd>>

async function openCrowd({ databaseUrl, ingestKey, ingests, apis }: Cluster) {
  const ledger = openLedger()
  const token = await openViewerSession(databaseUrl)
  const urls = apis.map(({ url }) => url)
  const rotations = urls.map((_, first) => [...urls.slice(first), ...urls.slice(0, first)])
  const alertViewers = rotations.map((order) => openAlertViewer(order, token))
  const maps = rotations.map((order) => openPositionViewer(order, token))
  while (alertViewers.some(({ seq }) => seq < 0)) await sleep(50)
  const targets = ingests.map(({ url }) => ({ url, key: ingestKey }))
  const senders = Array.from({ length: senderCount }, (_, s) => {
    const vins = Array.from({ length: vehiclesPerSender }, (__, v) => `CHAOS-${s}-${v}`)
    return startSender(`cluster-${s}`, vins, targets, ledger, restMs)
  })
  return { ledger, alertViewers, maps, senders }
}

/** Waits until all processes serve, everything is answered and stored, and then compares sent and stored data. */
async function settle(
  cluster: Cluster,
  { ledger, alertViewers, maps, senders }: Crowd,
  quitters: string[],
  say: (line: string) => void,
): Promise<Finding[]> {
  await Promise.all([...cluster.ingests, ...cluster.apis].map((service) => serving(service, quitters)))
  await Promise.all(senders.map((sender) => sender.stop()))
  await Promise.all(senders.map((sender) => sender.repeat()))
  say(
    `sent: ${JSON.stringify(ledger.rows)} in ${ledger.requests} requests; ${ledger.retries} retries, ` +
      `${ledger.repeats} repeated afterwards`,
  )

  const drained = await drain(cluster.databaseUrl, cluster.ingests, ledger)
  for (const name of ['carapace_kafka_fenced_total', 'carapace_kafka_rebalances_total']) {
    say(
      `${name} since each ingest's last start: ` +
        (await Promise.all(cluster.ingests.map((ingest) => figure(ingest, name)))).join(', '),
    )
  }
  const findings = [
    ...drained,
    ...(await audit(cluster.databaseUrl, ledger, alertViewers)),
    ...(await clusterAudit(cluster.databaseUrl, ledger, maps)),
  ]
  for (const { resumes, snapshots } of alertViewers)
    say(`an alert queue resumed ${resumes} times and got ${snapshots} snapshots`)
  for (const { snapshots } of maps) say(`a map got ${snapshots} snapshots`)
  for (const viewer of [...alertViewers, ...maps]) viewer.close()
  return findings
}
