import { expect, vi } from 'vitest'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { listComponents } from '@carapace/shared/sbom/components.contract'
import { saveComponentAlias } from '@carapace/shared/sbom/policies.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import type { Installation } from './installation.ts'

/** A software with a release, a document of one component, and an alias; all of their texts contain `mark`. */
export async function addSoftware(site: Installation, token: string, mark: string) {
  const { software } = await site.request(token, saveSoftware, {
    name: `${mark} image`,
    ecu: `${mark} ECU`,
    reported_as: `${mark}-part`,
    supplier: `${mark} supplier`,
    description: `${mark} description`,
  })
  const { body } = await site.upload(
    token,
    'v2/app/sbom/documents/upload',
    { software: software.uuid, version: `${mark}-1`, file_name: `${mark}.cdx.json` },
    bomOf(mark),
  )
  const document = await vi.waitFor(
    async () => {
      const answer = await site.request(token, getBomDocument, { uuid: body.document.uuid as string })
      expect([answer.document.state, answer.document.faults]).toEqual(['READY', []])
      return answer.document
    },
    { timeout: 90_000, interval: 100 },
  )
  const { components } = await site.request(token, listComponents, { release_uuid: document.release_uuid })
  const { alias } = await site.request(token, saveComponentAlias, { name: `${mark}-own`, purl: `pkg:npm/${mark}-real` })
  return {
    softwareUuid: software.uuid,
    releaseUuid: document.release_uuid,
    bomDocumentUuid: document.uuid,
    componentId: components[0]!.component_id,
    componentAliasUuid: alias.uuid,
  }
}

function bomOf(mark: string): string {
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { 'bom-ref': 'subject', type: 'firmware', name: `${mark} image`, version: '1' } },
    components: [{ 'bom-ref': 'one', type: 'library', name: `${mark}-library`, version: '1.2.3' }],
    dependencies: [{ ref: 'subject', dependsOn: ['one'] }],
  })
}
