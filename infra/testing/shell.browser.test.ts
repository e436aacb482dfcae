import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from './browser.ts'
import type { Organisation } from './installation.ts'

const { site, served, visit } = await startConsole()
const org = await site.organisation('Shell')
const vins = await postFleet(site, org)

const jobs = '/org/msoc/dashboard/jobs/current'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })
const found = (page: Page) => page.getByRole('listbox', { name: 'Found' })

/** A case over the first alert, as the api answers it. */
async function openCase({ members }: Organisation, title: string) {
  const { body: { alerts } } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', { case: undefined, status: 'NEW', limit: 1 })
  const { body } = await site.call(members.ANALYST.token, 'msoc/v1/cases/create', { title, alert_uuids: [alerts[0].uuid] })
  return body.case as { uuid: string; number: number }
}

test('[N2] the menu leads to every page, and its keys do as well', async () => {
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await menu(page).getByRole('link', { name: 'Case Management' }).waitFor()
  const names = await menu(page).getByRole('listitem').getByRole('link').allInnerTexts()
  expect(names.map((name) => name.split('\n').find((line) => /[a-z]/.test(line)))).toEqual(['Dashboard', 'Live', 'Projects', 'Jobs', 'Alert Management', 'Case Management'])

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  expect(await menu(page).locator('[aria-current]').innerText()).toBe('Case Management')
})

test('[N1] a case names itself in the breadcrumb, and the list is a link there', async () => {
  const { uuid, number } = await openCase(org, 'Breadcrumb')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`/org/msoc/dashboard/case-management/general?case=${uuid}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await crumbs.getByText(`CAS-${number}`).waitFor()
  await crumbs.getByRole('link', { name: 'Case Management' }).click()
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  expect(await crumbs.getByRole('link').count()).toBe(0)
})

test('[P1] [P3] [P4] the palette finds a vehicle and a case by its number, and offers the case again next time', async () => {
  const { uuid, number } = await openCase(org, 'Found by its number')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(vins[4]!)
  await found(page).getByText(vins[4]!).waitFor()

  await page.keyboard.press('Control+a')
  await page.keyboard.type(`CAS-${number}`)
  await found(page).getByRole('option', { name: /Found by its number/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/case-management/general?case=${uuid}`)

  await page.getByRole('heading', { name: 'Found by its number' }).waitFor()
  await page.keyboard.press('Control+k')
  await eventually(() => found(page).getByRole('option').first().innerText()).toContain('Found by its number')
  expect(new URL(page.url()).searchParams.get('case')).toBe(uuid)
})

test('[P1] the palette leads to the page of a vehicle, and to where a geofence is on the live map', async () => {
  const polygon = [[9, 48], [9.5, 48], [9.5, 48.5], [9, 48.5]]
  await site.call(org.members.ADMIN.token, 'msoc/v1/geofences/save', { name: 'Proving ground', polygon, severity: 'high', active: true })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(vins[4]!)
  await found(page).getByRole('option', { name: vins[4]! }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/vehicle/info?vehicle=${vins[4]!}`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('proving')
  await found(page).getByRole('option', { name: 'Proving ground' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/live-map?*')
  expect(Number(new URL(page.url()).searchParams.get('lat'))).toBeCloseTo(48.25, 1)
})

test('[P1] the palette does things too: the theme changes', async () => {
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme: light')
  // it is in the list of everything too: only once it is the first is the list that of these words
  await eventually(() => found(page).getByRole('option').first().innerText()).toBe('Theme: light')
  await page.keyboard.press('Enter')
  await eventually(() => page.locator('html').getAttribute('class')).toContain('light')
  expect(await page.evaluate(() => localStorage.getItem('carapace.theme'))).toBe('light')
})

test('[P2] a search that fails is named, and what could be found stands', async () => {
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await there.goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.route('**/api/msoc/v1/cases?*', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.keyboard.type('case')
  await page.getByText('Could not search cases.').waitFor()
  await eventually(() => found(page).getByRole('option').allInnerTexts()).toContainEqual(expect.stringContaining('Case Management'))
  there.forgive(/ERR_FAILED/)
})

test('[K3] the help lists the keys of the page that is shown, by group', async () => {
  const { uuid } = await openCase(org, 'Keys')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`/org/msoc/dashboard/case-management/general?case=${uuid}`)
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Write a comment').waitFor()
  expect(await help.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(expect.arrayContaining(['Case', 'Go to', 'General']))
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s palette and help', async (theme) => {
  const { page, goto } = await visit({ as: org.members.ADMIN, theme })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('e')
  await found(page).getByRole('option').first().waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await found(page).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test.for([[1280, 720], [3840, 2160], [390, 844]] as const)('at %d by %d nothing scrolls sideways, with the connection lost as well', async ([width, height]) => {
  const there = await visit({ as: org.members.ADMIN, phone: width < 500 })
  const { page } = there
  await page.setViewportSize({ width, height })
  for (const path of [jobs, '/org/msoc/dashboard/jobs/ingest', '/org/msoc/dashboard/jobs/rejects', '/org/msoc/dashboard/case-management']) {
    await there.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    expect([path, await sidewaysOf(page)]).toEqual([path, 0])
  }
  await served.stop()
  await page.getByRole('region', { name: 'Connection' }).waitFor()
  expect(await sidewaysOf(page)).toBe(0)
  await served.startAgain()
  there.forgive(/WebSocket connection|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|502|503/)
})

test('on a phone the menu is a drawer, which goes once it was used', async () => {
  const { page, goto } = await visit({ as: org.members.ADMIN, phone: true })
  await goto(jobs)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu(page).getByRole('link', { name: 'Case Management' }).click()
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  await menu(page).waitFor({ state: 'detached' })
  expect(await sidewaysOf(page)).toBe(0)
})
