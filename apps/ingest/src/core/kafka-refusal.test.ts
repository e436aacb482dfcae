import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { guessOf, mayPass, refusalOf, secureContextOf } from './kafka-refusal.ts'

const { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError, KafkaJSSASLAuthenticationError } =
  kafkajs
/** An error as kafkajs throws it after its retries. */
const afterRetries = (error: Error) =>
  new Error('in vain', { cause: new KafkaJSNumberOfRetriesExceeded(error, { retryCount: 3, retryTime: 500 }) })
const notSignedIn = () => new (KafkaJSSASLAuthenticationError as unknown as new (message: string) => Error)('no')

test('[KAFKA-14] a permanent refusal names the setting to check, however deep its cause is', () => {
  expect(refusalOf(afterRetries(notSignedIn()))).toContain('KAFKA_SASL_PASSWORD')
  const protocolError = (type: string, code: number) =>
    new KafkaJSProtocolError(Object.assign(new Error('no'), { type, code }))
  expect(refusalOf(afterRetries(protocolError('ILLEGAL_SASL_STATE', 34)))).toContain('requires no sign-in')
  expect(refusalOf(afterRetries(protocolError('UNSUPPORTED_SASL_MECHANISM', 33)))).toContain('KAFKA_SASL_MECHANISM')
  expect(
    refusalOf(afterRetries(new KafkaJSConnectionError('no', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }))),
  ).toContain('KAFKA_TLS_CA')
  expect(refusalOf(afterRetries(new KafkaJSConnectionError('no', { code: 'ECONNREFUSED' })))).toBeUndefined()
})

test('[KAFKA-13] an error after which kafkajs gave up may be temporary; a configuration error is not', () => {
  expect(mayPass(afterRetries(new KafkaJSConnectionError('connect ECONNREFUSED')))).toBe(true)
  expect(mayPass(new Error('all topics need the same number of partitions'))).toBe(false)
})

test('[KAFKA-14] for a closed connection the possible causes are named', () => {
  const tls = { ca: undefined, cert: undefined, key: undefined }
  const sasl = { mechanism: 'plain', username: 'u', password: 'p' } as const
  const closed = new Error('Closed connection')
  expect(guessOf(closed, { tls: undefined, sasl: undefined })).toMatch(/KAFKA_TLS=1.*KAFKA_SASL_MECHANISM/)
  expect(guessOf(closed, { tls: undefined, sasl })).toMatch(/KAFKA_TLS=1\)\.$/)
  expect(
    guessOf(new Error('Client network socket disconnected before secure TLS connection was established'), {
      tls,
      sasl,
    }),
  ).toMatch('no TLS there (KAFKA_TLS)')
  expect(guessOf(new Error('connect ECONNREFUSED'), { tls, sasl })).toBe('')
})

test('[KAFKA-14] files without a certificate and its key are reported', () => {
  expect(() => secureContextOf({ ca: undefined, cert: 'nothing', key: 'nothing' })).toThrow(
    /^KAFKA_TLS_CA, KAFKA_TLS_CERT and KAFKA_TLS_KEY: files in PEM/,
  )
  expect(secureContextOf({ ca: undefined, cert: undefined, key: undefined })).toBeDefined()
})
