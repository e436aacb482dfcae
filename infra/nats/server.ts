import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

import { freeServerPort } from '../local/installation/ports.ts'
import { Refusal } from '../local/refusal.ts'
import { type Restartable, restartable, startServer } from '../local/processes/server-process.ts'

interface Options {
  /** The folder for its log; created if missing. */
  readonly dataDir: string
  /** Default: a free port, the same at each start of this server. */
  readonly port?: number
  /** More of nats-server's options, such as `--user` and `--pass`. */
  readonly options?: readonly string[]
}

/** A real NATS server on the loopback address. */
export interface Nats extends Restartable {
  /** The address, in the form of NATS_URL. */
  readonly url: string
}

/**
 * The path of nats-server, or else a sentence with instructions. NATS_SERVER names the program, or it is on the PATH or
 * in the folder of `go install`.
 */
export function findNats(env: NodeJS.ProcessEnv): { readonly program: string } | { readonly missing: string } {
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    join(env.GOPATH || join(homedir(), 'go'), 'bin'),
  ]
  const program = [
    ...(env.NATS_SERVER ? [env.NATS_SERVER] : []),
    ...folders.map((folder) => join(folder, 'nats-server')),
  ].find(isExecutable)
  return program === undefined
    ? { missing: 'There is no `nats-server` on the PATH: install it, or name it with NATS_SERVER.' }
    : { program }
}

/**
 * Starts the server and waits until it serves.
 *
 * @throws {Refusal} when there is no nats-server, or when it does not start
 */
export async function startNats({ dataDir, port, options = [] }: Options): Promise<Nats> {
  const found = findNats(process.env)
  if ('missing' in found) throw new Refusal(found.missing)
  mkdirSync(dataDir, { recursive: true })
  const clientPort = port ?? (await freeServerPort())
  const args = ['--addr', '127.0.0.1', '--port', String(clientPort), ...options]
  const launch = () =>
    startServer({
      program: found.program,
      args,
      logFile: join(dataDir, 'nats.log'),
      serves: (logged) => logged.includes('Server is ready'),
    })

  return Object.assign(await restartable(launch), { url: `nats://127.0.0.1:${clientPort}` })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
