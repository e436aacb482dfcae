import { expect, test } from 'vitest'
import { bytesOf, sampleCycloneDx, sampleTagValue } from './documents.fixture.ts'
import { createDocumentThread } from './thread.ts'

test('[BOM-13] Documents are read in a thread of their own', async () => {
  const thread = createDocumentThread()
  const reading = await thread.run('org', 'bom', () => Promise.resolve(bytesOf(sampleCycloneDx())))
  expect('bom' in reading && reading.bom.components).toHaveLength(4)
  const files = [sampleCycloneDx(), sampleTagValue].map((each, at) => ({ name: `${at}`, bytes: bytesOf(each) }))
  const set = await thread.run('org', 'bomSet', () => Promise.resolve(files))
  expect('bom' in set && set.bom.components).toHaveLength(6)
  const refused = await thread.run('org', 'bom', () => Promise.resolve(bytesOf('{')))
  expect(refused).toMatchObject({ faults: [{ place: 'line 1, column 2' }] })
  await thread.stop()
})
