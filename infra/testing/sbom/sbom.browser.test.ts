import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listReleases } from '@carapace/shared/sbom/releases.contract'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { chainBom } from './boms.ts'

const { site, visit } = await startConsole()
const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const patient = { timeout: 60_000 }

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

test(
  '[SBOM-UI-2] [SBOM-UI-4] [SBOM-UI-6] [SBOM-UI-8] [SBOM-UI-9] [SBOM-UI-10] [SBOM-UI-11] [SBOM-UI-12] a new document',
  { timeout: 240_000 },
  async () => {
    const org = await site.organisation('Builders')
    const { page, goto } = await visit({ as: org.members.ENGINEER })
    await goto('/org/sbom')
    await page.getByText('No releases yet').waitFor()
    expect(await axeOf(page)).toEqual([])

    await page.keyboard.press('u')
    const dialog = page.getByRole('dialog')
    await chooseFile(page, 'broken.cdx.json', chainBom(3).replace('"library"', '"nothing"'))
    await dialog.getByLabel('Software', { exact: true }).selectOption('new')
    await dialog.getByLabel('Name of the software').fill('Body image')
    await dialog.getByLabel('Version').fill('1.0')
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await dialog.getByText('/components/0/type').waitFor(patient)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.keyboard.press('u')
    await chooseFile(page, 'body.cdx.json', chainBom(30))
    await dialog.getByLabel('Software', { exact: true }).selectOption({ label: 'SW-001 Body image' })
    await dialog.getByLabel('Version').fill('1.0')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await dialog.getByText('31 components, 30 dependencies').waitFor(patient)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await grid(page, 'Releases').getByRole('row').filter({ hasText: 'Body image' }).click()

    await page.getByRole('heading', { name: 'Body image 1.0' }).waitFor()
    await page.getByRole('button', { name: 'Unfold BCM image' }).click()
    await page.getByRole('button', { name: 'Unfold part-0' }).click()
    await grid(page, 'Dependencies').getByRole('row').filter({ hasText: 'part-1' }).click()
    const drawer = page.getByRole('region', { name: 'part-1 1.1' })
    await drawer.getByText('pkg:npm/part-1@1.1').waitFor()
    await drawer.getByRole('button', { name: 'BCM image' }).waitFor()
    expect(await axeOf(page)).toEqual([])
    expect(await sidewaysOf(page)).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => drawer.count()).toBe(0)

    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByLabel('Search components').fill('part-2')
    await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('11 components')
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Licences' }).click()
    await grid(page, 'Licences').getByRole('row').filter({ hasText: 'GPL-2.0-only' }).click()
    await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('15 components')
    await page.getByRole('button', { name: 'Graph', exact: true }).click()
    await page.getByText('31 of 31 components drawn').waitFor()
    await page.getByRole('button', { name: 'Quality', exact: true }).click()
    await page.getByRole('heading', { name: 'NTIA minimum elements' }).waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Documents' }).click()
    await page.getByRole('region', { name: 'body.cdx.json' }).getByText('In use').waitFor()
    await page.getByRole('region', { name: 'broken.cdx.json' }).getByText('/components/0/type').waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('region', { name: 'body.cdx.json' }).getByRole('button', { name: 'Export as…' }).click()
    await dialog.getByLabel('Format').selectOption('SPDX 3 JSON-LD')
    await dialog.getByText(/kB\..*lost/).waitFor(patient)
    expect(await axeOf(page)).toEqual([])
  },
)

test(
  '[SBOM-UI-1] [SBOM-UI-3] [SBOM-UI-5] [SBOM-UI-13] [SBOM-UI-15] [SBOM-UI-16] [SBOM-UI-18] [SBOM-UI-19] light theme',
  { timeout: 240_000 },
  async () => {
    const org = await site.organisation('Readers')
    const { token } = org.members.ADMIN
    await site.call(token, 'v2/app/sbom/software/save', { name: 'Gateway', ecu: 'GTW' })
    for (const [version, count] of [
      ['1.0', 4],
      ['2.0', 5],
    ] as const)
      await site.upload(token, 'v2/app/sbom/documents/upload', { software: 'Gateway', version }, chainBom(count))
    const releases = async () => (await site.request(token, listReleases, { document: 'ready' })).releases
    await expect.poll(async () => (await releases()).length, { ...patient, interval: 200 }).toBe(2)
    const [newer] = await releases()

    const { page, goto } = await visit({ as: org.members.ADMIN, theme: 'light' })
    await goto('/org/sbom/sbom-dashboard')
    await grid(page, 'Releases').getByRole('row').filter({ hasText: newer!.version }).first().click()
    await page.getByRole('heading', { name: `Gateway ${newer!.version}` }).waitFor()
    await page.keyboard.press('d')
    await grid(page, 'Releases')
      .getByRole('row')
      .filter({ hasText: newer!.version === '2.0' ? '1.0' : '2.0' })
      .first()
      .click()
    await grid(page, 'Differences').getByText('part-4').waitFor(patient)
    expect(await axeOf(page)).toEqual([])

    await goto('/org/sbom/configuration')
    await page.getByLabel('Denied').fill('GPL-2.0-only')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changed by Readers admin').waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Aliases' }).click()
    await page.keyboard.press('n')
    await page.getByLabel('Own name').fill('part-0')
    await page.getByLabel('Package URL').fill('pkg:npm/real')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await grid(page, 'Aliases').getByText('pkg:npm/real').waitFor()
    await page.getByRole('button', { name: 'Quality' }).click()
    await page.getByLabel('Profile').selectOption('BSI TR-03183-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The policy is saved.').first().waitFor()
    await page.getByRole('button', { name: 'Pipeline' }).click()
    await page.getByText('--data-binary @bom.json').waitFor()
    expect(await axeOf(page)).toEqual([])

    await goto('/org/sbom/package-configuration')
    await page.getByLabel('Search components').fill('part-3 1.3')
    await grid(page, 'Components').getByRole('row').filter({ hasText: 'part-3' }).click()
    await page.getByRole('heading', { name: 'part-3 1.3' }).waitFor()
    await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('2 releases')
    expect(await axeOf(page)).toEqual([])
    expect(await sidewaysOf(page)).toBe(0)
    await goto('/org/sbom?document=ready')
    await grid(page, 'Releases').getByText('Gateway').first().waitFor()
    await page.getByLabel('Select Gateway 2.0').check()
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('region', { name: 'Selected releases' }).getByRole('button', { name: 'Approve' }).click()
    await grid(page, 'Releases').getByText('Approved').waitFor()
  },
)

test(
  '[SBOM-UI-20] [SBOM-UI-21] releases become a vehicle; its software is changed and deleted',
  { timeout: 240_000 },
  async () => {
    const org = await site.organisation('Mergers')
    const { token } = org.members.ENGINEER
    for (const [name, ecu] of [
      ['Gateway', 'GTW'],
      ['Body', 'BCM'],
    ] as const) {
      await site.call(token, 'v2/app/sbom/software/save', { name, ecu })
      await site.upload(token, 'v2/app/sbom/documents/upload', { software: name, version: '1.0' }, chainBom(4, name))
    }
    const ready = async () => (await site.request(token, listReleases, { document: 'ready' })).total
    await expect.poll(ready, { ...patient, interval: 200 }).toBe(2)
    const { page, goto } = await visit({ as: org.members.ENGINEER })
    const dialog = page.getByRole('dialog')
    await goto('/org/sbom')
    await page.getByLabel('Select Gateway 1.0').check()
    await page.getByLabel('Select Body 1.0').check()
    await page.getByRole('region', { name: 'Selected releases' }).getByRole('button', { name: 'Merge' }).click()
    await dialog.getByLabel('Name').fill('EQX')
    await dialog.getByLabel('Version').fill('2027')
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Merge/ }).click()
    await page.getByRole('heading', { name: 'EQX 2027' }).waitFor()
    await page.getByRole('button', { name: 'Documents' }).click()
    const document = page.getByRole('region', { name: 'EQX.cdx.json' })
    await document.getByText('Merged', { exact: true }).waitFor()
    await document.getByText('In use').waitFor(patient)

    const menu = async (item: RegExp) => {
      await page.getByRole('button', { name: 'Software', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu(/^Edit EQX/)
    await dialog.getByLabel('Supplier').fill('Ours')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await page.locator('.sb-figures').first().getByText('Ours').waitFor()
    await menu(/^Delete EQX with all releases/)
    await dialog.getByText('1 release with documents, components and findings is deleted, too.').waitFor()
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await eventually(() => page.locator('.c-toolbar-total').textContent()).toBe('2 releases')
  },
)
