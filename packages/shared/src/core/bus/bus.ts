import { accessSync, constants } from 'node:fs'
import { type BusLog, openNats } from './nats.ts'
import type { NatsSettings } from './nats-sign-in.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import { broadcastWire } from './wire.ts'

export type { Publisher, Subscriber }

type Env = Readonly<Record<string, string | undefined>>

/** Which bus joins the processes. */
export interface BusSettings {
  /** Absent: ingest and api are threads of one process. */
  readonly nats: NatsSettings | undefined
}

/** Reads what the environment says of the bus; throws a sentence for the operator where that is senseless. */
export function readBusSettings(env: Env): BusSettings {
  if (!env.NATS_URL) return { nats: undefined }
  const servers = env.NATS_URL.split(',').map((server) => server.trim())
  for (const server of servers)
    if (!URL.canParse(server) || !/^(nats|tls):\/\/[^/]/.test(server))
      throw new Error(
        `NATS_URL=${env.NATS_URL}: say where NATS is, such as nats://10.0.0.5:4222, several with commas between them.`,
      )
  if (servers.some((server) => new URL(server).username))
    throw new Error('NATS_URL says who signs in: say that with NATS_USER and NATS_PASSWORD, or NATS_TOKEN.')
  const prefix = env.NATS_SUBJECT_PREFIX || 'carapace'
  if (!/^[\w-]+(\.[\w-]+)*$/.test(prefix))
    throw new Error(
      `NATS_SUBJECT_PREFIX=${prefix} begins no subject: letters, digits, - and _, with dots between words.`,
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
    throw new Error(`${name}=${file} is no file that can be read.`)
  }
}

/**
 * What joins the processes: any number publish and subscribe. No message on it is needed for correctness: whoever
 * misses some reads the tables.
 */
export interface Bus {
  publisher(): Publisher
  /** `onGap` is told how many messages were lost, 0 where nobody can tell: read the tables again. */
  subscriber(onGap: (dropped: number) => void): Subscriber
  /** Whether messages get through just now. */
  readonly isConnected: boolean
  /** Why they do not, for an operator. */
  readonly trouble: string | undefined
  /** How many gaps the subscribers here had, and how many messages the publishers here shed, since it was opened. */
  readonly gaps: number
  readonly shed: number
  /** Closes the connection; publishers and subscribers are closed before. */
  close(): Promise<void>
}

const silent: BusLog = { info: () => undefined, warn: () => undefined }

/**
 * Opens the bus. A server that does not answer is tried for ever, and the bus is open meanwhile.
 *
 * @throws a sentence when the server refuses our credentials
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
