import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bomIn, bytesOf, faultsIn, sampleCycloneDx } from './documents.fixture.ts'
import { parseJson } from './json.ts'
import { deepest, mostUnpackedBytes } from './limits.ts'
import { unpack } from './unpack.ts'
import { unzstd } from './zstd.ts'

const head = { bomFormat: 'CycloneDX', specVersion: '1.6' }
const xmlHead = '<?xml version="1.0"?>\n'
const namespace = 'xmlns="http://cyclonedx.org/schema/bom/1.6"'

test('[BOM-4] JSON that nests deeper than 256 levels is refused with its place', () => {
  const deep = `{"bomFormat":"CycloneDX","specVersion":"1.6","x":\n${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
  expect(faultsIn(deep)).toEqual([
    { place: `line 2, column ${deepest}`, message: `The document nests deeper than ${deepest} levels.` },
  ])
  expect(faultsIn(`[${'[{"a":"'.repeat(300)}`)[0]!.message).toContain('deeper')
})

test('[BOM-4] JSON with more values than memory can hold is refused before it is parsed', () => {
  const message = 'The document has more than 5 values.'
  expect(parseJson('[[],[],[]]', 5)).toEqual({ faults: [{ place: 'line 1, column 8', message }] })
  expect(parseJson('[1,2,3,4,5,6]', 5)).toMatchObject({ faults: [{ message }] })
  expect(parseJson('[",,,[[[", {"a": 1}, "b"]', 5)).toEqual({ value: [',,,[[[', { a: 1 }, 'b'] })
})

test('[BOM-4] Brackets in texts do not count as nesting', () => {
  const component = { type: 'library', name: `\\"${'[{'.repeat(1_000)}"\\` }
  expect(bomIn({ ...head, components: [component] }).components[0]!.name).toBe(component.name)
})

test('[BOM-8] XML that nests deeper than 256 levels is refused', () => {
  const deep = `${xmlHead}<bom ${namespace}>${'<components>'.repeat(100_000)}`
  expect(faultsIn(deep)[0]).toMatchObject({ place: expect.stringContaining('line 2') as string })
  expect(faultsIn(deep)[0]!.message).toContain('deeper than 256')
})

test.for([
  ['entity expansion', '<!DOCTYPE bom [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'],
  ['an external entity', '<!DOCTYPE bom [<!ENTITY a SYSTEM "file:///etc/hostname">]>'],
  ['an external declaration', '<!DOCTYPE bom SYSTEM "http://127.0.0.1:9/bom.dtd">'],
  ['a parameter entity', '<!DOCTYPE bom [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p"> %p;]>'],
])('[BOM-8] A document type declaration is refused: %s', ([, declaration]) => {
  const document = `${xmlHead}${declaration}<bom ${namespace}><components/></bom>`
  expect(faultsIn(document)[0]!.message).toContain('DOCTYPE')
})

test('[BOM-8] XML includes and schema locations load nothing', () => {
  const include = '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="file:///etc/hostname" parse="text"/>'
  const located = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:x file:///etc/hostname"'
  const bom = bomIn(`${xmlHead}<bom ${namespace} ${located}><components/>${include}</bom>`)
  expect(bom.components).toEqual([])
})

test('[BOM-7] A small file that unpacks to more than the limit is refused', () => {
  const zeros = Buffer.alloc(20_000_000)
  for (const packed of [gzipSync(zeros), zstdCompressSync(zeros)]) {
    expect(packed.length).toBeLessThan(20_000)
    expect(unpack(packed, 19_000_000)).toEqual({
      faults: [{ place: '', message: 'The file unpacks to more than 19 MB.' }],
    })
    const unpacked = unpack(packed, 20_000_000)
    expect('bytes' in unpacked && unpacked.bytes.length).toBe(zeros.length)
  }
  expect(mostUnpackedBytes).toBe(600_000_000)
})

test('[BOM-7] The limit holds for all frames of a Zstandard file together', () => {
  const frame = zstdCompressSync(Buffer.alloc(1_000_000))
  const many = Buffer.concat(Array.from({ length: 20 }, () => frame))
  expect(unzstd(many, { maxOutputLength: 20_000_000 })).toHaveLength(20_000_000)
  expect(() => unzstd(many, { maxOutputLength: 19_999_999 })).toThrow('larger than')
})

test('[BOM-7] Layers of packing and damaged files are refused', () => {
  let packed: Uint8Array = bytesOf(sampleCycloneDx())
  expect(bomIn(gzipSync(zstdCompressSync(packed))).components).toHaveLength(4)
  for (let layer = 0; layer < 5; layer++) packed = gzipSync(packed)
  expect(faultsIn(packed)[0]!.message).toContain('packed more than')
  expect(faultsIn(gzipSync(bytesOf(head)).subarray(0, 30))[0]!.message).toContain('damaged')
})

test('[BOM-3] A reference that two elements have is a fault with its place', () => {
  const twice = { type: 'library', name: 'a', 'bom-ref': 'a' }
  const document = { ...head, components: [twice, { ...twice, name: 'b', components: [{ ...twice, name: 'c' }] }] }
  expect(faultsIn(document)).toEqual([
    { place: '/components/1/bom-ref', message: 'The bom-ref is that of /components/0 too.' },
    { place: '/components/1/components/0/bom-ref', message: 'The bom-ref is that of /components/0 too.' },
  ])
})

test('[BOM-12] Circles of dependencies are kept, circles of composition are cut', () => {
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'circle',
    documentNamespace: 'https://oem.example/circle',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x'] },
    packages: ['a', 'b', 'c'].map((name) => ({ SPDXID: `SPDXRef-${name}`, name, downloadLocation: 'NONE' })),
    relationships: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'a'],
    ].flatMap(([from, to]) =>
      ['CONTAINS', 'DEPENDS_ON'].map((relationshipType) => ({
        spdxElementId: `SPDXRef-${from}`,
        relationshipType,
        relatedSpdxElement: `SPDXRef-${to}`,
      })),
    ),
  }
  const { components, dependencies } = bomIn(document)
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn)).toHaveLength(4)
  expect(components.filter(({ parent }) => parent === undefined)).toHaveLength(1)
})

test('[BOM-12] A million edges are read', () => {
  const names = Array.from({ length: 1_001 }, (_, at) => `c${at}`)
  const document = {
    ...head,
    components: names.map((name) => ({ type: 'library', name, 'bom-ref': name })),
    dependencies: names.map((ref) => ({ ref, dependsOn: names.filter((name) => name !== ref) })),
  }
  const { dependencies } = bomIn(document)
  expect(dependencies.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0)).toBe(1_001_000)
})

test('[BOM-5] Scripts in names and absurd purls are kept as texts', () => {
  const name = '<script>alert(1)</script>{{7*7}}\u202e=cmd|"/c calc"!A1'
  const purl = `pkg:npm/${'%2F..'.repeat(10_000)}@${'@'.repeat(10_000)}?x=${'&'.repeat(10_000)}`
  const { components } = bomIn({ ...head, components: [{ type: 'library', name, purl, version: '__proto__' }] })
  expect(components[0]).toMatchObject({ name, purl, version: '__proto__' })
})

test('[BOM-5] Names of prototypes are ordinary names', () => {
  const text = JSON.stringify({
    ...head,
    components: [{ type: 'library', name: 'constructor', 'bom-ref': '__proto__' }],
  })
  const bom = bomIn(text.replace('"components"', '"metadata":{"component":{"type":"data","name":"x"}},"components"'))
  expect(bom.components.map(({ ref }) => ref)).toEqual(['#/metadata/component', '__proto__'])
  expect(faultsIn(text.replace('"bomFormat"', '"__proto__":{"bomFormat":"CycloneDX"},"x"'))).not.toEqual([])
  expect(({} as Record<string, unknown>)['bomFormat']).toBeUndefined()
})

test('[BOM-2] A document with many faults reports 100', () => {
  const faults = faultsIn({ ...head, components: Array.from({ length: 200_000 }, () => ({})) })
  expect(faults).toHaveLength(100)
  expect(faults[0]).toEqual({ place: '/components/0', message: "The value must have required property 'type'." })
  const large = faultsIn({
    ...head,
    components: [{ type: 'library', name: 'a', components: Array.from({ length: 100_000 }, (_, at) => ({ at })) }],
  })
  expect(large).toHaveLength(1)
})

test.for([
  ['blank lines and no document', '\n'.repeat(2_000_000)],
  ['zeros', '\0'.repeat(2_000_000) + 'x'],
  ['comments and no tag', '# '.repeat(1_000_000)],
  ['blanks before a bracket', `SPDXVersion: SPDX-2.3\nCreator: Person: ${' '.repeat(1_000_000)}x(`],
  ['an endless text', `SPDXVersion: SPDX-2.3\nDocumentComment: <text>${'\n<text>'.repeat(300_000)}`],
  ['brackets of YAML', `spdxVersion: ${'['.repeat(1_000_000)}`],
  ['levels of YAML', `spdxVersion: x\n${'- '.repeat(1_000_000)}`],
  ['aliases of YAML', `spdxVersion: &a [x, x]\nSPDXID: &b [*a, *a]\nname: [*b, *b]`],
  ['backslashes', `{"a":"${'\\\\'.repeat(1_000_000)}`],
])('[BOM-19] %s give a fault in linear time', ([, text]) => {
  expect(faultsIn(text!).length).toBeGreaterThan(0)
})

test('[BOM-19] A licence expression of 100,000 brackets is checked without recursion', () => {
  const licence = `${'('.repeat(100_000)}MIT${')'.repeat(100_000)} AND (`
  const bom = bomIn({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'x',
    documentNamespace: 'https://oem.example/x',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x'] },
    packages: [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NONE', licenseDeclared: licence }],
  })
  expect(bom.ignored).toEqual(['/packages/0/licenseDeclared: this is no licence expression: a “)” is missing'])
})
