import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { vexJustifications, vexStates } from '@carapace/shared/sbom/vex/vex'
import { expect, test } from 'vitest'
import { convertBom } from '../convert/convert.ts'
import {
  bomIn,
  bytesOf,
  hasRealData,
  realFile,
  realFiles,
  sampleCycloneDx,
  sampleTagValue,
} from '../documents.fixture.ts'
import { readVex } from './read-vex.ts'
import { toFive, toFour } from './terms.ts'
import { type WritableVexFormat, writeVex } from './write-vex.ts'

const context = { publisher: { name: 'OEM', namespace: 'https://oem.example' }, now: '2026-01-01T00:00:00Z' }
const formats: readonly WritableVexFormat[] = ['CycloneDX VEX', 'OpenVEX', 'CSAF VEX']

function vexIn(document: unknown): Vex {
  const reading = readVex(document instanceof Uint8Array ? document : bytesOf(document))
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults.slice(0, 5)))
  return reading.vex
}

test('[VEX-2] Vulnerabilities of CycloneDX are statements about its components', () => {
  expect(vexIn(sampleCycloneDx()).statements[0]).toEqual({
    id: 'CVE-2024-23775',
    aliases: ['GHSA-xxxx-yyyy-zzzz'],
    products: [
      { ref: 'mbedtls', purl: 'pkg:github/Mbed-TLS/mbedtls@v3.6.0', name: 'mbedtls', version: '3.6.0', hashes: [] },
    ],
    state: 'not_affected',
    justification: 'requires_configuration',
    responses: [],
    detail: 'X.509 is off.',
    vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
  })
})

test('[VEX-3] Patches, and what Yocto lists as fixed, are statements', () => {
  const patched = vexIn(sampleCycloneDx()).statements[1]!
  expect(patched).toMatchObject({ id: 'CVE-2020-22283', state: 'resolved_with_pedigree', detail: 'Patch (backport)' })
  const listed = vexIn(sampleTagValue).statements
  expect(listed.map(({ id, state }) => [id, state])).toEqual([['CVE-2020-22283', 'resolved_with_pedigree']])
  expect(listed[0]!.products[0]!.purl).toBe('pkg:generic/lwip@2.1.2')
})

test('[VEX-1] OpenVEX: parts hold within their product', () => {
  const vex = vexIn({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'urn:x',
    author: 'A',
    timestamp: '2026-01-01T00:00:00Z',
    statements: [
      {
        vulnerability: { name: 'CVE-2024-1', aliases: ['GHSA-1'] },
        products: [{ '@id': 'pkg:generic/ecu@1', subcomponents: [{ '@id': 'pkg:generic/lwip@2' }] }],
        status: 'not_affected',
        justification: 'inline_mitigations_already_exist',
      },
      { vulnerability: 'CVE-2024-2', products: ['pkg:generic/ecu@1'], status: 'affected', action_statement: 'Update.' },
    ],
  })
  expect(vex.statements.map(({ state, justification }) => [state, justification])).toEqual([
    ['not_affected', 'protected_by_mitigating_control'],
    ['exploitable', undefined],
  ])
  expect(vex.statements[0]!.products).toEqual([
    { ref: 'pkg:generic/lwip@2', purl: 'pkg:generic/lwip@2', within: 'pkg:generic/ecu@1', hashes: [] },
  ])
  expect(vex.statements[1]).toMatchObject({ responses: ['update'], detail: 'Update.', stated: '2026-01-01T00:00:00Z' })
})

test('[VEX-1] Faults of OpenVEX and CSAF have places', () => {
  const open = { '@context': 'https://openvex.dev/ns', statements: [{ status: 'safe' }, 3] }
  expect(readVex(bytesOf(open))).toMatchObject({
    faults: [{ place: '/statements/0/vulnerability' }, { place: '/statements/0/status' }, { place: '/statements/1' }],
  })
  const csaf = { document: { csaf_version: '2.0' }, vulnerabilities: {} }
  expect(readVex(bytesOf(csaf))).toMatchObject({ faults: [{ place: '/vulnerabilities' }] })
})

test('[VEX-6] CSAF: products of branches, relationships and groups are resolved', () => {
  const vex = vexIn({
    document: {
      csaf_version: '2.0',
      publisher: { name: 'P' },
      tracking: { id: 'T', current_release_date: '2026-01-01' },
    },
    product_tree: {
      branches: [
        {
          category: 'product_name',
          name: 'Gateway',
          branches: [
            { category: 'product_version', name: '7', product: { name: 'Gateway 7', product_id: 'G7' } },
            { category: 'product_version_range', name: 'vers:generic/<7', product: { name: 'old', product_id: 'G0' } },
          ],
        },
      ],
      full_product_names: [
        { name: 'lwIP', product_id: 'L', product_identification_helper: { purl: 'pkg:generic/lwip@2' } },
      ],
      relationships: [
        {
          product_reference: 'L',
          category: 'default_component_of',
          relates_to_product_reference: 'G7',
          full_product_name: { name: 'lwIP in 7', product_id: 'L-G7' },
        },
      ],
      product_groups: [{ group_id: 'all', product_ids: ['G0', 'L-G7'] }],
    },
    vulnerabilities: [
      {
        cve: 'CVE-2024-1',
        ids: [{ system_name: 'own', text: 'PSIRT-1' }],
        product_status: { known_affected: ['G0'], known_not_affected: ['L-G7'], fixed: ['none'], recommended: ['G7'] },
        flags: [{ label: 'vulnerable_code_not_present', product_ids: ['L-G7'] }],
        remediations: [{ category: 'vendor_fix', details: 'Update to 7.', group_ids: ['all'] }],
      },
    ],
  })
  expect(vex.statements).toMatchObject([
    {
      id: 'CVE-2024-1',
      aliases: ['PSIRT-1'],
      state: 'exploitable',
      responses: ['update'],
      detail: 'Update to 7.',
      products: [{ name: 'Gateway', range: 'vers:generic/<7' }],
    },
    {
      state: 'not_affected',
      justification: 'code_not_present',
      products: [{ purl: 'pkg:generic/lwip@2', within: 'Gateway 7' }],
    },
  ])
  expect(vex.ignored).toEqual([
    '/vulnerabilities/0/product_status/fixed: the product none is in no tree',
    '/vulnerabilities/0/product_status/recommended: this status states no effect',
  ])
})

test('[VEX-4] SPDX 3 keeps statements of the security profile', () => {
  const { text } = convertBom(bomIn(sampleCycloneDx()), 'SPDX 3 JSON-LD', context.now)
  const vex = vexIn(text)
  expect(vex.format).toBe('SPDX 3 security')
  expect(vex.statements.map(({ id, state, justification }) => [id, state, justification])).toEqual([
    ['CVE-2024-23775', 'not_affected', 'code_not_reachable'],
    ['CVE-2020-22283', 'resolved', undefined],
  ])
})

test('[VEX-5] All states and justifications have a word in the other formats', () => {
  expect(Object.keys(toFour).sort()).toEqual([...vexStates].sort())
  expect(Object.keys(toFive).sort()).toEqual([...vexJustifications].sort())
})

test.for(formats)('[VEX-7] %s keeps ids, products and what is stated, and lists what is lost', (format) => {
  const product = { ref: 'lwip', purl: 'pkg:generic/lwip@2', name: 'lwip', version: '2', hashes: [] }
  const statements = vexStates.flatMap((state, at) =>
    (state === 'not_affected' ? vexJustifications : [undefined]).map((justification, other) => ({
      id: `CVE-2024-1${at}${other}00`,
      aliases: [],
      products: [product],
      state,
      ...(justification === undefined ? {} : { justification }),
      responses: [],
      detail: `Detail ${at} ${other}`,
      vectors: [],
    })),
  )
  const { text, lost } = writeVex({ statements, ignored: [] }, format, context)
  const back = vexIn(text)
  expect(back.format).toBe(format)
  expect(back.statements.map(({ id }) => id)).toEqual(statements.map(({ id }) => id))
  for (const [at, { products, state, detail }] of back.statements.entries()) {
    const before = statements[at]!
    expect(products[0]!.purl).toBe(product.purl)
    expect(detail).toBe(before.detail)
    if (!lost.some((line) => line.startsWith(`${before.id}: the state`))) expect(state).toBe(before.state)
  }
  const inexact = format === 'CycloneDX VEX' ? 0 : 2 + 6
  expect(lost).toHaveLength(inexact)
})

test.skipIf(!hasRealData)(
  '[VEX-1] Real statements are read, written in each format, and read again',
  { timeout: 240_000 },
  () => {
    const folders = ['openvex/examples', 'csaf/2.0/examples/csaf', 'csaf/real', 'boms/examples']
    const files = folders.flatMap(realFiles).filter(({ file }) => file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(40)
    let count = 0
    for (const { file, bytes } of files) {
      const vex = vexIn(bytes)
      count += vex.statements.length
      for (const format of vex.statements.length ? formats : []) {
        const back = vexIn(writeVex(vex, format, context).text)
        const ids = (each: Vex) =>
          [...new Set(each.statements.filter(({ products }) => products.length).map(({ id }) => id))].sort()
        expect(ids(back), `${file} as ${format}`).toEqual(ids(vex))
      }
    }
    expect(count).toBeGreaterThan(150)
  },
)

test.skipIf(!hasRealData)('[VEX-4] The statements of a Yocto image are about its packages', () => {
  const vex = vexIn(realFile('boms/yocto/core-image-minimal.rootfs.spdx3.json.gz'))
  expect(vex.statements).toHaveLength(72)
  expect(vex.statements.filter(({ state }) => state === 'resolved')).toHaveLength(9)
  expect(vex.statements.every(({ products }) => products.length > 0)).toBe(true)
})
