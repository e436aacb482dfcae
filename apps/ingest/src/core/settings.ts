import { type BusSettings, readBusSettings } from '@carapace/shared/core/bus/bus'
import { type KafkaSettings, readKafkaSettings } from './kafka-settings.ts'
import { type MqttSettings, readMqttSettings } from './mqtt-settings.ts'

/** Settings from the environment; the README lists them. */
export interface Settings {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  readonly syslogPort: number
  readonly syslogTlsPort: number
  readonly syslogTls: { readonly cert: string; readonly key: string } | undefined
  /** The uuid of the organisation of unauthenticated syslog; undefined means the only one that exists. */
  readonly syslogOrganisation: string | undefined
  readonly metricsToken: string | undefined
  readonly trustProxy: boolean
  /** Maximum open connections of one address, over HTTP and syslog together. */
  readonly connectionsPerAddress?: number | undefined
  /** Maximum log lines without a key of one address, a second. */
  readonly keylessLinesPerSecond?: number | undefined
  /** Undefined: events are stored directly. */
  readonly kafka: KafkaSettings | undefined
  readonly bus: BusSettings
  /** Undefined: vehicles fetch their actions over HTTP only. */
  readonly mqtt?: MqttSettings | undefined
}

export const defaultConnectionsPerAddress = 1_000
export const defaultKeylessLinesPerSecond = 5_000

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings.
 *
 * @throws {Error} with a sentence for the operator when a setting is missing or invalid
 */
export function readSettings(env: Env): Settings {
  if (!env.DATABASE_URL)
    throw new Error('DATABASE_URL is not set: say which PostgreSQL to use, or start everything with `npm start`.')
  return {
    databaseUrl: env.DATABASE_URL,
    host: env.HOST || '127.0.0.1',
    port: port(env, 'INGEST_PORT', 4100),
    syslogPort: port(env, 'SYSLOG_PORT', 5514),
    syslogTlsPort: port(env, 'SYSLOG_TLS_PORT', 6514),
    syslogTls:
      env.SYSLOG_TLS_CERT && env.SYSLOG_TLS_KEY ? { cert: env.SYSLOG_TLS_CERT, key: env.SYSLOG_TLS_KEY } : undefined,
    syslogOrganisation: env.SYSLOG_ORGANISATION || undefined,
    metricsToken: env.METRICS_TOKEN || undefined,
    trustProxy: env.TRUST_PROXY === '1',
    connectionsPerAddress: count(env, 'CONNECTIONS_PER_ADDRESS', defaultConnectionsPerAddress),
    keylessLinesPerSecond: count(env, 'KEYLESS_LINES_PER_SECOND', defaultKeylessLinesPerSecond),
    kafka: readKafkaSettings(env),
    bus: readBusSettings(env),
    mqtt: readMqttSettings(env),
  }
}

function port(env: Env, name: string, usual: number): number {
  const value = env[name] ? Number(env[name]) : usual
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new Error(`${name}=${env[name]} is not a port.`)
  return value
}

function count(env: Env, name: string, usual: number): number {
  const value = env[name] ? Number(env[name]) : usual
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name}=${env[name]} is not a number from 1.`)
  return value
}
