import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, startConsole } from '../../support/browser/browser.ts'
import { alerts, searchParamsOf, onTitle, raiseMany, recorded, rowOf } from '../../support/browser/queue.ts'
import { createVehicle } from '../../support/factories.ts'

const { site, visit } = await startConsole()

test('a drag over the histogram sets the time window of the page, and Ctrl-Z restores the previous one', async () => {
  const org = await site.organisation('Window')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, vin!).waitFor()

  const bars = page.locator('.am-histogram canvas').first()
  const box = (await bars.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20)
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
  await page.mouse.up()
  await eventually(() => searchParamsOf(page).get('time')).toMatch(/Z~.*Z$/)
  await page.getByText('No open alerts').waitFor() // a part of the day without alerts
  await page.keyboard.press('Control+z')
  await rowOf(page, vin!).waitFor()
  expect(searchParamsOf(page).get('time')).not.toContain('~')
})

test('a cell filters in and out, by pointer in the list and by keyboard in the open alert', async () => {
  const org = await site.organisation('Cells')
  const [critical, high, low] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, high!).locator('[data-cell=severity]').hover()
  await page.getByRole('button', { name: 'Not severity High' }).click()
  await eventually(() => rowOf(page, high!).count()).toBe(0)
  expect(searchParamsOf(page).get('not_severity')).toBe('high')
  await page.getByRole('button', { name: 'Filter severity not: High' }).waitFor()
  await eventually(() => page.getByRole('option').count()).toBe(2)

  await page.getByRole('button', { name: 'Remove the filter severity not' }).click()
  await rowOf(page, high!).waitFor()
  await rowOf(page, low!).click(onTitle)
  await page
    .getByRole('complementary', { name: 'Alert' })
    .getByRole('button', { name: `Only vehicle ${low!}` })
    .focus()
  await page.keyboard.press('Enter')
  await eventually(() => rowOf(page, critical!).count()).toBe(0)
  expect(searchParamsOf(page).get('vehicle')).toBe(low)
})

test('a shared view is also a tab for colleagues, and a private one stays private', async () => {
  const org = await site.organisation('Views')
  const [critical, high] = await postFleet(site, org)
  const mine = await visit({ as: org.members.ANALYST })
  await mine.goto(`${alerts}?severity=critical`)
  await rowOf(mine.page, critical!).waitFor()
  for (const { name, shared } of [
    { name: 'Worst first', shared: true },
    { name: 'Just mine', shared: false },
  ]) {
    await mine.page.getByRole('button', { name: 'Save the present filters as a view' }).click()
    await mine.page.getByRole('textbox', { name: 'Save the present filters as' }).fill(name)
    if (shared) await mine.page.getByLabel('Everybody in the organisation sees it').check()
    await mine.page.getByRole('button', { name: 'Save view' }).click()
    await mine.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .waitFor()
  }

  const theirs = await visit({ as: org.members.ADMIN })
  await theirs.goto(alerts)
  await rowOf(theirs.page, high!).waitFor()
  const tabs = theirs.page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('button', { name: /^Worst first/ }).click()
  await eventually(() => rowOf(theirs.page, high!).count()).toBe(0)
  await rowOf(theirs.page, critical!).waitFor()
  expect(searchParamsOf(theirs.page).get('severity')).toBe('critical')
  expect(await tabs.getByRole('button', { name: /^Just mine/ }).count()).toBe(0)
})

test('selected columns are kept after a reload, and the file has every alert of the filter', async () => {
  const org = await site.organisation('Columns')
  await createVehicle(site, org.members.ADMIN.token, { vin: 'COLUMNS-00', model: '=1+1' })
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(alerts)
  await rowOf(page, vin!).waitFor()
  const head = page.locator('.am-list-head')
  expect(await head.innerText()).not.toContain('Source')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.locator('.dt-choice').getByText('Source', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await rowOf(page, vin!).waitFor()
  expect(await head.innerText()).toContain('Source')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^alerts-.*\.csv$/)
  const rows = parse<Record<string, string>>(await readFile(await file.path()), { columns: true, bom: true })
  expect(rows.map((row) => row['number'])).toEqual((await recorded(site, org)).map(({ number }) => `ALR-${number}`))
  expect(rows.find((row) => row['vin'] === vin)).toMatchObject({ severity: 'critical', status: 'NEW', model: "'=1+1" })
})

test('one key goes to the last of many alerts, and one to the first', async () => {
  const org = await site.organisation('Depth')
  await raiseMany(site, org, 10_000)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByText('10,000 alerts').waitFor()
  await page.getByRole('option').first().waitFor()
  const atCursor = () => page.locator('.am-alert.am-cursor').innerText()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('End')
  await eventually(atCursor).toContain('Alert 10000 of many')
  expect(await page.locator('.am-coming').count()).toBe(0)
  await page.keyboard.press('k')
  await eventually(atCursor).toContain('Alert 9999 of many')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Home')
  await eventually(atCursor).toContain('Alert 1 of many')
  expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Alert 2 of many')
})

test('an alert last seen long ago is in the live list and its tab, but not in a fixed window of today', async () => {
  const org = await site.organisation('Old')
  await raiseMany(site, org, 3, '40 days')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByText('3 alerts').waitFor()
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^All open\s*3$/ })
    .waitFor()
  const day = 24 * 3_600_000
  await goto(`${alerts}?time=${new Date(Date.now() - day).toISOString()}~${new Date().toISOString()}`)
  await page.getByText('No open alerts').waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
  await page.getByRole('button', { name: 'Back to live' }).click()
  await eventually(() => page.getByRole('option').count()).toBe(3)
})

test('the list is filtered by a case that is found by its title', async () => {
  const org = await site.organisation('Cased')
  const [vin, other] = await postFleet(site, org)
  const [alert] = await recorded(site, org, { vehicle: vin! })
  const { body } = await site.call(org.members.ANALYST.token, 'msoc/v1/cases/create', {
    title: 'Boot chain',
    alert_uuids: [alert!.uuid],
  })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, other!).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Case' }).click()
  await page.getByLabel('Title or number').fill('boot')
  await page.getByRole('radio', { name: /Boot chain/ }).waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByLabel('Title or number').press('Enter')
  await eventually(() => rowOf(page, other!).count()).toBe(0)
  await rowOf(page, vin!).waitFor()
  await page.getByText(`CAS-${body.case.number}`).waitFor()
})

test('if two users change one view, the later one gets a message and the current view', async () => {
  const org = await site.organisation('View rivals')
  const [vin] = await postFleet(site, org)
  const save = (view: object) =>
    site.call(org.members.ANALYST.token, 'v2/app/views/save', {
      page: '/org/msoc/dashboard/alert-management',
      search: { severity: 'critical' },
      shared: false,
      ...view,
    })
  const { body } = await save({ name: 'Worst' })
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}?severity=critical&view=${body.view.uuid}`)
  await rowOf(page, vin!).waitFor()
  await page.getByRole('button', { name: 'Change the view Worst' }).waitFor()
  await save({ uuid: body.view.uuid, revision: body.view.revision, name: 'Very worst' })
  await page.getByRole('button', { name: 'Change the view Worst' }).click()
  await page.getByRole('menuitem', { name: 'Share with the organisation' }).click()
  await page.getByText(/^The view .Worst. was not saved\. Somebody changed it meanwhile/).waitFor()
  await page.getByRole('button', { name: 'Change the view Very worst' }).waitFor()
  const now = await site.get(org.members.ANALYST.token, 'v2/app/views', {
    page: '/org/msoc/dashboard/alert-management',
  })
  expect(now.body.views).toMatchObject([{ name: 'Very worst', shared: false }])
  ignoreFaults(/409 \(Conflict\)/)
})

test.for(['dark', 'light'] as const)("axe finds nothing on the %s queue's menus and forms", async (theme) => {
  const org = await site.organisation(`Forms ${theme}`)
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST, theme })
  await goto(alerts)
  await rowOf(page, vin!).waitFor()
  const forms = [
    {
      open: page.getByRole('button', { name: 'Save the present filters as a view' }),
      shows: page.getByRole('button', { name: 'Save view' }),
    },
    { open: page.getByRole('button', { name: 'Columns', exact: true }), shows: page.locator('.dt-choice') },
    {
      open: page.getByRole('button', { name: /^Order: / }),
      shows: page.getByRole('menuitem', { name: 'Highest risk' }),
    },
  ]
  for (const { open, shows } of forms) {
    await open.click()
    await shows.waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await shows.waitFor({ state: 'detached' })
  }
  for (const filter of ['Severity', 'Rule']) {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: filter }).click()
    await page.locator('.am-editor').waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.locator('.am-editor').locator('input').first().press('Escape')
    await page.locator('.am-editor').waitFor({ state: 'detached' })
  }
  await rowOf(page, vin!).click(onTitle)
  await page.keyboard.press('e')
  await page.getByLabel('Title of the case').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('another order is requested from the server, and new alerts wait above it as well', async () => {
  const org = await site.organisation('Orders')
  const vins = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}?sort=severity`)
  await rowOf(page, vins[0]!).waitFor()
  const severities = () => page.locator('[role=option] [data-cell=severity]').allInnerTexts()
  expect(await severities()).toEqual(['Critical', 'High', 'Low'])
  await site.post(org.key, [intrusion(vins[5]!, 0x8001)])
  await page.getByRole('button', { name: /\bnew\b.*Show now/ }).waitFor()
  expect(await severities()).toEqual(['Critical', 'High', 'Low'])
  await page.keyboard.press('.')
  await eventually(severities).toEqual(['Critical', 'High', 'High', 'Low'])
})
