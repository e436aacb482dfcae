import { createSecureContext } from 'node:tls'
import kafkajs from 'kafkajs'
import { tlsRefusal } from '@carapace/shared/core/tls-refusal'
import type { KafkaSettings } from './kafka-settings.ts'

/**
 * Messages of kafkajs for a broker that accepted the connection and closed it, and of Node for one that answers TLS
 * with something else, or not at all.
 */
const closed =
  /closed connection|closed by the server|before secure TLS connection|wrong version number|packet length too long/i

/**
 * The setting to check if a broker permanently refuses the connection; undefined if it may only be unavailable.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { type, code } = error as { type?: string; code?: string }
  if (error instanceof kafkajs.KafkaJSSASLAuthenticationError || type === 'UNSUPPORTED_SASL_MECHANISM')
    return 'check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD'
  if (type === 'ILLEGAL_SASL_STATE')
    return (
      'it requires no sign-in there: remove KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD, ' +
      'or name another of its ports in KAFKA_BROKERS'
    )
  return tlsRefusal(code, 'KAFKA') ?? refusalOf(error.cause)
}

/** Whether a retry may succeed: kafkajs marks the error on which it gave up as retriable, deep in its causes. */
export function mayPass(error: unknown): boolean {
  return error instanceof Error && ((error as { retriable?: boolean }).retriable === true || mayPass(error.cause))
}

/** The possible causes if no broker answers as expected; empty if unknown. */
export function guessOf(error: unknown, { tls, sasl }: Pick<KafkaSettings, 'tls' | 'sasl'>): string {
  if (!closed.test((error as Error).message)) return ''
  const wants = [
    ...(tls ? ['speak no TLS there (KAFKA_TLS)'] : ['want TLS (KAFKA_TLS=1)']),
    ...(sasl ? [] : ['want us to sign in (KAFKA_SASL_MECHANISM)']),
  ]
  return ` Something closes the connection: it may ${wants.join(', or ')}.`
}

/**
 * The TLS context for a connection, made of existing PEM files.
 *
 * @throws {Error} with a sentence for the operator when a file has the wrong content
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
