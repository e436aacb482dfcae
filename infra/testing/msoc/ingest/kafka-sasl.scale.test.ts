import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

import { plainSasl, startBroker } from '../../../kafka/broker.ts'
import { position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { eventually, kafkaMissing, kafkaSettings } from '../../support/servers/kafka.ts'

describe.skipIf(kafkaMissing)(`a broker with authentication${kafkaMissing ? `: ${kafkaMissing}` : ''}`, async () => {
  if (kafkaMissing) return
  const site = await startInstallation()
  const alpha = await site.organisation('Alpha')

  test('[KAFKA-1] events pass with the password; with a wrong one ingest reports it at start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'carapace-sasl-'))
    const broker = await startBroker({ dataDir, settings: plainSasl('carapace', 'right') })
    onTestFinished(async () => {
      await broker.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const settings = (password: string) =>
      kafkaSettings({
        brokers: [broker.brokers],
        partitions: 1,
        sasl: { mechanism: 'plain', username: 'carapace', password },
      })

    await expect(site.anotherIngest({ kafka: settings('wrong') })).rejects.toThrow(/KAFKA_SASL/)
    const ingest = await site.anotherIngest({ kafka: settings('right') })
    expect((await site.post(alpha.key, [position('VEHICLE1', 1, 1)], { port: ingest.port })).body).toEqual({
      accepted: 1,
      rejected: [],
    })
    await eventually(async () => expect(await site.sql`SELECT lat FROM positions`).toHaveLength(1))
    await ingest.stop()
  })
})
