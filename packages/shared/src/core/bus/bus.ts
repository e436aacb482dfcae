import { accessSync, constants } from 'node:fs'
import { type BusLog, openNats } from './nats.ts'
import type { NatsSettings } from './nats-sign-in.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import { broadcastWire } from './wire.ts'

export type { Publisher, Subscriber }

type Env = Readonly<Record<string, string | undefined>>

/** The bus that joins the processes. */
export interface BusSettings {
  /** Undefined: ingest and api are threads of one process. */
  readonly nats: NatsSettings | undefined
}

/**
 * Reads the bus settings from the environment.
 *
 * @throws {Error} with a message for the operator when the settings are not valid
 */
export function readBusSettings(env: Env): BusSettings {
  if (!env.NATS_URL) return { nats: undefined }
  const servers = env.NATS_URL.split(',').map((server) => server.trim())
  for (const server of servers)
    if (!URL.canParse(server) || !/^(nats|tls):\/\/[^/]/.test(server))
      throw new Error(
        `NATS_URL=${env.NATS_URL}: set the address of NATS, such as nats://10.0.0.5:4222, or several with commas.`,
      )
  if (servers.some((server) => new URL(server).username))
    throw new Error('NATS_URL contains credentials: set them with NATS_USER and NATS_PASSWORD, or NATS_TOKEN.')
  const prefix = env.NATS_SUBJECT_PREFIX || 'carapace'
  if (!/^[\w-]+(\.[\w-]+)*$/.test(prefix))
    throw new Error(
      `NATS_SUBJECT_PREFIX=${prefix} is not a valid prefix: use letters, digits, - and _, with dots between words.`,
    )
  return { nats: { servers, prefix, ...credentialsIn(env), tls: tlsIn(env, servers) } }
}

function credentialsIn(env: Env): Pick<NatsSettings, 'user' | 'password' | 'token' | 'creds'> {
  const [user, password, token, creds] = [env.NATS_USER, env.NATS_PASSWORD, env.NATS_TOKEN, env.NATS_CREDS].map(
    (value) => value || undefined,
  )
  if ((user === undefined) !== (password === undefined))
    throw new Error('NATS_USER and NATS_PASSWORD belong together: set both, or neither.')
  if ([user, token, creds].filter((value) => value !== undefined).length > 1)
    throw new Error(
      'NATS_USER with NATS_PASSWORD, NATS_TOKEN and NATS_CREDS are three ways to sign in to NATS: set one.',
    )
  return { user, password, token, creds: readable('NATS_CREDS', creds) }
}

function tlsIn(env: Env, servers: readonly string[]): NatsSettings['tls'] {
  const [caFile, certFile, keyFile] = (['NATS_TLS_CA', 'NATS_TLS_CERT', 'NATS_TLS_KEY'] as const).map((name) =>
    readable(name, env[name] || undefined),
  )
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Error('NATS_TLS_CERT and NATS_TLS_KEY belong together: set both, or neither.')
  const isTlsRequested =
    caFile !== undefined || certFile !== undefined || servers.some((server) => server.startsWith('tls://'))
  return isTlsRequested ? { caFile, certFile, keyFile } : undefined
}

function readable(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch {
    throw new Error(`${name}=${file} is not a readable file.`)
  }
}

/**
 * Joins the processes: any number can publish and subscribe. Correctness needs no message on the bus: a process that
 * misses messages reads the tables.
 */
export interface Bus {
  publisher(): Publisher
  /** `onGap` receives how many messages were lost, 0 if that is unknown: read the tables again. */
  subscriber(onGap: (dropped: number) => void): Subscriber
  /** Whether messages are delivered at the moment. */
  readonly isConnected: boolean
  /** Why they are not delivered, for an operator; undefined: they are. */
  readonly trouble: string | undefined
  /** Gaps of the subscribers and shed messages of the publishers of this process, since the bus was opened. */
  readonly gaps: number
  readonly shed: number
  /** Closes the connection; close publishers and subscribers before. */
  close(): Promise<void>
}

const silent: BusLog = { info: () => undefined, warn: () => undefined }

/**
 * Opens the bus. If a server does not answer, connecting is retried without limit, and the bus is open meanwhile.
 *
 * @throws {Error} with a message for the operator when the server refuses our credentials
 */
export async function openBus({ nats }: BusSettings, log: BusLog = silent): Promise<Bus> {
  const wire = nats && (await openNats(nats, log))
  let [gaps, shed] = [0, 0]
  return {
    publisher: () => createPublisher(wire ?? broadcastWire(), () => void (shed += 1)),
    subscriber: (onGap) =>
      createSubscriber(wire ?? broadcastWire(), (dropped) => {
        gaps += 1
        onGap(dropped)
      }),
    get isConnected() {
      return wire?.isConnected ?? true
    },
    get trouble() {
      return wire?.trouble
    },
    get gaps() {
      return gaps
    },
    get shed() {
      return shed
    },
    close: async () => wire?.close(),
  }
}
