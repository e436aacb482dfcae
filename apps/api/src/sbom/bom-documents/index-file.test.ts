import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBom } from '../documents/read.ts'
import { componentsAt, edgesAt, type IndexFile, statementsOf, writeIndex } from './index-file.ts'
import { indexBom } from './indexed.ts'

const folder = await mkdtemp(join(tmpdir(), 'carapace-index-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A document of so many components, each of which needs the next. */
function chain(count: number) {
  const refs = Array.from({ length: count }, (_, at) => `c${at}`)
  const text = JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: refs.map((ref) => ({ type: 'library', name: ref, version: '1', 'bom-ref': ref })),
    dependencies: refs.slice(1).map((ref, at) => ({ ref: refs[at], dependsOn: [ref] })),
    vulnerabilities: [{ id: 'CVE-2026-1', analysis: { state: 'not_affected' }, affects: [{ ref: 'c1' }] }],
  })
  const read = readBom(Buffer.from(text))
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return { indexed: indexBom(read.bom), vex: read.bom.vex }
}

test('[SBOM-12] an index is taken part by part, from any place on', async () => {
  const { indexed, vex } = chain(12_000)
  const index = writeIndex(join(folder, 'chain'), indexed, vex) as IndexFile
  expect(index).toMatchObject({ components: 12_000, edges: 11_999 })
  const taken: unknown[] = []
  for (let part = await componentsAt(index, 0); part.length > 0; part = await componentsAt(index, taken.length)) {
    expect(part.length).toBeLessThanOrEqual(5_000)
    taken.push(...part)
  }
  expect(taken).toEqual(JSON.parse(JSON.stringify(indexed.components)))
  expect((await componentsAt(index, 7_000))[0]).toMatchObject({ position: 7_000 })
  expect(await edgesAt(index, 0)).toEqual(indexed.edges)
  expect(await edgesAt(index, 11_998)).toEqual(indexed.edges.subarray(11_998 * 3))
  expect(await edgesAt(index, 11_999)).toHaveLength(0)
  expect(await statementsOf(index)).toEqual(JSON.parse(JSON.stringify(vex)))
})

test('[SBOM-12] an index that is larger than may be kept leaves no file', () => {
  const { indexed, vex } = chain(50)
  const path = join(folder, 'large')
  const most = { bytes: 2_000_000, statementBytes: 100_000 }
  expect(writeIndex(path, indexed, vex, { ...most, bytes: 2_000 })).toEqual({
    tooLarge: 'What would be kept of its components is more than 0 MB. Divide the document.',
  })
  expect(writeIndex(path, indexed, vex, { ...most, statementBytes: 10 })).toHaveProperty('tooLarge')
  expect(existsSync(path)).toBe(false)
  expect(writeIndex(path, indexed, vex, most)).toHaveProperty('path')
})
