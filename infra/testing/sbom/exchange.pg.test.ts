import { expect, test, vi } from 'vitest'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { listComponents } from '@carapace/shared/sbom/components.contract'
import { diffReleases, exportFormats, mergeReleases, previewBomExport } from '@carapace/shared/sbom/exchange.contract'
import { saveSoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import { getRelease, saveRelease } from '@carapace/shared/sbom/releases.contract'
import { listSoftware, saveSoftware } from '@carapace/shared/sbom/software.contract'
import { startInstallation } from '../support/installation.ts'
import { chainBom } from './boms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, ADMIN: admin } = alpha.members
const theirs = beta.members.ENGINEER

async function settled(uuid: string) {
  return vi.waitFor(
    async () => {
      const { document } = await site.request(engineer.token, getBomDocument, { uuid })
      expect([document.state, document.faults]).toEqual(['READY', []])
      return document
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function uploaded(software: string, version: string, text: string) {
  const { body } = await site.upload(
    engineer.token,
    'v2/app/sbom/documents/upload',
    { software, version, file_name: 'bom.cdx.json' },
    text,
  )
  return settled(body.document.uuid)
}

await site.request(engineer.token, saveSoftware, { name: 'Body', ecu: 'BCM' })
await site.request(engineer.token, saveSoftware, { name: 'Gateway', ecu: 'GTW' })
const older = await uploaded('Body', '1.0', chainBom(6))
const newer = await uploaded(
  'Body',
  '2.0',
  chainBom(7)
    .replaceAll('part-3@1.3', 'part-3@1.10')
    .replace('"version":"1.3"', '"version":"1.10"')
    .replace('"MIT"', '"ISC"'),
)
const gateway = await uploaded('Gateway', '1.0', chainBom(3, 'gateway'))

test('[SBOM-50] a document is written in each format, and read again with the same components', async () => {
  for (const format of exportFormats) {
    const preview = await site.request(engineer.token, previewBomExport, { uuid: older.uuid, format })
    const file = await site.get(engineer.token, 'v2/app/sbom/documents/export', { uuid: older.uuid, format })
    expect([format, file.status, Buffer.byteLength(file.text) > 500]).toEqual([format, 200, true])
    expect(preview.bytes).toBeGreaterThan(500)
    const again = await uploaded('Gateway', format, file.text)
    expect([format, again.format, again.components]).toEqual([format, format, older.components])
  }
  expect((await site.refusal(theirs.token, previewBomExport, { uuid: older.uuid, format: 'SPDX JSON' })).status).toBe(
    404,
  )
})

test('[SBOM-51] the differences of two releases', async () => {
  const answer = await site.request(engineer.token, diffReleases, {
    before: older.release_uuid,
    after: newer.release_uuid,
  })
  expect(answer.entries.added).toEqual([{ name: 'part-6', to: '1.6' }])
  expect(answer.entries.upgraded).toEqual([{ name: 'part-3', from: '1.3', to: '1.10' }])
  expect(answer.entries.licence).toEqual([{ name: 'part-0', from: 'MIT', to: 'ISC' }])
  expect(answer.counts).toMatchObject({ added: 1, removed: 0, upgraded: 1, downgraded: 0, licence: 1 })
  expect(
    (await site.refusal(theirs.token, diffReleases, { before: older.release_uuid, after: newer.release_uuid })).status,
  ).toBe(404)
})

test('[SBOM-52] releases are merged into the document of a vehicle', async () => {
  const { software } = await site.request(engineer.token, saveSoftware, { name: 'Vehicle', kind: 'other' })
  const { release } = await site.request(engineer.token, saveRelease, { software_uuid: software.uuid, version: '2027' })
  const { document } = await site.request(engineer.token, mergeReleases, {
    name: 'Model S',
    parts: [newer.release_uuid, gateway.release_uuid],
    release_uuid: release.uuid,
  })
  const merged = await settled(document.uuid)
  const named = await site.request(engineer.token, listSoftware, {})
  expect(named.software.find(({ uuid }) => uuid === software.uuid)).toMatchObject({ releases: 1 })
  expect(merged).toMatchObject({
    origin: 'merged',
    file_name: 'Model-S.cdx.json',
    components: 1 + newer.components + gateway.components,
  })
  const { components } = await site.request(engineer.token, listComponents, { release_uuid: release.uuid, depth: 1 })
  expect(components.map(({ name }) => name)).toEqual(['Model S', 'BCM image', 'BCM image'])
  expect(
    await site.refusal(engineer.token, mergeReleases, { name: 'x', parts: [release.uuid], release_uuid: theirs.uuid }),
  ).toMatchObject({ status: 404 })
})

test('[SBOM-41] the quality of documents is judged by the profile of the organisation', async () => {
  const quality = async () =>
    (await site.request(engineer.token, getRelease, { uuid: older.release_uuid })).release.document!.quality
  const before = await quality()
  expect(before).toBeGreaterThan(0)
  await site.request(admin.token, saveSoftwarePolicies, {
    revision: 0,
    quality: { profile: 'BSI TR-03183-2', least: 80 },
  })
  const after = await quality()
  expect(after).not.toBe(before)
  expect(older.signature).toMatchObject({ present: false })
})
