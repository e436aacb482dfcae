import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

import { findNats, type Nats, startNats } from '../../../nats/server.ts'

const found = findNats(process.env)

/** Why tests that stop and start a NATS server of their own are left out; undefined where they are not. */
export const natsMissing = 'missing' in found ? found.missing : undefined

/** A NATS server of this file's own, which its tests may kill; it goes after them. */
export async function ownNats(...options: readonly string[]): Promise<Nats> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-nats-'))
  const server = await startNats({ dataDir, options })
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  })
  return server
}
