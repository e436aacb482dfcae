import type { ChildProcess } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { holdFolder } from '../installation/hold.ts'
import { freePort, isFree } from '../installation/ports.ts'
import { packagedPostgres } from './binaries.ts'
import { DATABASE, makeCluster, serverArguments, type ServerLimits, USER } from './cluster.ts'
import { homeFor, runProgram } from './home.ts'
import type { Home } from './home.ts'
import { isReady, stopOrphan } from './postmaster.ts'
import { Refusal } from '../refusal.ts'
import { keptSecret, readIfThere } from '../installation/secrets.ts'

/**
 * Backends of a killed server may hold its shared memory for some seconds. The server does not start until they end.
 */
const START_FOR_MS = 15_000

/** If a server dies this often within a minute, starting it again does not help. */
const DEATHS_A_MINUTE = 5

const LARGEST_LOG_BYTES = 20_000_000

export interface PostgresOptions {
  /** The folder for the cluster, its password, its port and its log; created if missing. */
  dataDir: string
  log: (line: string) => void
  /** The folder with `bin`, `lib` and `share` of another PostgreSQL, instead of the one from npm. */
  programs?: string
  /** Maximum number of simultaneous connections; default 60. */
  maxConnections?: number
  /** Whether committed data survives a crash of the machine; default true. */
  durable?: boolean
}

export interface Postgres {
  url: string
  /** Resolves only if the server has died and cannot be started again. */
  lost: Promise<Error>
  /** Ends all connections and waits until all data is on the disk. */
  stop: () => Promise<void>
}

/**
 * Starts our own PostgreSQL on the loopback address, from the binaries that npm installed.
 *
 * It runs in its own session, so that a terminal's Ctrl-C does not stop it before the programs that still write to it.
 * If it is killed, it is started again. If a killed launcher left it running, it is stopped first. The port stays the
 * same at each start as long as it is free.
 *
 * @throws {Refusal} when another process holds the folder, or when the server does not start
 */
export async function startPostgres({
  dataDir,
  log,
  programs,
  maxConnections = 60,
  durable = true,
}: PostgresOptions): Promise<Postgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(dataDir)
  const hold = holdFolder(folder)
  try {
    const home = homeFor(folder, programs ?? packagedPostgres(join(folder, 'programs')))
    await stopOrphan(home.cluster, log)
    const password = keptSecret(join(folder, 'password'))
    await makeCluster(home, password)
    const port = await keptPort(join(folder, 'port'))

    const server = await keepRunning(home, { port, maxConnections, durable }, join(folder, 'postgres.log'), log)
    const stop = () => server.stop().finally(hold.release)
    return { url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`, lost: server.lost, stop }
  } catch (error) {
    hold.release()
    throw error
  }
}

async function keptPort(file: string): Promise<number> {
  const kept = Number(readIfThere(file) ?? 0)
  if (kept > 0 && (await isFree(kept))) return kept
  const port = await freePort()
  writeFileSync(file, `${port}\n`)
  return port
}

/** Starts the server, and starts it again whenever it dies, until it is stopped or dies too often. */
async function keepRunning(home: Home, limits: ServerLimits, logFile: string, log: (line: string) => void) {
  const lost = Promise.withResolvers<Error>()
  const deaths: number[] = []
  let stopping = false
  let server = await startWithRetries(home, limits, logFile, () => false)

  const revive = async () => {
    if (stopping) return
    deaths.push(Date.now())
    if (deaths.filter((at) => at > Date.now() - 60_000).length > DEATHS_A_MINUTE)
      throw new Refusal(`PostgreSQL dies again and again: see ${logFile}.`)
    log('PostgreSQL died; starting it again.')
    server = await startWithRetries(home, limits, logFile, () => stopping)
    watch()
  }
  let revival = Promise.resolve()
  const watch = () => {
    revival = server.ended.then(revive).catch(lost.resolve)
  }
  watch()

  return {
    lost: lost.promise,
    stop: async () => {
      stopping = true
      // fast shutdown; startWithPatience stops a server that is just being started again
      server.process.kill('SIGINT')
      await server.ended
      await revival
    },
  }
}

interface Server {
  process: ChildProcess
  ended: Promise<void>
}

async function startWithRetries(
  home: Home,
  limits: ServerLimits,
  logFile: string,
  isUnwanted: () => boolean,
): Promise<Server> {
  const deadline = Date.now() + START_FOR_MS
  for (;;) {
    const logged = openLog(logFile)
    const server = launch(home, limits, logged.fd)
    closeSync(logged.fd)
    while (server.isRunning()) {
      if (isUnwanted()) server.process.kill('SIGINT')
      else if (isReady(home.cluster, server.process.pid!)) return server
      await pause(50) // crash recovery can take long
    }
    if (isUnwanted()) return server
    if (Date.now() > deadline)
      throw new Refusal(
        `PostgreSQL doesn't start. Its log:\n${readFileSync(logFile, 'utf8').slice(logged.from).trimEnd()}`,
      )
    await pause(250)
  }
}

function launch(home: Home, limits: ServerLimits, log: number) {
  const process_ = runProgram(home, 'postgres', serverArguments(home, limits), {
    detached: true,
    stdio: ['ignore', log, log],
  })
  // if this process ends without having stopped the server, the server writes its data and ends
  const stopWithUs = () => process_.kill('SIGINT')
  process.once('exit', stopWithUs)
  let running = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      process.off('exit', stopWithUs)
      resolve()
    }
    process_.once('exit', end).once('error', end)
  })
  return { process: process_, ended, isRunning: () => running }
}

function openLog(file: string): { fd: number; from: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_LOG_BYTES) renameSync(file, `${file}.1`)
  return { fd: openSync(file, 'a', 0o600), from: size > LARGEST_LOG_BYTES ? 0 : size }
}
