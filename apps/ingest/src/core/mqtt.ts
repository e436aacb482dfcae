import { connect, type IPublishPacket } from 'mqtt'
import { setTimeout } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { MqttSettings } from './mqtt-settings.ts'

/** A message that has arrived. */
export interface Arrived {
  readonly topic: string
  readonly payload: Buffer
  /** Where its sender wants an answer, and what the answer must carry. */
  readonly responseTopic: string | undefined
  readonly correlationData: Buffer | undefined
}

export interface MqttMessage {
  readonly topic: string
  /** Sent as JSON. */
  readonly content: unknown
  /** The broker drops it after this, s. */
  readonly expiresAfter?: number
  readonly responseTopic?: string
  readonly correlationData?: Buffer | undefined
}

export interface Mqtt {
  readonly isConnected: boolean
  /** Why no message is sent at the moment, for an operator; undefined: they are. */
  trouble(): string | undefined
  /**
   * Sends a message once the broker has it (QoS 1). Resolves to whether anybody was subscribed, or has a session that
   * keeps it; some brokers do not tell, and then it is true.
   *
   * @throws {Error} when the broker refuses it, or the connection is lost
   */
  send(message: MqttMessage): Promise<boolean>
  close(): Promise<void>
}

/** Largest message that the broker may send us, bytes. */
const packetBytes = 16 * 1024
/** Messages that we handle at once: the broker keeps further ones. */
const atOnce = 50
/** How often a message that cannot be handled is tried, and the pause between, ms. */
const mostAttempts = 60
const attemptPauseMs = 1_000
/** MQTT 5, 3.4.2.1: the broker has taken the message, and nobody is subscribed. */
const noMatchingSubscribers = 0x10

/**
 * Connects to a broker and subscribes to topics; reconnects by itself. Each message goes to one of the
 * processes that share the subscription. It is acknowledged once `take` has resolved, and then its answer is sent.
 */
export function openMqtt(
  { url, username, password, ca, cert, key }: MqttSettings,
  {
    topics,
    group,
    take,
  }: { topics: readonly string[]; group: string; take: (message: Arrived) => Promise<MqttMessage | undefined> },
  log: Log,
): Mqtt {
  let problem: string | undefined = 'MQTT: not connected yet'
  const client = connect(url, {
    protocolVersion: 5,
    clean: true,
    reconnectPeriod: 2_000,
    connectTimeout: 10_000,
    properties: { maximumPacketSize: packetBytes, receiveMaximum: atOnce },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key }),
  })
  const failed = (reason: string) => {
    if (problem !== reason) log.warn({ reason }, 'MQTT is not connected; it is tried again')
    problem = reason
  }
  client.on('connect', () => {
    const filters = topics.map((topic) => `$share/${group}/${topic}`)
    client.subscribe(filters, { qos: 1 }, (error) => {
      if (error) return failed(`MQTT: the broker refuses our subscription: ${error.message}`)
      problem = undefined
      log.info({}, 'MQTT is connected')
    })
  })
  client.on('error', (error) => failed(`MQTT: ${error.message || 'the broker does not answer'}`))
  /** Messages that the broker has not acknowledged. */
  const underWay = new Set<number>()
  client.on('close', () => {
    failed('MQTT: the connection is lost')
    // the client would send them again once it is connected, however late that is
    for (const messageId of underWay) client.removeOutgoingMessage(messageId)
    underWay.clear()
  })
  let isClosed = false
  const warn = (error: unknown) => log.warn({ err: error }, 'a message over MQTT could not be handled')
  /** What we cannot store for the moment is tried again before it is acknowledged. */
  async function taken(message: Arrived): Promise<MqttMessage | undefined> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await take(message)
      } catch (error) {
        if (attempt === mostAttempts || isClosed) throw error
        warn(error)
        await setTimeout(attemptPauseMs)
      }
  }
  client.handleMessage = (packet: IPublishPacket, done) => {
    taken(arrived(packet))
      .finally(() => done())
      // not before: what the broker replies to the answer is read after this message
      .then((answer) => answer && send(answer))
      .catch(warn)
  }
  const unmatched = new Set<number>()
  client.on('packetsend', (packet) => {
    if (packet.cmd === 'publish' && packet.messageId !== undefined) underWay.add(packet.messageId)
  })
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') underWay.delete(packet.messageId!)
    if (packet.cmd === 'puback' && packet.reasonCode === noMatchingSubscribers) unmatched.add(packet.messageId!)
  })

  async function send(message: MqttMessage): Promise<boolean> {
    const { topic, content, expiresAfter, responseTopic, correlationData } = message
    // the client would keep it until it is connected
    if (!client.connected) throw new Error('MQTT is not connected.')
    const sent = await client.publishAsync(topic, JSON.stringify(content), {
      qos: 1,
      properties: {
        contentType: 'application/json',
        payloadFormatIndicator: true,
        ...(expiresAfter !== undefined && { messageExpiryInterval: expiresAfter }),
        ...(responseTopic !== undefined && { responseTopic }),
        ...(correlationData !== undefined && { correlationData }),
      },
    })
    return !unmatched.delete(sent!.messageId!)
  }

  return {
    get isConnected() {
      return client.connected && problem === undefined
    },
    trouble: () => problem,
    send,
    async close() {
      isClosed = true
      await client.endAsync(true)
    },
  }
}

function arrived({ topic, payload, properties }: IPublishPacket): Arrived {
  return {
    topic,
    payload: Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
    responseTopic: properties?.responseTopic,
    correlationData: properties?.correlationData,
  }
}
