import type { Bom } from '@carapace/shared/sbom/documents/bom'
import { expect, test } from 'vitest'
import { bomIn, hasRealData, realFiles, sampleCycloneDx } from '../documents.fixture.ts'
import { readBom } from '../read.ts'
import { convertBom, type WritableBomFormat } from './convert.ts'

const formats: readonly WritableBomFormat[] = [
  'CycloneDX JSON',
  'CycloneDX XML',
  'SPDX JSON',
  'SPDX tag-value',
  'SPDX 3 JSON-LD',
]
const now = '2026-01-01T00:00:00Z'

/** What every format must keep of components, whatever their references. */
function facts({ components }: Bom): readonly string[] {
  return components
    .map(({ name, version, purl, licence, supplier, hashes }) => {
      const digests = hashes.map(({ algorithm, value }) => `${algorithm} ${value}`).sort()
      return JSON.stringify([name.replace(/\s+/g, ' ').trim(), version, purl, licence, supplier, digests])
    })
    .sort()
}

function edges({ components, dependencies }: Bom): readonly string[] {
  const names = new Map(components.map(({ ref, name, version }) => [ref, `${name} ${version}`]))
  return dependencies
    .flatMap(({ ref, dependsOn }) => dependsOn.map((to) => `${names.get(ref)} > ${names.get(to)}`))
    .sort()
}

test.for(formats)(
  '[BOM-14] %s keeps names, versions, purls, hashes, licences, suppliers and dependencies',
  (format) => {
    const bom = bomIn(sampleCycloneDx())
    const { text } = convertBom(bom, format, now)
    const back = bomIn(text)
    expect(back.head.format).toBe(format)
    expect(facts(back)).toEqual(facts(bom))
    expect(edges(back)).toEqual(edges(bom))
    expect(back.components.find(({ ref }) => ref === back.subject)?.name).toBe('gateway')
  },
)

test('[BOM-14] CycloneDX loses nothing of CycloneDX', () => {
  const bom = bomIn(sampleCycloneDx())
  for (const format of ['CycloneDX JSON', 'CycloneDX XML'] as const) {
    const { text, lost } = convertBom(bom, format, now)
    expect(lost).toEqual([])
    expect(bomIn(text)).toEqual({ ...bom, head: { ...bom.head, format } })
  }
})

test('[BOM-14] What a format cannot hold is listed', () => {
  const { lost } = convertBom(bomIn(sampleCycloneDx()), 'SPDX JSON', now)
  expect(lost).toEqual([
    'groups (lwip)',
    'patches, but for the ids that they fix (lwip)',
    'properties (lwip)',
    'statements on vulnerabilities (CVE-2024-23775)',
    'the phases of the lifecycle',
    'the revision of the document',
  ])
  const three = convertBom(bomIn(sampleCycloneDx()), 'SPDX 3 JSON-LD', now).lost
  expect(three).toContain(
    'the justification requires_configuration: written as vulnerable_code_not_in_execute_path (CVE-2024-23775)',
  )
})

test('[BOM-14] Texts that look like markup or tags stay texts', () => {
  const name = '<script>&"\u0001]]></text>\nPackageName: x'
  const components = [{ type: 'library', name, version: '</text>\n1', description: '  <text>a</text>\r\nSPDXID: b  ' }]
  const bom = bomIn({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
  for (const format of formats) {
    const back = bomIn(convertBom(bom, format, now).text)
    expect(back.components, format).toHaveLength(1)
    expect(back.components[0]!.name.length, format).toBeGreaterThan(20)
  }
})

test('[BOM-14] A licence of no list is defined in the document', () => {
  const components = [{ type: 'library', name: 'a', licenses: [{ license: { name: 'ACME, own terms' } }] }]
  const bom = bomIn({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
  for (const format of formats)
    expect(bomIn(convertBom(bom, format, now).text).components[0]!.licence, format).toBe('ACME, own terms')
})

test.skipIf(!hasRealData)('[BOM-14] Real documents survive each conversion', { timeout: 240_000 }, () => {
  const files = ['boms/cbom', 'boms/made', 'boms/linux', 'boms/openembedded', 'boms/zephyr', 'spdx/examples'].flatMap(
    realFiles,
  )
  expect(files.length).toBeGreaterThan(30)
  for (const { file, bytes } of files) {
    const reading = readBom(bytes)
    if ('faults' in reading) continue
    for (const format of formats) {
      const back = bomIn(convertBom(reading.bom, format, now).text)
      expect(facts(back), `${file} as ${format}`).toEqual(facts(reading.bom))
      expect(edges(back), `${file} as ${format}`).toEqual(edges(reading.bom))
    }
  }
})
