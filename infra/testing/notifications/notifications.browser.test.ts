/// <reference lib="dom" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'

import { axeOf, startConsole } from '../support/browser/browser.ts'
import { press, refused } from '../support/browser/forms.ts'
import type { Organisation } from '../support/installation.ts'
import { notify } from './adding.fixture.ts'

const { site, visit } = await startConsole()

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(request.url === '/refused' ? 404 : 200).end())
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => void receiver.close())
const address = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })

async function criticalAlert({ key, members }: Organisation): Promise<void> {
  await site.call(members.ADMIN.token, 'msoc/v1/event-catalogue/import', {
    platform: '',
    format: 'csv',
    text: 'event_id,name,severity\n0x8003,Lock picked,critical\n',
  })
  await site.post(key, [{ type: 'ids.can', vehicle: 'truck-1', ts: Date.now(), event_id: 0x8003 }])
}

test('[NOTIFICATION-UI-1] [NOTIFICATION-UI-2] an alert reaches the bell on another page and opens there', async () => {
  const alpha = await site.organisation('Bell')
  const { page, goto } = await visit({ as: alpha.members.ANALYST })
  await goto('/org/lifecycle/profile-settings')
  await bell(page, 0).waitFor()
  await criticalAlert(alpha)
  await bell(page, 1).click({ timeout: 60_000 })
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('link', { name: /^Critical alert: / }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/alert-management/general') && url.searchParams.has('alert'))
  await bell(page, 0).waitFor()

  await notify(site, alpha, { title: 'Second' })
  await bell(page, 1).click()
  await press(page, 'Mark all as read')
  await bell(page, 0).waitFor()
})

test('[NOTIFICATION-UI-3] [NOTIFICATION-UI-4] the history filters, and is worked through with the keys', async () => {
  const alpha = await site.organisation('History')
  for (const title of ['One', 'Two', 'Three']) await notify(site, alpha, { title })
  const { page, goto } = await visit({ as: alpha.members.ANALYST })
  await goto('/org/notifications')
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Three' }).waitFor()
  await bell(page, 3).waitFor()
  for (const key of ['j', 'x', 'j', 'x', 'r']) await page.keyboard.press(key)
  await bell(page, 1).waitFor()
  expect(await page.locator('.nt-unread').allTextContents()).toEqual(['One'])
  expect(await axeOf(page)).toEqual([])
  for (const key of ['k', 'o']) await page.keyboard.press(key)
  await page.waitForURL('**/org/msoc/dashboard/alert-management')

  await goto('/org/msoc/dashboard/notifications/sbom')
  await page.getByRole('heading', { name: 'SBOM notifications', level: 1 }).waitFor()
  await page.getByText('No notifications yet').waitFor()
  await goto('/org/msoc/dashboard/notifications/security?read=unread')
  await page.getByRole('link', { name: 'One' }).waitFor()
  expect(await page.getByRole('link', { name: 'Three' }).count()).toBe(0)
})

test('[NOTIFICATION-UI-5] a rule silences a kind', async () => {
  const alpha = await site.organisation('Rules')
  const { page, goto } = await visit({ as: alpha.members.ANALYST })
  await goto('/org/notifications?tab=rules')
  const choice = page.getByLabel('An alert of high severity was raised: Console')
  expect(await choice.isChecked()).toBe(true)
  expect(await page.getByLabel('An alert of high severity was raised: Slack').isDisabled()).toBe(true)
  await choice.uncheck()
  await page.getByLabel(/^Quiet hours/).check()
  await page.getByLabel('From').fill('21:30')
  expect(await axeOf(page)).toEqual([])
  await press(page, 'Save')
  await page.locator('.bp6-toast').getByText('Your rules are saved.').waitFor()
  await notify(site, alpha, { title: 'Silenced' })
  await press(page, 'Send me a test')
  await bell(page, 1).click()
  await page.getByRole('link', { name: 'This is a test of your notifications' }).waitFor()
  expect(await page.getByRole('link', { name: 'Silenced' }).count()).toBe(0)
})

test('[NOTIFICATION-UI-7] [NOTIFICATION-UI-8] a target is tested before use; the log shows what arrived', async () => {
  const alpha = await site.organisation('Channels')
  const { page, goto, ignoreFaults } = await visit({ as: alpha.members.ADMIN })
  await goto('/org/notifications?tab=channels')
  const panel = page.getByRole('region', { name: 'Targets of the organisation' })
  await panel.getByRole('button', { name: 'Add a target' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('SOC chat')
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/private or reserved network/).waitFor()
  await dialog.getByLabel('URL').fill(address('/refused'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Test it first').waitFor()
  await panel.getByRole('button', { name: 'Test', exact: true }).click()
  await panel.getByText(/status 404/).waitFor()

  await panel.getByRole('button', { name: 'Change SOC chat' }).click()
  await dialog.getByLabel('Another URL').fill(address('/ok'))
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Test', exact: true }).click()
  await panel.getByText('Ready').waitFor()
  await notify(site, alpha, { title: 'For the chat' })
  ignoreFaults(refused)
  await goto('/org/notifications?tab=log')
  const row = page.getByRole('row').filter({ hasText: 'For the chat' })
  await row.getByText('SOC chat').waitFor()
  await row.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })

  const { page: analyst, goto: analystGoto } = await visit({ as: alpha.members.ANALYST })
  await analystGoto('/org/notifications?tab=channels')
  await analyst.getByRole('region', { name: 'My own targets' }).waitFor()
  expect(await analyst.getByRole('region', { name: 'Targets of the organisation' }).count()).toBe(0)
})
