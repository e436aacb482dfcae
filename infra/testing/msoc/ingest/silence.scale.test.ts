import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'

import { startBroker } from '../../../kafka/broker.ts'
import { alertsOf, position, theAlert } from '../../support/events.ts'
import { createVehicle } from '../../support/factories.ts'
import { startInstallation } from '../../support/installation.ts'
import { eventually, kafkaMissing, kafkaSettings, settled } from '../../support/servers/kafka.ts'

describe.skipIf(kafkaMissing)(`silence with Kafka${kafkaMissing ? `: ${kafkaMissing}` : ''}`, async () => {
  if (kafkaMissing) return
  const site = await startInstallation()
  // only the processes at the broker look for silent vehicles
  await site.ingest.stop()

  test(
    '[OWN-GAP-2] [OWN-GAP-4] [SILENCE-5] a killed broker blames no vehicle, and jamming is one alert',
    { timeout: 300_000 },
    async () => {
      const alpha = await site.organisation('Alpha')
      const dataDir = mkdtempSync(join(tmpdir(), 'carapace-kafka-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const broker = await startBroker({ dataDir })
      onTestFinished(() => broker.stop())
      const settings = kafkaSettings({ brokers: [broker.brokers] })
      const ingest = await site.anotherIngest({ kafka: settings })
      onTestFinished(() => ingest.stop())

      const vins = Array.from({ length: 50 }, (_, n) => `JAM${n}`)
      const others = Array.from({ length: 10 }, (_, n) => `WELL${n}`)
      for (const vin of [...vins, ...others])
        await createVehicle(site, alpha.members.ADMIN.token, { vin, reports_every_seconds: 2 })
      let senders = [...vins, ...others]
      const send = () =>
        site.post(
          alpha.key,
          senders.map((vin) => position(vin, 1, 1)),
          { port: ingest.port },
        )
      expect((await send()).status).toBe(200)
      const sending = setInterval(() => void send().catch(() => undefined), 1_000)
      onTestFinished(() => clearInterval(sending))
      await settled(site, settings)
      const rules = async () => (await alertsOf(site, alpha)).map(({ rule }) => rule)

      await broker.kill('SIGKILL')
      await eventually(async () => expect(await rules()).toEqual(['own-gap']))
      expect(await theAlert(site, alpha)).toMatchObject({ vehicle: null, cleared_at: null })
      await broker.start()
      await eventually(async () =>
        expect(await theAlert(site, alpha)).toMatchObject({ rule: 'own-gap', cleared_at: expect.any(String) }),
      )
      await eventually(async () => expect((await send()).status).toBe(200))

      // two kinds of senders at the broker, which is well: one of them falls silent
      senders = others
      await eventually(async () => expect((await rules()).toSorted()).toEqual(['fleet-silence', 'own-gap']))
      const fleet = await theAlert(site, alpha, { rule: 'fleet-silence' })
      expect(fleet).toMatchObject({ severity: 'high', folded: 50, title: '50 of 60 vehicles silent at once' })
      const { alerts: parts } = await site.request(alpha.members.VIEWER.token, listAlerts, {
        folded_into: fleet.uuid,
        limit: 500,
      })
      expect(parts.map(({ vehicle }) => vehicle!.vin).sort()).toEqual(vins.toSorted())
    },
  )
})
