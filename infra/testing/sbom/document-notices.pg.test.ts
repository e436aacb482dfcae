import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { saveSoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { expect, test, vi } from 'vitest'

import { startInstallation } from '../support/installation.ts'
import { chainBom } from './boms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin } = alpha.members

await site.request(engineer.token, saveSoftware, { name: 'Gateway' })
await site.request(admin.token, saveSoftwarePolicies, {
  revision: 0,
  licences: { allow: ['MIT'], deny: ['GPL-2.0-only'], review: [], others: 'review', missing: 'review' },
  quality: { profile: 'BSI TR-03183-2', least: 100 },
})

async function uploaded(text: string, version: string): Promise<string> {
  const { body } = await site.upload(
    engineer.token,
    'v2/app/sbom/documents/upload',
    { software: 'Gateway', version, file_name: 'bom.json' },
    text,
  )
  return vi.waitFor(
    async () => {
      const { document } = await site.request(engineer.token, getBomDocument, { uuid: body.document.uuid })
      expect(document.state).not.toBe('READING')
      return document.release_uuid
    },
    { timeout: 60_000, interval: 50 },
  )
}

const noticesOf = (release: string) => site.sql`SELECT kind, category, title, text, href FROM notifications
  WHERE org_uuid = ${alpha.org.uuid} AND href LIKE ${`%release=${release}%`} ORDER BY kind`

test('[SBOM-60] a document that breaks policies is one notice of each for its release', async () => {
  const release = await uploaded(chainBom(10), '1.0')
  const notices = await noticesOf(release)
  expect(notices.map(({ kind, category }) => [kind, category])).toEqual([
    ['bom-quality', 'sbom'],
    ['licence-denied', 'sbom'],
  ])
  expect(notices[0]!.title).toMatch(/^Gateway 1\.0: \d+ of 100 points by BSI TR-03183-2; the policy wants 100$/)
  expect(notices[1]).toMatchObject({
    title: 'Gateway 1.0: 5 components with denied licences',
    text: 'GPL-2.0-only: 5',
    href: `/org/sbom/sbom-dashboard?release=${release}&tab=licences`,
  })
  await uploaded(chainBom(12), '1.0')
  const again = await noticesOf(release)
  expect(again.map(({ kind }) => kind)).toEqual(['bom-quality', 'licence-denied'])
  expect(again[1]!.title).toBe('Gateway 1.0: 6 components with denied licences')
})

test('[SBOM-60] a document that could not be read is a notice with its faults', async () => {
  const release = await uploaded('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": 7}', '2.0')
  const [notice] = await noticesOf(release)
  expect(notice).toMatchObject({ kind: 'bom-unreadable', title: 'Gateway 2.0: bom.json could not be read' })
  expect(notice!.text).toContain('/components')
})
