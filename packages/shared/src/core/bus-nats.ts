import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type ConnectionOptions, credsAuthenticator, Events, type NatsConnection, NatsError, type Subscription } from 'nats'
import { createJoin, payloadsOf } from './bus-payload.ts'
import type { Message, Wire } from './bus-wire.ts'

export interface NatsSettings {
  readonly servers: readonly string[]
  /** What every subject begins with: installations that share a server differ in it. */
  readonly prefix: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly token: string | undefined
  /** Files: credentials as nsc writes them, and of TLS the authority, our certificate and its key. */
  readonly creds: string | undefined
  readonly tls: { readonly caFile: string | undefined; readonly certFile: string | undefined; readonly keyFile: string | undefined } | undefined
}

/** What the bus tells its operator. */
export interface BusLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

interface NatsWire extends Wire {
  /** Why nothing gets through, for an operator. */
  readonly trouble: string | undefined
  close(): Promise<void>
}

/** An unanswered attempt is given up after this, the next one comes this long later, and a server is asked this often whether it is there, ms. */
const attemptMs = 3_000
const againMs = 1_000
const pingMs = 5_000
const pingsUnanswered = 2
/** Bytes of one NATS message, where the server allows as many. */
const mostBytes = 768 * 1024

/**
 * The bus over NATS: subjects `<prefix>.bus.control` and `<prefix>.bus.to.<end>.<topic>`. A server that is away is tried for ever, and
 * nothing is kept for it meanwhile (rules B7-B9).
 *
 * @throws a sentence when the server refuses us, which does not mend itself
 */
export async function openNats(settings: NatsSettings, log: BusLog): Promise<NatsWire> {
  const options = optionsOf(settings)
  const name = crypto.randomUUID()
  const control = `${settings.prefix}.bus.control`
  const inbox = (end: string) => `${settings.prefix}.bus.to.${end}`
  const ends = new Map<string, { readonly heed: (message: Message) => void; subscription: Subscription | undefined }>()
  const backs = new Set<() => void>()
  const join = createJoin()
  const stopping = new AbortController()
  let connection: NatsConnection | undefined
  let trouble: string | undefined = 'NATS has not answered yet'

  function adopt(opened: NatsConnection): void {
    connection = opened
    opened.subscribe(control, { callback: taking((message) => ends.forEach(({ heed }) => heed(message))) })
    for (const end of ends.keys()) listenTo(end)
    void follow(opened)
    isBack(opened)
  }

  function isBack(opened: NatsConnection): void {
    trouble = undefined
    log.info({ server: opened.getServer() }, 'the bus is connected')
    for (const back of backs) back()
  }

  function isAway(reason: string): void {
    if (stopping.signal.aborted || trouble === `NATS is away: ${reason}`) return
    trouble = `NATS is away: ${reason}`
    join.forget()
    log.warn({ reason }, 'the bus is away; viewers get what the tables say')
  }

  /** The client connects again by itself; where it holds something for final and closes, the trying begins anew. */
  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type, data } of opened.status()) {
      if (type === Events.Disconnect) isAway(`the connection to ${String(data)} broke`)
      else if (type === Events.Reconnect) isBack(opened)
      else if (type === Events.Error) log.warn({ error: data }, 'NATS told of an error')
    }
    connection = undefined
    isAway('the client closed the connection')
    void keepTrying()
  }

  async function keepTrying(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(againMs, undefined, { ref: false })
      try {
        const opened = await connect(options)
        return stopping.signal.aborted ? void opened.close() : adopt(opened)
      } catch (error) {
        isAway(reasonOf(error))
      }
    }
  }

  function listenTo(end: string): void {
    const listening = ends.get(end)!
    listening.subscription = connection?.subscribe(`${inbox(end)}.>`, { callback: taking(listening.heed) })
  }

  /** Whatever is thrown in a callback would end the client's reading for good. */
  function taking(heed: (message: Message) => void) {
    return (error: Error | null, { data }: { data: Uint8Array }) => {
      try {
        if (error) throw error
        const message = join.message(data)
        if (message) heed(message)
      } catch (failure) {
        log.warn({ err: failure }, 'a message on the bus could not be taken')
      }
    }
  }

  function say(subject: string, message: Message): void {
    if (trouble !== undefined || !connection) return
    try {
      for (const payload of payloadsOf(message, name, Math.min(mostBytes, connection.info!.max_payload))) connection.publish(subject, payload)
    } catch (error) {
      // the client noticed a moment before us that the connection is gone: what is lost is seen by its number
      log.warn({ err: error }, 'a message on the bus could not be sent')
    }
  }

  try {
    adopt(await connect(options))
  } catch (error) {
    if (isRefusal(error)) throw new Error(`NATS at ${settings.servers.join(', ')} refuses us (${reasonOf(error)}): check NATS_USER and NATS_PASSWORD, NATS_TOKEN or NATS_CREDS.`, { cause: error })
    isAway(reasonOf(error))
    void keepTrying()
  }

  return {
    get isConnected() {
      return trouble === undefined
    },
    get trouble() {
      return trouble
    },
    tellAll: (message) => say(control, message),
    tell: (end, message) => say(`${inbox(end)}.${'topic' in message ? message.topic : 'bus'}`, message),
    forget: () => undefined,
    hear(end, heed) {
      ends.set(end, { heed, subscription: undefined })
      listenTo(end)
      return () => {
        ends.get(end)?.subscription?.unsubscribe()
        ends.delete(end)
      }
    },
    onBack(listen) {
      backs.add(listen)
      return () => void backs.delete(listen)
    },
    async close() {
      stopping.abort()
      // what was said last, such as farewells, goes out first; a server that is away keeps nobody from closing
      if (trouble === undefined) await Promise.race([connection?.flush().catch(() => undefined), pause(againMs, undefined, { ref: false })])
      await connection?.close()
    },
  }
}

function optionsOf({ servers, user, password, token, creds, tls }: NatsSettings): ConnectionOptions {
  return {
    servers: [...servers], timeout: attemptMs, reconnectTimeWait: againMs, maxReconnectAttempts: -1, ignoreAuthErrorAbort: true, pingInterval: pingMs, maxPingOut: pingsUnanswered, name: 'carapace',
    ...(user !== undefined && { user, pass: password! }),
    ...(token !== undefined && { token }),
    ...(creds !== undefined && { authenticator: credsAuthenticator(readFileSync(creds)) }),
    ...(tls && { tls: Object.fromEntries(Object.entries(tls).filter(([, file]) => file !== undefined)) }),
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof NatsError && error.isAuthError()
}

function reasonOf(error: unknown): string {
  const { message, chainedError } = error as NatsError
  return chainedError ? `${message}: ${chainedError.message}` : message
}
