import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Cluster } from '../cluster/cluster.ts'
import type { Service } from '../cluster/service.ts'
import { descendantsOf, killAtOnce } from './processes.ts'

/** Causes a fault; returns a description of it. */
export type Fault = () => Promise<string>

interface Doses {
  /** How often an ingest is killed, and how often an api. */
  readonly rounds: number
  readonly natsDownMs: number
  readonly random: () => number
  /** Collects the names of processes that ended by themselves. */
  readonly quitters: string[]
  /** The database is on an external server, which we must not kill: its connections are closed instead. */
  readonly isForeignDatabase: boolean
}

/** Members of a Kafka group that are silent for this long have lost their partitions. */
export const sessionMs = 6_000
/** One kill in this many does not wait until the process serves. */
const earlyEvery = 4
const pauseEvery = 5
const databaseEvery = 5
const brokerEvery = 10

/** All the faults of a run, in random order. */
export function faultsOf(
  cluster: Cluster,
  { rounds, natsDownMs, random, quitters, isForeignDatabase }: Doses,
): Fault[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const isEarly = () => random() < 1 / earlyEvery
  const times = (count: number, fault: Fault) => Array.from({ length: Math.ceil(count) }, () => fault)
  const faults = [
    ...times(rounds, () => killService(pick(cluster.ingests), isEarly(), quitters)),
    ...times(rounds, () => killService(pick(cluster.apis), isEarly(), quitters)),
    ...times(rounds / pauseEvery, () => pauseService(pick(cluster.ingests), quitters)),
    ...times(rounds / databaseEvery, () => (isForeignDatabase ? endConnections(cluster) : killDatabase(cluster))),
    ...times(rounds / brokerEvery, () => killBroker(cluster)),
    ...times(1, () => stopNats(cluster, natsDownMs)),
  ]
  return faults
    .map((fault) => ({ fault, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
}

/**
 * Waits until a process serves. A process that gave up is started again, as any supervisor would do, although it should
 * not have given up.
 */
export async function serving(service: Service, quitters: string[]): Promise<void> {
  for (;;) {
    if (!service.isRunning) {
      quitters.push(service.name)
      service.launch()
    }
    try {
      return await service.ready()
    } catch (error) {
      if (service.isRunning) throw error
    }
  }
}

async function killService(service: Service, isEarly: boolean, quitters: string[]): Promise<string> {
  if (!isEarly) await serving(service, quitters)
  await service.kill('SIGKILL')
  service.launch()
  return `${service.name} killed${isEarly ? ', whether or not it served' : ''}`
}

/** Pauses a process: it is considered dead, and another one owns its partitions when it resumes in mid-work. */
async function pauseService(service: Service, quitters: string[]): Promise<string> {
  await serving(service, quitters)
  await service.kill('SIGSTOP')
  await sleep(sessionMs * 1.5)
  await service.kill('SIGCONT')
  return `${service.name} stopped for ${sessionMs * 1.5} ms`
}

/** Kills the launcher's PostgreSQL, which starts again by itself. */
async function killDatabase({ broker, nats, ingests, apis }: Cluster): Promise<string> {
  const others = [broker!.pid, nats!.pid, ...[...ingests, ...apis].map(({ pid }) => pid)]
  const spared = new Set(others.flatMap((pid) => [pid, ...descendantsOf(pid)]))
  await killAtOnce(descendantsOf(process.pid).filter((pid) => !spared.has(pid)))
  return 'PostgreSQL killed'
}

async function endConnections({ databaseUrl }: Cluster): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  await sql`SELECT pg_terminate_backend(pid)
    FROM pg_stat_activity
    WHERE datname = current_database()
    AND pid <> pg_backend_pid()`.finally(() => sql.end())
  return 'all connections to the database ended'
}

async function killBroker({ broker }: Cluster): Promise<string> {
  await broker!.kill('SIGKILL')
  const began = Date.now()
  await broker!.start()
  return `the broker killed and back after ${Date.now() - began} ms`
}

async function stopNats({ nats }: Cluster, forMs: number): Promise<string> {
  await nats!.kill('SIGKILL')
  await sleep(forMs)
  await nats!.start()
  return `NATS down for ${forMs} ms`
}
