import type { Bom } from '@carapace/shared/sbom/documents/bom'
import { expect, test } from 'vitest'
import { diffBoms } from './diff.ts'
import { bomIn, hasRealData, realFile } from './documents.fixture.ts'

/** Versions of numbers and dots; others are not comparable. */
function compare(_type: string, a: string, b: string): number | undefined {
  if (!/^[\d.]+$/.test(a) || !/^[\d.]+$/.test(b)) return undefined
  return a.localeCompare(b, 'en', { numeric: true })
}

function bomWith(components: readonly object[], extra: object = {}): Bom {
  return bomIn({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: components.map((each, at) => ({ type: 'library', 'bom-ref': `r${at}`, ...each })),
    ...extra,
  })
}

test('[BOM-17] Components are added, removed, upgraded, downgraded or changed', () => {
  const before = bomWith([
    { name: 'a', version: '1.9', purl: 'pkg:npm/a@1.9' },
    { name: 'b', version: '2.0', purl: 'pkg:npm/%40x/b@2.0?arch=arm' },
    { name: 'c', version: 'main' },
    { name: 'd', version: '1' },
    { name: 'same', version: '1' },
  ])
  const after = bomWith([
    { name: 'same', version: '1' },
    { name: 'a', version: '1.10', purl: 'pkg:npm/a@1.10' },
    { name: 'b', version: '1.0', purl: 'pkg:npm/%40x/b@1.0?arch=arm' },
    { name: 'c', version: 'next' },
    { name: 'e', version: '1' },
  ])
  const diff = diffBoms(before, after, compare)
  expect(diff.upgraded).toEqual([{ name: 'a', before: 'r0', after: 'r1', from: '1.9', to: '1.10' }])
  expect(diff.downgraded).toMatchObject([{ name: 'b', from: '2.0', to: '1.0' }])
  expect(diff.changed).toMatchObject([{ name: 'c', from: 'main', to: 'next' }])
  expect(diff.added.map(({ name }) => name)).toEqual(['e'])
  expect(diff.removed.map(({ name }) => name)).toEqual(['d'])
  expect(diff.moved).toEqual([])
  expect(diff.counts).toMatchObject({ upgraded: 1, added: 1, removed: 1, licence: 0 })
})

test('[BOM-17] Several versions of one component are paired by their order', () => {
  const before = bomWith([
    { name: 'a', version: '1' },
    { name: 'a', version: '3' },
    { name: 'a', version: '5' },
  ])
  const after = bomWith([
    { name: 'a', version: '4' },
    { name: 'a', version: '3' },
  ])
  const diff = diffBoms(before, after, compare)
  expect(diff.upgraded).toMatchObject([{ from: '1', to: '4' }])
  expect(diff.removed.map(({ version }) => version)).toEqual(['5'])
})

test('[BOM-17] Moves, licences, patches, crypto and rebuilt files are found', () => {
  const crypto = (keySize: string) => ({
    type: 'cryptographic-asset',
    name: 'key',
    cryptoProperties: { assetType: 'algorithm', algorithmProperties: { parameterSetIdentifier: keySize } },
  })
  const patched = { pedigree: { patches: [{ type: 'backport', resolves: [{ type: 'security', id: 'CVE-2024-1' }] }] } }
  const hash = (digit: string) => ({ hashes: [{ alg: 'SHA-256', content: digit.repeat(64) }] })
  const library = { name: 'lib', version: '1' }
  const before = bomWith([
    { ...library, licenses: [{ license: { id: 'MIT' } }], ...hash('a') },
    crypto('128'),
    { name: 'holder', components: [{ type: 'file', name: 'moved' }] },
  ])
  const after = bomWith([
    { ...library, licenses: [{ license: { id: 'ISC' } }], ...hash('b'), ...patched },
    crypto('256'),
    { name: 'holder' },
    { type: 'file', name: 'moved' },
  ])
  const diff = diffBoms(before, after, compare)
  expect(diff.licence).toMatchObject([{ name: 'lib', from: 'MIT', to: 'ISC' }])
  expect(diff.patches).toMatchObject([{ name: 'lib' }])
  expect(diff.rebuilt).toMatchObject([{ name: 'lib', from: 'a'.repeat(64), to: 'b'.repeat(64) }])
  expect(diff.crypto).toMatchObject([{ name: 'key' }])
  expect(diff.moved).toMatchObject([{ name: 'moved' }])
  expect(diff.counts).toMatchObject({ added: 0, removed: 0, upgraded: 0 })
})

test('[BOM-17] Lists are bounded, counts are not', () => {
  const many = bomWith(Array.from({ length: 25_000 }, (_, at) => ({ name: `c${at}` })))
  const diff = diffBoms(many, bomWith([]), compare)
  expect(diff.removed).toHaveLength(20_000)
  expect(diff.counts.removed).toBe(25_000)
})

test.skipIf(!hasRealData)('[BOM-17] Two versions of a control unit differ, a document and itself do not', () => {
  const before = bomIn(realFile('boms/made/autosar-classic-bcm.cdx.json'))
  const after = bomIn(realFile('boms/made/autosar-classic-bcm-next.cdx.json'))
  const diff = diffBoms(before, after, compare)
  expect(diff.counts.upgraded).toBeGreaterThan(0)
  const big = bomIn(realFile('boms/big/assembly-of-three-images.cdx.json.gz'))
  const start = process.cpuUsage()
  const same = diffBoms(big, big, compare)
  console.log(
    `Two documents of 9,622 components are compared in ${Math.round(process.cpuUsage(start).user / 1_000)} ms.`,
  )
  expect(Object.values(same.counts).every((count) => count === 0)).toBe(true)
})
