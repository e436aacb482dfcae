import { once } from 'node:events'
import { existsSync, renameSync, rmSync, writeFileSync, chownSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'

import { makeOwned, runProgram } from './home.ts'
import type { Home } from './home.ts'

export const USER = 'carapace'
export const DATABASE = 'carapace'

/** The settings that differ between servers. */
export interface ServerLimits {
  readonly port: number
  readonly maxConnections: number
  /** Whether committed data survives a crash of the machine; that of tests need not. */
  readonly durable: boolean
}

/**
 * The server settings for ingest: large distances between checkpoints (after each checkpoint pages are logged in full),
 * compressed WAL, and synchronous_commit on, since a sender gets its response when its events are on the disk.
 */
export function serverArguments(home: Home, { port, maxConnections, durable }: ServerLimits): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    fsync: durable ? 'on' : 'off',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Creates the cluster with one user and one database if it does not exist. An incomplete cluster is created again. */
export async function makeCluster(home: Home, password: string): Promise<void> {
  if (existsSync(home.cluster)) return

  const draft = { ...home, cluster: `${home.cluster}.new` }
  const passwordFile = `${home.cluster}.password`
  rmSync(draft.cluster, { recursive: true, force: true })
  makeOwned(home, draft.cluster)
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    chownSync(passwordFile, home.owner, -1)
    await initdb(draft, passwordFile)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  await createDatabase(draft)
  renameSync(draft.cluster, home.cluster)
}

async function initdb(home: Home, passwordFile: string): Promise<void> {
  const access = ['--username', USER, '--pwfile', passwordFile, '--auth=scram-sha-256']
  const text = ['--encoding=UTF8', ...(await localeArguments(home))]
  await done(
    runProgram(home, 'initdb', ['-D', home.cluster, ...access, ...text, '--no-instructions'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/**
 * Text sorts by code point, as with C, but upper and lower case work beyond ASCII: with PostgreSQL 17's own tables, or
 * the system's.
 */
async function localeArguments(home: Home): Promise<string[]> {
  const version = await done(runProgram(home, 'postgres', ['--version'], { stdio: ['ignore', 'pipe', 'pipe'] }))
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1])
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C', '--lc-ctype=C.UTF-8']
}

/** Uses single-user mode, which needs no port. */
async function createDatabase(home: Home): Promise<void> {
  const server = runProgram(home, 'postgres', ['--single', '-D', home.cluster, 'postgres'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  server.stdin!.end(`CREATE DATABASE ${DATABASE};\n`)
  await done(server)
}

/** The program's output, once it has ended successfully. */
async function done(program: ChildProcess): Promise<string> {
  const output: Buffer[] = []
  for (const stream of [program.stdout!, program.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = (await once(program, 'close')) as [number | null]
  const text = Buffer.concat(output).toString()
  if (status !== 0) throw new Error(`PostgreSQL could not make its data folder: ${text}`)
  return text
}
