import { expect, test } from 'vitest'
import { tlsRefusal } from './tls-refusal.ts'

test.for<[setting: string, code: string]>([
  ['KAFKA_TLS_CA', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['KAFKA_TLS_CA', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['KAFKA_BROKERS', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['KAFKA_TLS_CERT', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
  ['KAFKA_TLS_CERT', 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE'],
  ['KAFKA_TLS_CERT', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'],
  ['KAFKA_TLS_KEY', 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'],
])('[BUS-11] [KAFKA-14] a TLS error names the setting to check: %s for %s', ([setting, code]) => {
  expect(tlsRefusal(code, 'KAFKA')).toContain(setting)
  expect(tlsRefusal(code, 'NATS')).toContain(setting.replace('KAFKA_BROKERS', 'NATS_URL').replace('KAFKA', 'NATS'))
})

test('[BUS-11] [KAFKA-14] an error that resolves by itself, or is fixed at the server, is not a refusal', () => {
  for (const code of [
    undefined,
    'ECONNREFUSED',
    'ECONNRESET',
    'CERT_HAS_EXPIRED',
    'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  ])
    expect(tlsRefusal(code, 'NATS')).toBeUndefined()
})
