import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { type BomDocument, getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { listComponents } from '@carapace/shared/sbom/components.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { startInstallation } from '../support/installation.ts'

const data = resolve(process.env['CARAPACE_DATA'] ?? resolve(import.meta.dirname, '../../../../shared/data'))
const folder = resolve(data, 'software/boms')
const isThere = existsSync(folder)
if (!isThere) console.log(`Real bills of materials: skipped, ${folder} is not there.`)

const documents = [
  ['linux/quarkus-deps-cyclonedx.json.gz', 'CycloneDX JSON'],
  ['linux/photon.spdx.json', 'SPDX JSON'],
  ['zephyr/app.spdx.tag', 'SPDX tag-value'],
  ['yocto/core-image-minimal.rootfs.spdx3.json.gz', 'SPDX 3 JSON-LD'],
  ['yocto/cyclonedx-bom.json', 'CycloneDX JSON'],
  ['made/autosar-classic-bcm.cdx.json', 'CycloneDX JSON'],
  ['cbom/keycloak-cbom.json', 'CycloneDX JSON'],
] as const

describe.skipIf(!isThere)('real bills of materials (in the folder CARAPACE_DATA)', async () => {
  if (!isThere) return
  const site = await startInstallation()
  const { members } = await site.organisation('Alpha')
  const { token } = members.ENGINEER
  await site.request(token, saveSoftware, { name: 'Real' })

  async function read(version: string, bytes: Uint8Array<ArrayBuffer>): Promise<BomDocument> {
    const { body } = await site.upload(
      token,
      'v2/app/sbom/documents/upload',
      { software: 'Real', version, file_name: version.replaceAll('/', '-') },
      bytes,
    )
    return vi.waitFor(
      async () => {
        const { document } = await site.request(token, getBomDocument, { uuid: body.document.uuid })
        expect(document.state).not.toBe('READING')
        return document
      },
      { timeout: 120_000, interval: 50 },
    )
  }

  test.for(documents)(
    '[SBOM-13] %s is read and given back byte for byte',
    { timeout: 180_000 },
    async ([file, format]) => {
      const bytes = new Uint8Array(readFileSync(resolve(folder, file)))
      const document = await read(file, bytes)
      expect([document.faults, document.state, document.format]).toEqual([[], 'READY', format])
      expect(document.components).toBeGreaterThan(0)
      const answer = await fetch(`${site.apiUrl}v2/app/sbom/documents/download?uuid=${document.uuid}`, {
        headers: { 'access-token': token },
      })
      const back = new Uint8Array(await answer.arrayBuffer())
      expect([back.length, Buffer.compare(back, bytes)]).toEqual([bytes.length, 0])
      expect(document.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    },
  )

  test('[SBOM-12] [SBOM-23] a document of 9,622 components is indexed whole', { timeout: 240_000 }, async () => {
    const bytes = new Uint8Array(gunzipSync(readFileSync(resolve(folder, 'big/assembly-of-three-images.cdx.json.gz'))))
    const begun = performance.now()
    const document = await read('big', bytes)
    console.log(`9,622 components: ${Math.round(performance.now() - begun)} ms from upload to ready`)
    expect([document.state, document.components]).toEqual(['READY', 9_623])
    const { total } = await site.request(token, listComponents, { release_uuid: document.release_uuid, limit: 1 })
    expect(total).toBe(document.components)
    const [row] = await site.sql<{ edges: number }[]>`
      SELECT count(*)::int AS edges FROM bom_dependencies WHERE document_uuid = ${document.uuid}`
    expect(row!.edges).toBe(document.edges)
  })

  test('[SBOM-13] a broken document keeps its faults', { timeout: 60_000 }, async () => {
    const bytes = new Uint8Array(readFileSync(resolve(folder, 'broken/cdx-1-6-invalid-sbom.cdx.json.gz')))
    const document = await read('broken', bytes)
    expect(document.state).toBe('FAILED')
    expect(document.faults[0]!.place).not.toBe('')
  })
})
