import { setTimeout as pause } from 'node:timers/promises'
import { connect, errors, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { connectionOptions, type NatsSettings, refusalOf, whyOf } from './nats-sign-in.ts'
import { createJoin, payloadsOf } from './payload.ts'
import type { Message, Wire } from './wire.ts'

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

/**
 * An unanswered attempt is given up after this, the next one comes this long later, and a server is asked this often
 * whether it is there, ms.
 */
const timings = { timeout: 3_000, reconnectTimeWait: 1_000, pingInterval: 5_000, maxPingOut: 2 }
/** Bytes of one NATS message, where the server allows as many. */
const mostBytes = 768 * 1024

/**
 * The bus over NATS: subjects `<prefix>.bus.control` and `<prefix>.bus.to.<end>.<topic>`. A server that is away is
 * tried for ever, and nothing is kept for it meanwhile (rules BUS-7 to BUS-9).
 *
 * @throws a sentence when the server refuses us, which does not mend itself
 */
export async function openNats(settings: NatsSettings, log: BusLog): Promise<NatsWire> {
  const options = { ...connectionOptions(settings), ...timings, reconnect: false, name: 'carapace' }
  const name = crypto.randomUUID()
  const control = `${settings.prefix}.bus.control`
  const inbox = (end: string) => `${settings.prefix}.bus.to.${end}`
  const ends = new Map<
    string,
    { readonly handle: (message: Message) => void; subscription: Subscription | undefined }
  >()
  const backs = new Set<() => void>()
  const join = createJoin()
  const stopping = new AbortController()
  let connection: NatsConnection | undefined
  /** Other servers of the cluster, as the last server that we were connected to named them. */
  let clusterServers: readonly string[] = []
  let trouble: string | undefined = 'NATS has not answered yet'

  function adopt(opened: NatsConnection): void {
    connection = opened
    opened.subscribe(control, { callback: taking((message) => ends.forEach(({ handle }) => handle(message))) })
    for (const end of ends.keys()) listenTo(end)
    void follow(opened)
    isBack(opened)
  }

  function isBack(opened: NatsConnection): void {
    trouble = undefined
    join.forget()
    log.info({ server: opened.getServer() }, 'the bus is connected')
    for (const back of backs) back()
  }

  function isAway(reason: string): void {
    if (stopping.signal.aborted || trouble === `NATS is away: ${reason}`) return
    trouble = `NATS is away: ${reason}`
    log.warn({ reason }, 'the bus is away; viewers get what the tables say')
  }

  /**
   * Follows a connection until it closes, then tries again: a new connection reads renewed credentials, and reports why
   * a server refuses it, which the client's own reconnecting does not.
   */
  async function follow(opened: NatsConnection): Promise<void> {
    void watchStatus(opened)
    const reason = await opened.closed()
    connection = undefined
    isAway(reason ? whyOf(reason, settings) : `the connection to ${opened.getServer()} broke`)
    void keepTrying()
  }

  async function watchStatus(opened: NatsConnection): Promise<void> {
    clusterServers = opened.info?.connect_urls ?? []
    for await (const status of opened.status()) {
      if (status.type === 'update') clusterServers = opened.info?.connect_urls ?? []
      if (status.type !== 'error') continue
      const why = whyOf(status.error, settings)
      if (status.error instanceof errors.PermissionViolationError) isAway(why)
      else log.warn({ error: why }, 'NATS reported an error')
    }
  }

  async function keepTrying(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(timings.reconnectTimeWait, undefined, { ref: false })
      try {
        const opened = await connect({ ...options, servers: [...settings.servers, ...clusterServers] })
        return stopping.signal.aborted ? void opened.close() : adopt(opened)
      } catch (error) {
        isAway(whyOf(error, settings))
      }
    }
  }

  function listenTo(end: string): void {
    const listening = ends.get(end)!
    listening.subscription = connection?.subscribe(`${inbox(end)}.>`, { callback: taking(listening.handle) })
  }

  /** Whatever is thrown in a callback would end the client's reading for good. */
  function taking(handle: (message: Message) => void) {
    return (error: Error | null, { data }: { data: Uint8Array }) => {
      try {
        if (error) throw error
        const message = join.message(data)
        if (message) handle(message)
      } catch (failure) {
        log.warn({ err: failure }, 'a message on the bus could not be taken')
      }
    }
  }

  function say(subject: string, message: Message): void {
    if (trouble !== undefined || !connection) return
    try {
      for (const payload of payloadsOf(message, name, Math.min(mostBytes, connection.info!.max_payload)))
        connection.publish(subject, payload)
    } catch (error) {
      // the client noticed a moment before us that the connection is gone: what is lost is seen by its number
      log.warn({ err: error }, 'a message on the bus could not be sent')
    }
  }

  try {
    adopt(await connect(options))
  } catch (error) {
    if (refusalOf(error, settings) !== undefined)
      throw new Error(`NATS at ${settings.servers.join(', ')} refuses us: ${whyOf(error, settings)}.`, { cause: error })
    isAway(whyOf(error, settings))
    void keepTrying()
  }

  return {
    get isConnected() {
      return trouble === undefined
    },
    get trouble() {
      return trouble
    },
    broadcast: (message) => say(control, message),
    send: (end, message) => say(`${inbox(end)}.${'topic' in message ? message.topic : 'bus'}`, message),
    forget: () => undefined,
    onMessage(end, handle) {
      ends.set(end, { handle, subscription: undefined })
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
      // the last messages are sent first; a server that is away must not delay the closing for long
      if (trouble === undefined)
        await Promise.race([
          connection?.flush().catch(() => undefined),
          pause(timings.reconnectTimeWait, undefined, { ref: false }),
        ])
      await connection?.close()
    },
  }
}
