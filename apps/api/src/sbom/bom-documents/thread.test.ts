import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bytesOf, sampleCycloneDx } from '../documents/documents.fixture.ts'
import { createBomThread } from './thread.ts'

test('[BOM-13] documents are read in a thread of their own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-index-'))
  const thread = createBomThread()
  onTestFinished(async () => {
    await thread.stop()
    rmSync(folder, { recursive: true })
  })
  const read = (text: Parameters<typeof bytesOf>[0], name: string) =>
    thread.run('org', 'index', () => Promise.resolve({ bytes: bytesOf(text), path: join(folder, name) }))
  expect(await read(sampleCycloneDx(), 'whole')).toMatchObject({ index: { components: 4 } })
  expect(await read('{', 'broken')).toMatchObject({ faults: [{ place: 'line 1, column 2' }] })
})
