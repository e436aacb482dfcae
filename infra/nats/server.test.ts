import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { scratchFolder } from '../local/test/support.ts'
import { findNats } from './server.ts'

test('looks for nats-server in NATS_SERVER, then on the PATH, then in the folder of Go programs', () => {
  const folder = scratchFolder()
  const env = { NATS_SERVER: join(folder, 'mine'), PATH: `:${join(folder, 'usr')}`, GOPATH: join(folder, 'go') }
  expect(findNats(env)).toEqual({ missing: expect.stringContaining('NATS_SERVER') as string })

  for (const program of ['go/bin/nats-server', 'usr/nats-server', 'mine'].map((name) => join(folder, name))) {
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, '', { mode: 0o755 })
    expect(findNats(env)).toEqual({ program })
  }
})
