import { expect, test, vi } from 'vitest'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import {
  deleteComponentAlias,
  getLicenceSummary,
  getSoftwarePolicies,
  listComponentAliases,
  saveComponentAlias,
  saveSoftwarePolicies,
} from '@carapace/shared/sbom/policies.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { startInstallation } from '../support/installation.ts'
import { chainBom } from './boms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, ADMIN: admin } = alpha.members

async function uploaded(text: string, version: string): Promise<string> {
  const { body } = await site.upload(
    engineer.token,
    'v2/app/sbom/documents/upload',
    { software: 'Gateway', version },
    text,
  )
  return vi.waitFor(
    async () => {
      const { document } = await site.request(engineer.token, getBomDocument, { uuid: body.document.uuid })
      expect(document.state).toBe('READY')
      return document.release_uuid
    },
    { timeout: 60_000, interval: 50 },
  )
}

await site.request(engineer.token, saveSoftware, { name: 'Gateway' })
const keysOf = (name: string) => site.sql`
  SELECT k.ecosystem, k.name, k.version, c.unmatched FROM component_versions c
  LEFT JOIN component_keys k ON k.component_id = c.id WHERE c.name = ${name} ORDER BY k.ecosystem`

test('[SBOM-40] licences are judged by the policy', async () => {
  const release = await uploaded(chainBom(10), '1.0')
  const { policies } = await site.request(engineer.token, getSoftwarePolicies, {})
  expect(policies).toMatchObject({ revision: 0, licences: { others: 'review' } })
  const saved = await site.request(admin.token, saveSoftwarePolicies, {
    revision: 0,
    licences: { allow: ['MIT'], deny: ['GPL-2.0-only'], review: [], others: 'review', missing: 'review' },
  })
  expect(saved.policies.revision).toBe(1)
  const summary = await site.request(engineer.token, getLicenceSummary, { release_uuid: release })
  expect(summary.licences.map(({ licence, verdict, components }) => [licence, verdict, components])).toEqual([
    ['GPL-2.0-only', 'deny', 5],
    ['MIT', 'allow', 5],
    ['', 'review', 1],
  ])
  expect(summary.components).toEqual({ allow: 5, review: 1, deny: 5 })
  expect(await site.refusal(admin.token, saveSoftwarePolicies, { revision: 0 })).toMatchObject({ status: 409 })
  expect((await site.refusal(engineer.token, saveSoftwarePolicies, { revision: 1 })).code).toBe('ROLE_REQUIRED')
  expect((await site.refusal(beta.members.ADMIN.token, getLicenceSummary, { release_uuid: release })).status).toBe(404)
})

test('[SBOM-42] an alias gives components their keys, in documents before and after it', async () => {
  const bom = (version: string) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [{ type: 'library', name: 'OurZlib', version }],
    })
  await uploaded(bom('1.2.11'), '2.0')
  // comparing adds the key by its name
  await vi.waitFor(
    async () =>
      expect(await keysOf('OurZlib')).toEqual([
        { ecosystem: 'CPE product', name: 'ourzlib', version: '1.2.11', unmatched: 'no purl' },
      ]),
    { timeout: 30_000 },
  )
  const { alias, components } = await site.request(engineer.token, saveComponentAlias, {
    name: 'ourzlib',
    purl: 'pkg:conan/zlib',
    cpe: 'cpe:2.3:a:zlib:zlib:*:*:*:*:*:*:*:*',
  })
  expect(components).toBe(1)
  const given = (version: string) => [
    { ecosystem: 'ConanCenter', name: 'zlib', version, unmatched: '' },
    { ecosystem: 'CPE', name: 'zlib:zlib', version, unmatched: '' },
  ]
  expect(await keysOf('OurZlib')).toEqual(expect.arrayContaining(given('1.2.11')))
  await uploaded(bom('1.3.0'), '3.0')
  expect(await keysOf('OurZlib')).toEqual(expect.arrayContaining([...given('1.2.11'), ...given('1.3.0')]))
  expect(await site.refusal(engineer.token, saveComponentAlias, { name: 'OURZLIB', purl: 'pkg:npm/x' })).toMatchObject({
    errors: { name: expect.stringContaining('already') },
  })
  expect(await site.refusal(engineer.token, saveComponentAlias, { name: 'x', purl: 'no purl' })).toMatchObject({
    errors: { purl: expect.any(String) },
  })
  expect((await site.request(beta.members.ENGINEER.token, listComponentAliases, {})).aliases).toEqual([])
  await site.request(engineer.token, deleteComponentAlias, { uuid: alias.uuid, revision: alias.revision })
  expect(new Set((await keysOf('OurZlib')).map(({ unmatched }) => unmatched))).toEqual(new Set(['no purl']))
})
