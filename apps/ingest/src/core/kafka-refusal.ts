import { createSecureContext } from 'node:tls'
import kafkajs from 'kafkajs'
import { tlsRefusal } from '@carapace/shared/core/tls-refusal'
import type { KafkaSettings } from './kafka-settings.ts'

/**
 * kafkajs' own words for a broker that took the connection and ended it, and Node's for one that answers TLS with
 * something else, or with nothing.
 */
const closed =
  /closed connection|closed by the server|before secure TLS connection|wrong version number|packet length too long/i

/**
 * What does not mend itself when a broker does not take us, and which setting to look at; undefined where it is away.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { type, code } = error as { type?: string; code?: string }
  if (error instanceof kafkajs.KafkaJSSASLAuthenticationError || type === 'UNSUPPORTED_SASL_MECHANISM')
    return 'check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD'
  if (type === 'ILLEGAL_SASL_STATE')
    return (
      'it asks nobody to sign in there: take KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD ' +
      'away, or name another port of it in KAFKA_BROKERS'
    )
  return tlsRefusal(code, 'KAFKA') ?? refusalOf(error.cause)
}

/** Whether it is worth while to try again: kafkajs says so of what it gave up, deep within its reasons. */
export function mayPass(error: unknown): boolean {
  return error instanceof Error && ((error as { retriable?: boolean }).retriable === true || mayPass(error.cause))
}

/** What may be wrong where no broker answers as it should; empty where nothing tells. */
export function guessOf(error: unknown, { tls, sasl }: Pick<KafkaSettings, 'tls' | 'sasl'>): string {
  if (!closed.test((error as Error).message)) return ''
  const wants = [
    ...(tls ? ['speak no TLS there (KAFKA_TLS)'] : ['want TLS (KAFKA_TLS=1)']),
    ...(sasl ? [] : ['want us to sign in (KAFKA_SASL_MECHANISM)']),
  ]
  return ` Something closes the connection: it may ${wants.join(', or ')}.`
}

/**
 * What a connection over TLS needs, of files in PEM that are there.
 *
 * @throws a sentence when they do not hold what they should
 */
export function secureContextOf(files: {
  readonly ca: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}) {
  try {
    return createSecureContext(files)
  } catch (error) {
    throw new Error(
      'KAFKA_TLS_CA, KAFKA_TLS_CERT and KAFKA_TLS_KEY: files in PEM are needed, the key that of the ' +
        `certificate (${(error as Error).message}).`,
      { cause: error },
    )
  }
}
