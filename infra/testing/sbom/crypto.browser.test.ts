import { expect, test, vi } from 'vitest'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'
import { cryptoBom } from './cboms.ts'

const { site, visit } = await startConsole()

async function uploaded(org: Organisation, version: string): Promise<string> {
  const { token } = org.members.ENGINEER
  const { body } = await site.upload(
    token,
    'v2/app/sbom/documents/upload',
    { software: 'Gateway', version },
    cryptoBom(version),
  )
  return vi.waitFor(
    async () => {
      const { document } = await site.request(token, getBomDocument, { uuid: body.document.uuid })
      expect(document.state).toBe('READY')
      return document.release_uuid
    },
    { timeout: 60_000, interval: 100 },
  )
}

test('[CBOM-UI-2] [CBOM-UI-3] [CBOM-UI-4] [CBOM-UI-5] [CBOM-UI-7] cryptography is reviewed', async () => {
  const org = await site.organisation('Reviewers')
  const program = await createProgram(site, org.members.ENGINEER.token, { name: 'Gateway program' })
  await site.request(org.members.ENGINEER.token, saveSoftware, { name: 'Gateway', program_uuid: program.uuid })
  const release = await uploaded(org, '1.0')
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto('/org/sbom/cbom-dashboard')
  await page.getByRole('img', { name: /^Broken rules by program: Gateway program/ }).waitFor()
  await page.getByText('in 1 release', { exact: true }).waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)

  await page.getByRole('button', { name: 'Weak', exact: true }).click()
  await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('1 asset')
  const grid = page.getByRole('grid', { name: 'Cryptographic assets' })
  await grid.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('region', { name: 'MD5' })
  await drawer.getByText('Used by mbedtls 3.6.0').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await eventually(() => drawer.count()).toBe(0)
  await page.getByRole('button', { name: 'Remove the filter class' }).click()
  await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('7 assets')

  await page.getByRole('button', { name: 'Migration', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'MD5' }).getByText('Now', { exact: true }).waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Certificates', exact: true }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'CN=backend.example' })
    .getByText(/^in \d+ days$/)
    .waitFor()
  expect(await axeOf(page)).toEqual([])

  await goto(`/org/sbom/sbom-dashboard?release=${release}`)
  await page.getByRole('button', { name: 'Cryptography', exact: true }).click()
  await page.getByRole('link', { name: 'Open in CBOM' }).click()
  await page.getByText('Gateway 1.0').first().waitFor()
})

test('[CBOM-UI-6] the policy is changed in the light theme, and seen by who may not change it', async () => {
  const org = await site.organisation('Judges')
  const { page, goto } = await visit({ as: org.members.ADMIN, theme: 'light' })
  await goto('/org/sbom/cbom-dashboard')
  await page.getByText('No cryptographic assets').waitFor()
  expect(await axeOf(page)).toEqual([])
  await site.request(org.members.ENGINEER.token, saveSoftware, { name: 'Gateway' })
  await uploaded(org, '1.0')
  await goto('/org/sbom/cbom-dashboard')
  await page.getByRole('img', { name: /^Broken rules by program/ }).waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Policy', exact: true }).click()
  await page.getByLabel('Severity of Broken hash').selectOption('off')
  await page.getByLabel('Days before expiry').fill('5')
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The policy is saved.').waitFor()
  await page.getByRole('button', { name: 'Assets', exact: true }).click()
  await page.getByLabel('Search cryptographic assets').fill('MD5')
  await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('1 asset')
  expect(await page.getByRole('grid').getByText('Broken hash').count()).toBe(0)
  expect(await axeOf(page)).toEqual([])

  const reader = await visit({ as: org.members.VIEWER })
  await reader.goto('/org/sbom/cbom-dashboard?tab=policy')
  await eventually(() => reader.page.getByLabel('Days before expiry').isDisabled()).toBe(true)
})
