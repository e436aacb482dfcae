import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openKafka } from '@carapace/ingest/src/core/kafka.ts'
import { readKafkaSettings } from '@carapace/ingest/src/core/kafka-settings.ts'

import { startBroker } from '../../../kafka/broker.ts'
import { createAuthority } from '../../support/servers/authority.ts'
import { position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { eventually, kafkaMissing } from '../../support/servers/kafka.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A broker with a listener for each way of authentication, and one without. */
async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-kafka-tls-'))
  const [ours, other] = [await createAuthority(folder, 'ours'), await createAuthority(folder, 'other')]
  const server = await ours.issue('server')
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule required'
  const [broker, site] = await Promise.all([
    startBroker({
      dataDir: join(folder, 'kafka'),
      listeners: { TLS: 'SSL', MUTUAL: 'SSL', SIGNED: 'SASL_SSL', OPEN: 'SASL_PLAINTEXT' },
      users: ['SCRAM-SHA-512=[name=carapace,password=right]'],
      settings: {
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': server.pair,
        'ssl.truststore.type': 'PEM',
        'ssl.truststore.location': ours.certificate,
        'listener.name.mutual.ssl.client.auth': 'required',
        'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
        ...Object.fromEntries(
          ['signed', 'open'].flatMap((listener) => [
            [`listener.name.${listener}.plain.sasl.jaas.config`, `${plain} user_carapace="right";`],
            [
              `listener.name.${listener}.scram-sha-512.sasl.jaas.config`,
              'org.apache.kafka.common.security.scram.ScramLoginModule required;',
            ],
          ]),
        ),
      },
    }),
    startInstallation(),
  ])
  afterAll(async () => {
    await broker.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...site, alpha: await site.organisation('Alpha'), broker, ours, other }
}

const site = (kafkaMissing ? {} : await startSite()) as Awaited<ReturnType<typeof startSite>>

describe.skipIf(kafkaMissing)(`a Kafka with authentication over TLS${kafkaMissing ? `: ${kafkaMissing}` : ''}`, () => {
  const { broker, ours, other, alpha } = site

  /** The settings of ingest from these environment variables. */
  const settingsOf = (brokers: string, env: Record<string, string>) =>
    readKafkaSettings({
      KAFKA_BROKERS: brokers,
      KAFKA_PARTITIONS: '1',
      KAFKA_TOPIC_PREFIX: 'tls',
      KAFKA_GROUP: crypto.randomUUID(),
      KAFKA_SESSION_MS: '6000',
      ...env,
    })!
  const tls = (env: Record<string, string> = {}) => ({ KAFKA_TLS: '1', KAFKA_TLS_CA: ours.certificate, ...env })
  const signedIn = (KAFKA_SASL_MECHANISM: string, KAFKA_SASL_PASSWORD = 'right') => ({
    KAFKA_SASL_MECHANISM,
    KAFKA_SASL_USERNAME: 'carapace',
    KAFKA_SASL_PASSWORD,
  })

  /** An error that may be temporary is retried for one second, instead of the usual 30. */
  const opened = (brokers: string, env: Record<string, string>) =>
    openKafka(settingsOf(brokers, env), ['tls.tried'], quiet, 1_000)

  /** Writes a record; returns by how many the broker's records have increased. */
  async function taken(brokers: string, env: Record<string, string>): Promise<number> {
    const kafka = await opened(brokers, env)
    const count = async () => (await kafka.bounds('tls.tried')).get(0)!.high
    const before = await count()
    await kafka.send([{ topic: 'tls.tried', partition: 0, key: 'k', value: Buffer.from('v'), headers: {} }])
    const after = await count()
    await kafka.close()
    return after - before
  }

  test('[KAFKA-14] over TLS the broker accepts records; an unknown authority is reported at start', async () => {
    expect(await taken(broker.others.TLS!, tls())).toBe(1)
    await expect(opened(broker.others.TLS!, tls({ KAFKA_TLS_CA: other.certificate }))).rejects.toThrow(
      /refuses the connection, or is refused: .*KAFKA_TLS_CA/,
    )
    await expect(opened(broker.others.TLS!, { KAFKA_TLS: '1' })).rejects.toThrow(/KAFKA_TLS_CA/)
  })

  test('[KAFKA-14] mutual TLS works with our certificate; a missing or untrusted one is reported', async () => {
    const [client, untrusted] = [await ours.issue('client'), await other.issue('untrusted')]
    expect(
      await taken(broker.others.MUTUAL!, tls({ KAFKA_TLS_CERT: client.certificate, KAFKA_TLS_KEY: client.key })),
    ).toBe(1)
    await expect(opened(broker.others.MUTUAL!, tls())).rejects.toThrow(
      /refuses the connection, or is refused: .*KAFKA_TLS_CERT/,
    )
    await expect(
      opened(broker.others.MUTUAL!, tls({ KAFKA_TLS_CERT: untrusted.certificate, KAFKA_TLS_KEY: untrusted.key })),
    ).rejects.toThrow(/KAFKA_TLS_CERT/)
    await expect(
      opened(broker.others.MUTUAL!, tls({ KAFKA_TLS_CERT: client.certificate, KAFKA_TLS_KEY: untrusted.key })),
    ).rejects.toThrow(/^KAFKA_TLS_CA, KAFKA_TLS_CERT and KAFKA_TLS_KEY/)
  })

  test('[KAFKA-14] ingest accepts and stores events, signed in with SCRAM over TLS', async () => {
    const ingest = await site.anotherIngest({
      kafka: settingsOf(broker.others.SIGNED!, tls(signedIn('scram-sha-512'))),
    })
    expect((await site.post(alpha.key, [position('VEHICLE1', 1, 1)], { port: ingest.port })).body).toEqual({
      accepted: 1,
      rejected: [],
    })
    await eventually(async () => expect(await site.sql`SELECT lat FROM positions`).toHaveLength(1))
    await ingest.stop()
  })

  test('[KAFKA-14] PLAIN and SCRAM over TLS work; a wrong password or mechanism is reported', async () => {
    for (const mechanism of ['plain', 'scram-sha-512']) {
      expect(await taken(broker.others.SIGNED!, tls(signedIn(mechanism)))).toBe(1)
      await expect(opened(broker.others.SIGNED!, tls(signedIn(mechanism, 'wrong')))).rejects.toThrow(
        /refuses the connection, or is refused: .*KAFKA_SASL_PASSWORD/,
      )
    }
    await expect(opened(broker.others.SIGNED!, tls(signedIn('scram-sha-256')))).rejects.toThrow(/KAFKA_SASL_MECHANISM/)
  })

  test.for<[what: string, at: () => string, env: () => Record<string, string>, words: RegExp]>([
    [
      'a plain client of a TLS listener',
      () => broker.others.TLS!,
      () => ({}),
      /no broker answers there .*it may want TLS \(KAFKA_TLS=1\)/,
    ],
    [
      'a TLS client of a plain listener',
      () => broker.brokers,
      () => tls(),
      /no broker answers there .*it may speak no TLS there \(KAFKA_TLS\)/,
    ],
    [
      'a client without credentials at a listener that wants them',
      () => broker.others.OPEN!,
      () => ({}),
      /no broker answers there .*sign in \(KAFKA_SASL_MECHANISM\)/,
    ],
    [
      'a client without credentials at one over TLS',
      () => broker.others.SIGNED!,
      () => tls(),
      /no broker answers there .*sign in \(KAFKA_SASL_MECHANISM\)/,
    ],
    [
      'a client with credentials at a listener without authentication',
      () => broker.brokers,
      () => signedIn('plain'),
      /refuses the connection, or is refused: it requires no sign-in there/,
    ],
  ])('[KAFKA-14] %s gets the possible cause', ([, at, env, words]) =>
    expect(opened(at(), env())).rejects.toThrow(words),
  )
})
