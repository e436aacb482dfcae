import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

import { findNats, type Nats, startNats } from '../../../nats/server.ts'

const found = findNats(process.env)

/** Why tests that start and stop their own NATS server are skipped; undefined if they are not. */
export const natsMissing = 'missing' in found ? found.missing : undefined

/** Starts a NATS server for this file, which its tests may kill; it is stopped after them. */
export async function ownNats(...options: readonly string[]): Promise<Nats> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-nats-'))
  const server = await startNats({ dataDir, options })
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  })
  return server
}
