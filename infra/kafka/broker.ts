import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { freeServerPort } from '../local/installation/ports.ts'
import { Refusal } from '../local/refusal.ts'
import { type Restartable, restartable, startServer } from '../local/processes/server-process.ts'
import { findKafka } from './jars.ts'

interface Options {
  /** The folder for its log segments, its settings and its output; created if missing. */
  readonly dataDir: string
  /** Default: a free port, the same at each start of this broker. */
  readonly port?: number
  /** Lines of server.properties that override the defaults here, for example those of `plainSasl`. */
  readonly settings?: Readonly<Record<string, string>>
  /** More listeners, each on a free port: name (in capitals) to protocol. */
  readonly listeners?: Readonly<Record<string, 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT'>>
  /** SCRAM credentials: lines such as `SCRAM-SHA-512=[name=anna,password=secret]`. */
  readonly users?: readonly string[]
}

/** A real Kafka broker on the loopback address: one node that is its own controller (KRaft). */
export interface Broker extends Restartable {
  /** The address, in the form of KAFKA_BROKERS. */
  readonly brokers: string
  /** The addresses of the other listeners, by name. */
  readonly others: Readonly<Record<string, string>>
}

interface Listener {
  readonly name: string
  readonly protocol: string
  readonly address: string
}

/** Enough for a test, small for a machine. */
const HEAP = '512m'
const CLUSTER = 'carapace'

/**
 * Formats the folder if it is new, starts the broker on it and waits until it serves.
 *
 * @throws {Refusal} when Java or Kafka's jars are missing, or when the broker does not start
 */
export async function startBroker({
  dataDir,
  port,
  settings = {},
  listeners = {},
  users = [],
}: Options): Promise<Broker> {
  const found = findKafka()
  if ('missing' in found) throw new Refusal(found.missing)
  mkdirSync(dataDir, { recursive: true })
  const folder = realpathSync(dataDir)
  const clientPort = port ?? (await freeServerPort())
  const further = await Promise.all(
    Object.entries(listeners).map(async ([name, protocol]) => ({
      name,
      protocol,
      address: `127.0.0.1:${await freeServerPort()}`,
    })),
  )
  const java = (mainClass: string, ...args: string[]) => [...javaOptions, '-cp', found.classpath, mainClass, ...args]

  const launch = async () => {
    const properties = join(folder, 'server.properties')
    const all = { ...serverProperties(folder, clientPort, await freeServerPort(), further), ...settings }
    writeFileSync(
      properties,
      Object.entries(all)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
      { mode: 0o600 },
    )
    const isNew = !existsSync(join(folder, 'data', 'meta.properties'))
    if (isNew)
      execFileSync(
        'java',
        java(
          'kafka.tools.StorageTool',
          'format',
          '--cluster-id',
          CLUSTER,
          '--config',
          properties,
          ...users.flatMap((user) => ['--add-scram', user]),
        ),
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
    const serves = (logged: string) => logged.includes('Kafka Server started')
    return startServer({
      program: 'java',
      args: java('kafka.Kafka', properties),
      logFile: join(folder, 'kafka.log'),
      serves,
    })
  }

  return Object.assign(await restartable(launch), {
    brokers: `127.0.0.1:${clientPort}`,
    others: Object.fromEntries(further.map(({ name, address }) => [name, address])),
  })
}

/** Settings of a broker that requires SASL/PLAIN from its clients. */
export function plainSasl(username: string, password: string): Record<string, string> {
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required'
  return {
    'listener.security.protocol.map': 'CLIENT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'listener.name.client.plain.sasl.jaas.config':
      `${login} username="${username}" password="${password}" ` + `user_${username}="${password}";`,
  }
}

const javaOptions = [
  `-Xmx${HEAP}`,
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info', // logs a line when it serves
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
]

/**
 * Settings for one broker with one copy of everything. A killed broker registers again before an impatient client gives
 * up.
 */
function serverProperties(
  folder: string,
  port: number,
  controllerPort: number,
  further: readonly Listener[],
): Record<string, string> {
  const one = [
    'offsets.topic.replication.factor',
    'offsets.topic.num.partitions',
    'transaction.state.log.replication.factor',
    'transaction.state.log.min.isr',
    'share.coordinator.state.topic.replication.factor',
    'share.coordinator.state.topic.min.isr',
  ]
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: [
      `CLIENT://127.0.0.1:${port}`,
      `CONTROLLER://127.0.0.1:${controllerPort}`,
      ...further.map(({ name, address }) => `${name}://${address}`),
    ].join(','),
    'listener.security.protocol.map': [
      'CLIENT:PLAINTEXT',
      'CONTROLLER:PLAINTEXT',
      ...further.map(({ name, protocol }) => `${name}:${protocol}`),
    ].join(','),
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'CLIENT',
    'log.dirs': join(folder, 'data'),
    ...Object.fromEntries(one.map((name) => [name, '1'])),
    'auto.create.topics.enable': 'false',
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '1000',
    // session with its own controller: after kill -9 the broker can register only when the old session has expired
    'broker.heartbeat.interval.ms': '500',
    'broker.session.timeout.ms': '3000',
  }
}
