import { expect, test } from 'vitest'
import { readKafkaSettings } from './kafka-settings.ts'

const brokers = { KAFKA_BROKERS: 'one:9092, [::1]:9093' }

test('[KAFKA-13] without brokers Kafka is not used; with brokers the other settings have default values', () => {
  expect(readKafkaSettings({ KAFKA_GROUP: 'x' })).toBeUndefined()
  expect(readKafkaSettings(brokers)).toEqual({
    brokers: ['one:9092', '[::1]:9093'],
    topicPrefix: 'carapace',
    group: 'carapace-ingest',
    partitions: 12,
    replication: undefined,
    retentionHours: 72,
    compression: 'lz4',
    sessionMs: 30_000,
    sasl: undefined,
    tls: undefined,
  })
})

test('[KAFKA-13] settings from the environment are used', () => {
  const sasl = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_SASL_USERNAME: 'u', KAFKA_SASL_PASSWORD: 'p' }
  expect(
    readKafkaSettings({
      ...brokers,
      ...sasl,
      KAFKA_COMPRESSION: 'zstd',
      KAFKA_PARTITIONS: '48',
      KAFKA_REPLICATION: '2',
      KAFKA_TLS: '1',
      KAFKA_TLS_CA: import.meta.filename,
    }),
  ).toMatchObject({
    sasl: { mechanism: 'scram-sha-512', username: 'u', password: 'p' },
    compression: 'zstd',
    partitions: 48,
    replication: 2,
    tls: { ca: import.meta.filename, cert: undefined },
  })
})

test.for<[sentence: string, env: Record<string, string>]>([
  ['KAFKA_BROKERS: "one" is no host:port', { KAFKA_BROKERS: 'one' }],
  ['KAFKA_BROKERS: "one:99999" is no host:port', { KAFKA_BROKERS: 'one:99999' }],
  ['KAFKA_TOPIC_PREFIX=a/b', { KAFKA_TOPIC_PREFIX: 'a/b' }],
  ['KAFKA_PARTITIONS=0', { KAFKA_PARTITIONS: '0' }],
  ['KAFKA_SESSION_MS=10', { KAFKA_SESSION_MS: '10' }],
  ['KAFKA_COMPRESSION=brotli: one of none, gzip', { KAFKA_COMPRESSION: 'brotli' }],
  ['belong together: set all three', { KAFKA_SASL_USERNAME: 'u' }],
  ['count with KAFKA_TLS=1 only', { KAFKA_TLS_CA: import.meta.filename }],
  ['belong together: set both', { KAFKA_TLS: '1', KAFKA_TLS_CERT: import.meta.filename }],
  ['KAFKA_TLS_CA=/nowhere is no file', { KAFKA_TLS: '1', KAFKA_TLS_CA: '/nowhere' }],
])('[KAFKA-13] an invalid setting is refused with a sentence: %s', ([sentence, env]) => {
  expect(() => readKafkaSettings({ ...brokers, ...env })).toThrow(sentence)
})
