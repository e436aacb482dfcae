import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { runVite } from '../../local/console-build.ts'
import { eventually, postFleet, startConsole } from '../support/browser/browser.ts'

const basePath = '/soc'
const consoleDir = mkdtempSync(join(tmpdir(), 'console-'))
afterAll(() => rmSync(consoleDir, { recursive: true, force: true }))

process.env.BASE_PATH = basePath
await runVite(resolve(import.meta.dirname, '../../../apps/console'), consoleDir)
delete process.env.BASE_PATH

const { site, served, visit } = await startConsole({ basePath, consoleDir })
const org = await site.organisation('Below')
await postFleet(site, org)

test('[NAVIGATION-9] the console works below a base path: pages, links, keys, sockets, fonts, sign-out', async () => {
  const { page, goto } = await visit({ as: org.members.ADMIN })
  const requestedPaths: string[] = []
  page.on(
    'request',
    (request) => request.url().startsWith('http') && requestedPaths.push(new URL(request.url()).pathname),
  )
  await goto(`${basePath}/org`)
  await page.waitForURL(`**${basePath}/org/lifecycle/dashboard`)
  await page.getByRole('link', { name: 'MSOC' }).click()
  await page.waitForURL(`**${basePath}/org/msoc/dashboard*`)
  await page.getByRole('contentinfo').getByText('Live', { exact: true }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.waitForURL(`**${basePath}/org/msoc/dashboard/alert-management*`)
  await page.getByRole('listbox').or(page.getByRole('grid')).or(page.getByRole('table')).first().waitFor()
  await page.goBack()
  await page.waitForURL(`**${basePath}/org/msoc/dashboard?*`)
  expect(await page.evaluate(() => document.fonts.check('13px "Inter Variable"'))).toBe(true)
  expect(await page.getByRole('contentinfo').getByRole('link').getAttribute('href')).toBe(
    `${basePath}/org/lifecycle/release-history`,
  )

  await page.getByRole('button', { name: /account menu$/ }).click()
  expect(await page.getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe(
    `${basePath}/org/lifecycle/settings`,
  )
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(new URL(page.url()).pathname).toBe(`${basePath}/`)
  expect(requestedPaths.filter((path) => !path.startsWith(`${basePath}/`))).toEqual([])
})

test('[NAVIGATION-9] without a session the front page below it is shown, dark from the first paint', async () => {
  const { page, goto } = await visit()
  await page.addInitScript(() => localStorage.removeItem('carapace.preferences'))
  await goto(`${basePath}/org/cti/dashboard`)
  await page.waitForURL(`${served.url}${basePath}/?error=INVALID_LOGIN`)
  await eventually(() => page.locator('html').getAttribute('class')).toContain('dark')
  await page.getByRole('link', { name: /register/i }).click()
  await page.waitForURL(`**${basePath}/register`)
  expect(
    await page
      .getByRole('link', { name: /login|sign in/i })
      .first()
      .getAttribute('href'),
  ).toMatch(/^\/soc\//)
})
