import { accessSync, constants } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

export const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const
export type Compression = (typeof compressions)[number]
const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** The Kafka cluster that ingest uses, and how. */
export interface KafkaSettings {
  readonly brokers: readonly string[]
  readonly topicPrefix: string
  readonly group: string
  /** For topics that are created; existing topics keep their number of partitions. */
  readonly partitions: number
  /** Undefined: three copies, or as many as there are brokers. */
  readonly replication: number | undefined
  readonly retentionHours: number
  readonly compression: Compression
  /** A process that is silent for this long loses its partitions to the others, ms. */
  readonly sessionMs: number
  readonly sasl:
    | { readonly mechanism: (typeof mechanisms)[number]; readonly username: string; readonly password: string }
    | undefined
  /** Contents of PEM files; undefined: no TLS. */
  readonly tls:
    { readonly ca: string | undefined; readonly cert: string | undefined; readonly key: string | undefined } | undefined
}

/**
 * Reads the settings of Kafka; undefined if KAFKA_BROKERS names no brokers.
 *
 * @throws {Error} with a sentence for the operator when a setting is invalid
 */
export function readKafkaSettings(env: Env): KafkaSettings | undefined {
  if (!env.KAFKA_BROKERS) return undefined
  return {
    brokers: env.KAFKA_BROKERS.split(',').map((broker) => address(broker.trim())),
    topicPrefix: name(env, 'KAFKA_TOPIC_PREFIX', 'carapace'),
    group: name(env, 'KAFKA_GROUP', 'carapace-ingest'),
    partitions: whole(env, 'KAFKA_PARTITIONS', 1, 10_000) ?? 12,
    replication: whole(env, 'KAFKA_REPLICATION', 1, 100),
    retentionHours: whole(env, 'KAFKA_RETENTION_HOURS', 1, 24 * 3650) ?? 72,
    compression: oneOf(env, 'KAFKA_COMPRESSION', compressions) ?? 'lz4',
    sessionMs: whole(env, 'KAFKA_SESSION_MS', 1_000, 3_600_000) ?? 30_000,
    sasl: saslIn(env),
    tls: tlsIn(env),
  }
}

function address(broker: string): string {
  const [, port] = /^(?:[\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})$/.exec(broker) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(`KAFKA_BROKERS: "${broker}" is no host:port, such as kafka.example:9092.`)
  return broker
}

function name(env: Env, setting: string, usual: string): string {
  const value = env[setting] || usual
  if (!/^[\w.-]{1,200}$/.test(value))
    throw new Error(`${setting}=${value}: 1 to 200 letters, digits and . _ - are a name that Kafka takes.`)
  return value
}

function whole(env: Env, setting: string, least: number, most: number): number | undefined {
  const value = env[setting]
  if (!value) return undefined
  if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new Error(`${setting}=${value}: a whole number from ${least} to ${most} is needed.`)
  return Number(value)
}

function oneOf<T extends string>(env: Env, setting: string, words: readonly T[]): T | undefined {
  const value = env[setting]
  if (!value) return undefined
  const word = words.find((one) => one === value.toLowerCase())
  if (word === undefined) throw new Error(`${setting}=${value}: one of ${words.join(', ')} is needed.`)
  return word
}

function saslIn(env: Env): KafkaSettings['sasl'] {
  const mechanism = oneOf(env, 'KAFKA_SASL_MECHANISM', mechanisms)
  const [username, password] = [env.KAFKA_SASL_USERNAME, env.KAFKA_SASL_PASSWORD]
  if (!mechanism && !username && !password) return undefined
  if (!mechanism || !username || !password)
    throw new Error(
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD belong together: set all three, or none.',
    )
  return { mechanism, username, password }
}

function tlsIn(env: Env): KafkaSettings['tls'] {
  const [ca, cert, key] = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'].map((setting) =>
    readable(setting, env[setting]),
  )
  if (env.KAFKA_TLS !== '1') {
    if (ca ?? cert ?? key)
      throw new Error(
        'KAFKA_TLS_CA, KAFKA_TLS_CERT and KAFKA_TLS_KEY count with KAFKA_TLS=1 only: set it, or none of them.',
      )
    return undefined
  }
  if ((cert === undefined) !== (key === undefined))
    throw new Error('KAFKA_TLS_CERT and KAFKA_TLS_KEY belong together: set both, or neither.')
  return { ca, cert, key }
}

function readable(setting: string, file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch {
    throw new Error(`${setting}=${file} is no file that can be read.`)
  }
}
