import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'
import { expect, test } from 'vitest'
import { indexBom } from './indexed.ts'
import { storableJson } from './store.queries.ts'

const component = (ref: string, fields: Partial<BomComponent> = {}): BomComponent => ({
  ref,
  type: 'library',
  name: ref,
  swhids: [],
  hashes: [],
  paths: [],
  evidence: [],
  references: [],
  patches: [],
  properties: [],
  ...fields,
})

const bom = (components: readonly BomComponent[], edges: Record<string, string[]> = {}): Bom => ({
  head: { format: 'CycloneDX JSON', specVersion: '1.6', authors: [], tools: [], lifecycles: [] },
  subject: components[0]!.ref,
  components,
  dependencies: Object.entries(edges).map(([ref, dependsOn]) => ({ ref, dependsOn, provides: [] })),
  vex: { statements: [], ignored: [] },
  ignored: [],
})

test('[SBOM-24] the depth is the fewest steps from the subject; cycles end, and what is not reached has none', () => {
  const { components, edges } = indexBom(
    bom(
      ['a', 'b', 'c', 'd', 'e'].map((ref) => component(ref)),
      { a: ['b', 'c'], b: ['c', 'b'], c: ['d'], d: ['a'] },
    ),
  )
  expect(components.map(({ depth }) => depth)).toEqual([0, 1, 1, 2, null])
  expect(edges.length / 3).toBe(6)
})

test('[SBOM-21] [SBOM-22] identity and keys of components', () => {
  const { components } = indexBom(
    bom([
      component('zlib', {
        version: '1.2.11',
        purl: 'pkg:npm/zlib@1.2.11',
        cpe: 'cpe:2.3:a:zlib:zlib:1.2.11:*:*:*:*:*:*:*',
      }),
      component('deb', { version: '1', purl: 'pkg:deb/debian/curl@1' }),
      component('own', { version: '1' }),
    ]),
  )
  expect(components.map(({ identityKind, unmatched }) => [identityKind, unmatched])).toEqual([
    ['purl', ''],
    ['purl', 'no distro'],
    ['name', 'no purl'],
  ])
  expect(components[0]!.keys).toEqual([
    { ecosystem: 'npm', name: 'zlib', version: '1.2.11' },
    { ecosystem: 'CPE', name: 'zlib:zlib', version: '1.2.11' },
  ])
})

test('[SBOM-20] long texts are cut, what does not fit is listed, and what cannot be stored is left out', () => {
  const { components, ignored } = indexBom(
    bom([component('x'.repeat(5_000), { crypto: { assetType: 'y'.repeat(200_000) } })]),
  )
  expect([components[0]!.name.length, components[0]!.crypto]).toEqual([400, null])
  expect(ignored).toEqual([expect.stringContaining('crypto properties are too large')])
  expect(JSON.parse(storableJson({ a: 'b\0c', d: '\ud800x', e: '\\u0000', f: '😀' }))).toEqual({
    a: 'bc',
    d: '\ufffdx',
    e: '\\u0000',
    f: '😀',
  })
})

test('a chain of 200,000 components is indexed without recursion', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => component(`c${at}`))
  const { components } = indexBom(
    bom(many, Object.fromEntries(many.slice(0, -1).map(({ ref }, at) => [ref, [`c${at + 1}`]]))),
  )
  expect(components.at(-1)!.depth).toBe(199_999)
})
