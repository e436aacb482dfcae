import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Bom, BomFault } from '@carapace/shared/sbom/documents/bom'
import { readBom } from './read.ts'

const root = resolve(import.meta.dirname, '../../../../..')
/** The folder of real documents, which is not in the repository. */
export const realData = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'software')
export const hasRealData = existsSync(realData)
if (!hasRealData) console.log(`Real bills of materials: skipped, ${realData} is not there.`)

/** The files of a folder of the real data, with their paths in it. */
export function realFiles(folder: string): readonly { readonly file: string; readonly bytes: Uint8Array }[] {
  return readdirSync(resolve(realData, folder), { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile())
    .map((each) => resolve(each.parentPath, each.name))
    .sort()
    .map((path) => ({ file: path.slice(realData.length + 1), bytes: readFileSync(path) }))
}

/** A document of the real data. */
export function realFile(path: string): Uint8Array {
  return readFileSync(resolve(realData, path))
}

export function bytesOf(document: unknown): Uint8Array {
  return Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
}

/** The document, where it must be one. */
export function bomIn(document: unknown): Bom {
  const reading = readBom(document instanceof Uint8Array ? document : bytesOf(document))
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults.slice(0, 5)))
  return reading.bom
}

/** The faults, where it must have some. */
export function faultsIn(document: unknown): readonly BomFault[] {
  const reading = readBom(document instanceof Uint8Array ? document : bytesOf(document))
  if ('bom' in reading) throw new Error(`it was read, with ${reading.bom.components.length} components`)
  return reading.faults
}

/** A small document of CycloneDX 1.6 that uses most of what the model has. */
export function sampleCycloneDx(): Record<string, unknown> {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 2,
    metadata: {
      timestamp: '2026-01-02T03:04:05Z',
      lifecycles: [{ phase: 'build' }],
      tools: { components: [{ type: 'application', name: 'builder', version: '3' }] },
      authors: [{ name: 'Ada', email: 'ada@oem.example' }],
      component: { type: 'firmware', 'bom-ref': 'gateway', name: 'gateway', version: '7.1' },
      supplier: { name: 'OEM' },
    },
    components: [
      {
        type: 'library',
        'bom-ref': 'lwip',
        supplier: { name: 'Tier 1' },
        group: 'net',
        name: 'lwip',
        version: '2.1.2',
        hashes: [{ alg: 'SHA-256', content: 'AB'.repeat(32) }],
        licenses: [{ license: { id: 'BSD-3-Clause' } }],
        cpe: 'cpe:2.3:a:lwip_project:lwip:2.1.2:*:*:*:*:*:*:*',
        purl: 'pkg:generic/lwip@2.1.2',
        pedigree: { patches: [{ type: 'backport', resolves: [{ type: 'security', id: 'CVE-2020-22283' }] }] },
        properties: [{ name: 'asil', value: 'B' }],
        evidence: { occurrences: [{ location: '/lib/lwip.a' }] },
        components: [{ type: 'file', 'bom-ref': 'tcp.c', name: 'tcp.c' }],
      },
      {
        type: 'library',
        'bom-ref': 'mbedtls',
        name: 'mbedtls',
        version: '3.6.0',
        licenses: [{ expression: 'Apache-2.0 OR GPL-2.0-or-later' }],
        purl: 'pkg:github/Mbed-TLS/mbedtls@v3.6.0',
      },
    ],
    dependencies: [{ ref: 'gateway', dependsOn: ['lwip', 'mbedtls'] }, { ref: 'lwip' }],
    vulnerabilities: [
      {
        id: 'CVE-2024-23775',
        references: [{ id: 'GHSA-xxxx-yyyy-zzzz', source: { name: 'GitHub' } }],
        ratings: [{ vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
        analysis: { state: 'not_affected', justification: 'requires_configuration', detail: 'X.509 is off.' },
        affects: [{ ref: 'mbedtls' }],
      },
    ],
  }
}

/** A small document of SPDX 2.3 as tag-value. */
export const sampleTagValue = `SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: gateway
DocumentNamespace: https://oem.example/gateway-7.1
Creator: Tool: builder-3
Creator: Organization: OEM (sbom@oem.example)
Created: 2026-01-02T03:04:05Z

PackageName: lwip
SPDXID: SPDXRef-lwip
PackageVersion: 2.1.2
PackageSupplier: Organization: Tier 1
PackageDownloadLocation: NOASSERTION
PackageLicenseDeclared: BSD-3-Clause
PackageSourceInfo: CVEs fixed: CVE-2020-22283
PackageDescription: <text>A stack
of two lines</text>
PackageChecksum: SHA256: ${'ab'.repeat(32)}
ExternalRef: PACKAGE-MANAGER purl pkg:generic/lwip@2.1.2
ExternalRef: SECURITY cpe23Type cpe:2.3:a:lwip_project:lwip:2.1.2:*:*:*:*:*:*:*

FileName: ./tcp.c
SPDXID: SPDXRef-tcp
FileChecksum: SHA1: ${'cd'.repeat(20)}

Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-lwip
Relationship: SPDXRef-lwip DEPENDS_ON SPDXRef-tcp
`
