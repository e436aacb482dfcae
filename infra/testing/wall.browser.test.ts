import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, startConsole } from './browser.ts'

const { site, served, visit } = await startConsole()
const alpha = await site.organisation('Alpha')
await postFleet(site, alpha)
const wall = '/org/msoc/dashboard?wall=1'

const shown = (page: Page) => page.locator('.wl-panel[data-shown=true]')
const kpi = (page: Page, name: string) => shown(page).locator('.wp-kpi').filter({ hasText: name })
const alerts = (page: Page) => shown(page).getByRole('list', { name: 'Critical and high alerts' }).getByRole('listitem')

test('[WL5] [WL6] the wall shows the figures and the alerts that matter, and nothing around them', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(`${wall}&panels=overview`)
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/1\s+1 unassigned/)
  await eventually(() => kpi(page, 'High open').innerText()).toMatch(/1\s+\+1 in 1 h/)
  await eventually(() => kpi(page, 'Online').innerText()).toMatch(/20\s+of 20/)
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(2)
  expect(await alerts(page).first().innerText()).toMatch(/Secure boot verification failed[^]*unassigned/)
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth])).toEqual([0, 0])
})

test('[WL3] panels take turns', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(`${wall}&panels=alerts,pipeline&every=5`)
  for (const title of ['Critical and high alerts', 'Pipeline and cases', 'Critical and high alerts']) {
    await shown(page).and(page.getByRole('region', { name: title, exact: true })).waitFor()
    expect(await page.locator('.wl-foot').innerText()).toContain(title)
  }
})

test('[WL6] a new critical alert comes first and is counted, also after the server was away', async () => {
  const bravo = await site.organisation('Bravo')
  const [, , , , quiet, another] = await postFleet(site, bravo)
  const { page, goto, forgive } = await visit({ as: bravo.members.VIEWER })
  await goto(`${wall}&panels=overview`)
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(2)

  await site.post(bravo.key, [intrusion(quiet!, 0x8007)])
  await eventually(() => alerts(page).first().innerText()).toContain('Debug interface opened')
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/Critical open\s+2/)

  await served.stop()
  await page.getByText('Connection lost at').waitFor()
  await page.getByText('Disconnected').waitFor()
  await site.post(bravo.key, [intrusion(another!, 0x8007)])
  await served.startAgain()
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(4)
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/Critical open\s+3/)
  expect(await page.getByText('Connection lost at').count()).toBe(0)
  forgive(/Failed to load resource|WebSocket|ERR_/)
})

test('[WL1] `w` goes to the wall and Escape leaves it; its settings build its address', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto('/org/msoc/dashboard')
  await page.getByRole('heading', { name: 'MSOC Dashboard' }).waitFor()
  await page.keyboard.press('w')
  await page.getByText('Connected for').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'MSOC Dashboard' }).waitFor()
  expect(new URL(page.url()).searchParams.get('wall')).toBeNull()

  await page.getByRole('button', { name: 'Wall settings' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Fleet overview', 'Pipeline and cases']) await dialog.getByText(name).click()
  await dialog.getByLabel('Change every').selectOption('15 seconds')
  await dialog.getByText('On new critical alerts', { exact: true }).click()
  expect(await dialog.getByLabel('The wall\'s address').inputValue()).toBe(`${served.url}/org/msoc/dashboard?wall=1&panels=map%2Calerts&every=15&sound=critical`)
  await dialog.getByRole('button', { name: 'Show the wall' }).click()
  await shown(page).and(page.getByRole('region', { name: 'Fleet map' })).waitFor()
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s wall', async (theme) => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
  for (const panel of ['overview', 'alerts', 'pipeline']) {
    await goto(`${wall}&panels=${panel}`)
    await page.getByText('Last refresh of history').waitFor()
    await eventually(() => shown(page).innerText()).toMatch(/unassigned|Syslog|HTTP/)
    expect([panel, await axeOf(page)]).toEqual([panel, []])
  }
})
