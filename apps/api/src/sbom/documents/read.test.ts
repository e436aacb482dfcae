import { expect, test } from 'vitest'
import { bomIn, bytesOf, faultsIn, sampleCycloneDx, sampleTagValue } from './documents.fixture.ts'

const spdx = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'x',
  documentNamespace: 'https://oem.example/x',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x'] },
}

test('[BOM-1] CycloneDX JSON is read into the model', () => {
  const bom = bomIn(sampleCycloneDx())
  expect(bom.head).toEqual({
    format: 'CycloneDX JSON',
    specVersion: '1.6',
    id: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    revision: '2',
    name: 'gateway',
    created: '2026-01-02T03:04:05Z',
    authors: ['Ada <ada@oem.example>'],
    tools: ['builder 3'],
    supplier: 'OEM',
    lifecycles: ['build'],
  })
  expect(bom.subject).toBe('gateway')
  expect(bom.components.map(({ ref, parent }) => [ref, parent])).toEqual([
    ['gateway', undefined],
    ['lwip', undefined],
    ['tcp.c', 'lwip'],
    ['mbedtls', undefined],
  ])
  expect(bom.components[1]).toEqual({
    ref: 'lwip',
    type: 'library',
    group: 'net',
    name: 'lwip',
    version: '2.1.2',
    purl: 'pkg:generic/lwip@2.1.2',
    cpe: 'cpe:2.3:a:lwip_project:lwip:2.1.2:*:*:*:*:*:*:*',
    swhids: [],
    hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
    licence: 'BSD-3-Clause',
    supplier: 'Tier 1',
    paths: ['/lib/lwip.a'],
    evidence: [],
    references: [],
    patches: [{ type: 'backport', resolves: ['CVE-2020-22283'] }],
    properties: [{ name: 'asil', value: 'B' }],
  })
  expect(bom.dependencies).toEqual([
    { ref: 'gateway', dependsOn: ['lwip', 'mbedtls'], provides: [] },
    { ref: 'lwip', dependsOn: [], provides: [] },
  ])
})

test('[BOM-1] SPDX tag-value is read into the model', () => {
  const bom = bomIn(sampleTagValue)
  expect(bom.subject).toBe('SPDXRef-lwip')
  expect(bom.head.authors).toEqual(['OEM <sbom@oem.example>'])
  expect(bom.components[0]).toMatchObject({
    name: 'lwip',
    version: '2.1.2',
    purl: 'pkg:generic/lwip@2.1.2',
    licence: 'BSD-3-Clause',
    supplier: 'Tier 1',
    description: 'A stack\nof two lines',
    hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
  })
  expect(bom.components[1]).toMatchObject({ type: 'file', name: './tcp.c', parent: 'SPDXRef-lwip' })
  expect(bom.dependencies).toEqual([{ ref: 'SPDXRef-lwip', dependsOn: ['SPDXRef-tcp'], provides: [] }])
})

test('[BOM-5] A component without a reference gets one from its place, which no other has', () => {
  const named = { type: 'library', name: 'a' }
  const { components } = bomIn({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [named, { ...named, name: 'b', 'bom-ref': '#/components/0' }],
  })
  expect(components.map(({ ref }) => ref)).toEqual(['##/components/0', '#/components/0'])
})

test('[BOM-5] Several licences are joined, expressions in brackets', () => {
  const licenses = [{ license: { id: 'MIT' } }, { license: { name: 'Own' } }]
  const component = { type: 'library', name: 'a', licenses }
  expect(bomIn({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [component] }).components[0]!.licence).toBe(
    'MIT AND Own',
  )
})

test.for([
  ['UTF-16, little endian', Buffer.from(`\ufeff${JSON.stringify(sampleCycloneDx())}`, 'utf16le')],
  ['UTF-16, big endian', Buffer.from(`\ufeff${JSON.stringify(sampleCycloneDx())}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(JSON.stringify(sampleCycloneDx()), 'utf16le')],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${JSON.stringify(sampleCycloneDx())}`)],
  ['zeros at the end', Buffer.from(`${JSON.stringify(sampleCycloneDx())}\0\0\0`)],
] as const)('[BOM-6] %s is read', ([, bytes]) => {
  expect(bomIn(bytes).components).toHaveLength(4)
})

test('[BOM-6] An XML document in the encoding that it names is read', () => {
  const text =
    '<?xml version="1.0" encoding="ISO-8859-1"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6">' +
    '<components><component type="library"><name>Mühle</name></component></components></bom>'
  expect(bomIn(Buffer.from(text, 'latin1')).components[0]!.name).toBe('Mühle')
})

test('[BOM-6] Bytes that are no text are a fault with their line', () => {
  const bytes = Buffer.concat([bytesOf('{"bomFormat":\n"Cyclone'), Buffer.from([0xff, 0xfe]), bytesOf('DX"}')])
  expect(faultsIn(bytes)).toEqual([{ place: 'line 2', message: 'The text is not valid UTF-8.' }])
})

test.for([
  ['', 'The document is empty.'],
  ['{}', 'The document is neither CycloneDX (bomFormat) nor SPDX (spdxVersion, @context).'],
  ['[]', 'The document is no JSON object.'],
  ['hello', 'The document is neither CycloneDX nor SPDX.'],
  ['{"bomFormat":"CycloneDX","specVersion":"9.9"}', 'Only CycloneDX 1.2, 1.3, 1.4, 1.5, 1.6, 1.7 is read.'],
  ['{"spdxVersion":"SPDX-1.2"}', 'Only SPDX-2.0 to SPDX-2.3 is read in this format.'],
  ['<html/>', 'The XML is neither CycloneDX (its bom element in its namespace) nor SPDX (Document).'],
])('[BOM-1] “%s” is refused: %s', ([text, message]) => {
  expect(faultsIn(text!)[0]!.message).toBe(message)
})

test('[BOM-2] Faults of JSON have pointers, faults of XML have lines', () => {
  const component = { type: 'librari', name: 'a', hashes: [{ alg: 'SHA-256', content: 'x' }], extra: 1 }
  const faults = faultsIn({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [component] })
  expect(faults.map(({ place }) => place).sort()).toEqual([
    '/components/0',
    '/components/0/hashes/0/content',
    '/components/0/type',
  ])
  const xml =
    '<bom xmlns="http://cyclonedx.org/schema/bom/1.6">\n<components>\n<component type="librari"><name>a</name>' +
    '</component></components></bom>'
  expect(faultsIn(xml)[0]!.place).toBe('line 3')
})

test('[BOM-3] A range of versions is for external components, and in place of a version', () => {
  const component = { type: 'library', name: 'a', versionRange: 'vers:generic/>=1' }
  const of = (fields: object) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.7',
    components: [{ ...component, ...fields }],
  })
  expect(bomIn(of({ isExternal: true })).components[0]!.version).toBe('vers:generic/>=1')
  expect(faultsIn(of({})).length).toBeGreaterThan(0)
  const xml = (attributes: string, inside = '') =>
    `<bom xmlns="http://cyclonedx.org/schema/bom/1.7"><components><component type="library"${attributes}>` +
    `<name>a</name>${inside}<versionRange>vers:generic/&gt;=1</versionRange></component></components></bom>`
  expect(bomIn(xml(' isExternal="true"')).components).toHaveLength(1)
  expect(faultsIn(xml(''))).toEqual([
    { place: 'line 1', message: 'Only an external component (isExternal: true) has a range of versions.' },
  ])
})

test.for([
  ['/name', { name: undefined }],
  ['/documentNamespace', { documentNamespace: 'x y' }],
  ['/dataLicense', { dataLicense: 'MIT' }],
  ['/creationInfo/created', { creationInfo: { created: 'today', creators: ['Tool: x'] } }],
  ['/creationInfo/creators/0', { creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['x'] } }],
  ['/packages/0/SPDXID', { packages: [{ SPDXID: 'a b', name: 'a' }] }],
  ['/packages/0/name', { packages: [{ SPDXID: 'SPDXRef-a' }] }],
  ['/packages/0/supplier', { packages: [{ SPDXID: 'SPDXRef-a', name: 'a', supplier: 'ACME' }] }],
  [
    '/packages/0/checksums/0/checksumValue',
    { packages: [{ SPDXID: 'SPDXRef-a', name: 'a', checksums: [{ algorithm: 'SHA1', checksumValue: 'ab' }] }] },
  ],
  ['/packages/1/SPDXID', { packages: ['a', 'b'].map((name) => ({ SPDXID: 'SPDXRef-a', name })) }],
  [
    '/relationships/0/relationshipType',
    { relationships: [{ spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'X', relatedSpdxElement: 'NONE' }] },
  ],
  [
    '/relationships/0/relatedSpdxElement',
    {
      relationships: [
        { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-no' },
      ],
    },
  ],
] as const)('[BOM-10] A fault of SPDX 2 at %s', ([place, fields]) => {
  expect(faultsIn({ ...spdx, ...fields }).map((fault) => fault.place)).toContain(place)
})

test('[BOM-10] Faults of tag-value have lines', () => {
  const places = faultsIn(sampleTagValue.replace('DESCRIBES', 'DESCRIBESS')).map(({ place }) => place)
  expect(places).toEqual(['line 27, /relationships/0/relationshipType'])
  expect(faultsIn(sampleTagValue.replace('PackageVersion', 'PackageVersions'))).toEqual([
    { place: 'line 12', message: '“PackageVersions” is no tag of SPDX 2.' },
  ])
})

test('[BOM-11] Faults of SPDX 3 have pointers', () => {
  const creation = {
    type: 'CreationInfo',
    '@id': '_:c',
    specVersion: '3.0.1',
    created: '2026-01-01',
    createdBy: ['urn:a'],
  }
  const faults = faultsIn({
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [creation, { type: 'software_Package', spdxId: 'urn:p', creationInfo: '_:c' }, { type: 'Relationship' }],
  })
  expect(faults.map(({ place }) => place)).toEqual([
    '/@graph/0/created',
    '/@graph/1/name',
    '/@graph/2/relationshipType',
    '/@graph/2/from',
    '/@graph/2/to',
  ])
})
