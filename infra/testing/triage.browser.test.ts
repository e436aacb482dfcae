import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from './browser.ts'
import type { Organisation } from './installation.ts'

const { site, visit } = await startConsole()
const alerts = '/org/msoc/dashboard/alert-management'

const rowOf = (page: Page, vin: string) => page.getByRole('option').filter({ hasText: vin })
/** Where a click opens a row: at a cell's end the pointer would meet its filter buttons. */
const onTitle = { position: { x: 200, y: 16 } }
const asked = (page: Page) => new URL(page.url()).searchParams
const noticeOf = (page: Page) => page.locator('.am-notices')

interface Recorded {
  readonly uuid: string
  readonly number: number
  readonly status: string
  readonly resolution: string | null
  readonly owner: { readonly name: string } | null
  readonly case_uuid: string | null
}

/** What the record says of alerts, whoever looks. */
async function recorded({ members }: Organisation, query: Record<string, string> = {}): Promise<Recorded[]> {
  const { body } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', query)
  return body.alerts as Recorded[]
}

/** Many open alerts, the latest first, numbered as the organisation counts: each was seen a second before the one of the number before. */
async function raiseMany({ org }: Organisation, count: number, ago = '1 minute'): Promise<void> {
  await site.sql`
    INSERT INTO alerts (uuid, org_uuid, number, title, severity, source, rule, dedup_key, count, first_seen, last_seen, risk)
    SELECT gen_random_uuid(), ${org.uuid}, n, 'Alert ' || n || ' of many', 1, 'detector', 'many', 'many ' || n, 1, at, at, 10
    FROM generate_series(1, ${count}::int) n, LATERAL (SELECT now() - ${ago}::interval - n * interval '1 second' AS at) seen`
  await site.sql`UPDATE change_counters SET seq = ${count} WHERE org_uuid = ${org.uuid}`
}

/** Walks to a row by keys alone. */
async function walkTo(page: Page, vin: string): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('Home')
  const isThere = async () => (await rowOf(page, vin).getAttribute('class'))?.includes('am-cursor')
  for (let step = 0; step < 20 && !(await isThere()); step++) await page.keyboard.press('j')
  expect(await isThere()).toBe(true)
}

test('by keys alone an alert goes from new to a case, another from new to closed, and each time the next is under the cursor', async () => {
  const org = await site.organisation('Escalation')
  const [first, second] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, first!).waitFor()

  await walkTo(page, first!)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title of the case').waitFor()
  await page.keyboard.type('Tampered boot chain')
  await page.keyboard.press('Enter')
  await noticeOf(page).getByText(/escalated to CAS-\d+\./).waitFor()
  await eventually(() => rowOf(page, first!).getAttribute('class')).not.toContain('am-cursor')
  expect(await recorded(org, { vehicle: first! })).toMatchObject([{ status: 'ESCALATED', case_uuid: expect.any(String) }])

  await walkTo(page, second!)
  await page.keyboard.press('e')
  await dialog.getByRole('radio', { name: 'A case that is open' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('radio', { name: /Tampered boot chain/ }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(async () => (await recorded(org, { vehicle: second! }))[0]?.status).toBe('ESCALATED')
  const linked = await Promise.all([first!, second!].map(async (vehicle) => (await recorded(org, { vehicle }))[0]!.case_uuid))
  expect(linked[0]).toBe(linked[1])

  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: /^Close ALR-/ }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await eventually(async () => (await recorded(org, { status: 'CLOSED' })).length).toBe(1)
  const link = noticeOf(page).getByRole('link', { name: /^Open CAS-/ }).last()
  expect(await link.getAttribute('href')).toContain(`/org/msoc/dashboard/case-management/general?case=${linked[0]}`)
})

test('of two analysts on one alert, the later one is told who was faster, sees what is true, and overwrites nothing', async () => {
  const org = await site.organisation('Rivals')
  const [vin] = await postFleet(site, org)
  const { page, goto, forgive } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, vin!).click(onTitle)
  await page.getByRole('complementary', { name: 'Alert' }).getByText('Raised the alert').waitFor()
  const [before] = await recorded(org, { vehicle: vin! })

  // the analyst's call is on its way when the administrator's overtakes it
  await page.route('**/alerts/update', async (route) => {
    await site.call(org.members.ADMIN.token, 'msoc/v1/alerts/update', { uuids: [before!.uuid], change: { owner: 'me' } })
    await route.continue()
  })
  await page.keyboard.press('s')
  await noticeOf(page).getByText(/^ALR-\d+ not assigned to you\. Changed meanwhile by Rivals admin: Assigned to Rivals admin\.$/).waitFor()
  expect(await recorded(org, { vehicle: vin! })).toMatchObject([{ status: 'ASSIGNED', owner: { name: 'Rivals admin' } }])
  await rowOf(page, vin!).getByText('Assigned').waitFor()
  forgive(/409 \(Conflict\)/)
})

test('a drag over the histogram is the window of the page, and Ctrl-Z goes back out', async () => {
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
  await eventually(() => asked(page).get('time')).toMatch(/Z~.*Z$/)
  await page.getByText('No open alerts').waitFor() // a part of the day in which nothing was seen
  await page.keyboard.press('Control+z')
  await rowOf(page, vin!).waitFor()
  expect(asked(page).get('time')).not.toContain('~')
})

test('a cell filters in and out, by pointer in the list and by keys in the open alert', async () => {
  const org = await site.organisation('Cells')
  const [critical, high, low] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, high!).locator('[data-cell=severity]').hover()
  await page.getByRole('button', { name: 'Not severity High' }).click()
  await eventually(() => rowOf(page, high!).count()).toBe(0)
  expect(asked(page).get('not_severity')).toBe('high')
  await page.getByRole('button', { name: 'Filter severity not: High' }).waitFor()
  await eventually(() => page.getByRole('option').count()).toBe(2)

  await page.getByRole('button', { name: 'Remove the filter severity not' }).click()
  await rowOf(page, high!).waitFor()
  await rowOf(page, low!).click(onTitle)
  await page.getByRole('complementary', { name: 'Alert' }).getByRole('button', { name: `Only vehicle ${low!}` }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => rowOf(page, critical!).count()).toBe(0)
  expect(asked(page).get('vehicle')).toBe(low)
})

test('a view that is shared is a colleague\'s tab too, and a private one stays private', async () => {
  const org = await site.organisation('Views')
  const [critical, high] = await postFleet(site, org)
  const mine = await visit({ as: org.members.ANALYST })
  await mine.goto(`${alerts}?severity=critical`)
  await rowOf(mine.page, critical!).waitFor()
  for (const { name, shared } of [{ name: 'Worst first', shared: true }, { name: 'Just mine', shared: false }]) {
    await mine.page.getByRole('button', { name: 'Save the present filters as a view' }).click()
    await mine.page.getByRole('textbox', { name: 'Save the present filters as' }).fill(name)
    if (shared) await mine.page.getByLabel('Everybody in the organisation sees it').check()
    await mine.page.getByRole('button', { name: 'Save view' }).click()
    await mine.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${name}`) }).waitFor()
  }

  const theirs = await visit({ as: org.members.ADMIN })
  await theirs.goto(alerts)
  await rowOf(theirs.page, high!).waitFor()
  const tabs = theirs.page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('button', { name: /^Worst first/ }).click()
  await eventually(() => rowOf(theirs.page, high!).count()).toBe(0)
  await rowOf(theirs.page, critical!).waitFor()
  expect(asked(theirs.page).get('severity')).toBe('critical')
  expect(await tabs.getByRole('button', { name: /^Just mine/ }).count()).toBe(0)
})

test('all that matches is closed by a job over the query, whose result is still there after a reload', async () => {
  const org = await site.organisation('Bulk')
  const vins = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, vins[0]!).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 3 matching' }).click()
  await page.getByText('All 3 matching selected').waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Close all 3 matching alerts' }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  const result = page.getByText(/^Completed: 3 updated/)
  await result.waitFor()
  await eventually(() => page.getByRole('option').count()).toBe(0)
  expect(await recorded(org, { status: 'CLOSED' })).toHaveLength(3)

  await page.reload()
  await result.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await result.waitFor({ state: 'detached' })
})

test('columns that were chosen are there after a reload, and the file has every alert of the filter', async () => {
  const org = await site.organisation('Columns')
  await site.call(org.members.ADMIN.token, 'msoc/v1/assets/save-vehicle', { vin: 'COLUMNS-00', model: '=1+1' })
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

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^alerts-.*\.csv$/)
  const rows = parse<Record<string, string>>(await readFile(await file.path()), { columns: true, bom: true })
  expect(rows.map((row) => row['number'])).toEqual((await recorded(org)).map(({ number }) => `ALR-${number}`))
  expect(rows.find((row) => row['vin'] === vin)).toMatchObject({ severity: 'critical', status: 'NEW', model: "'=1+1" })
})

test('a job over the query is cancelled from the list: what it did stays done, and no more is', async () => {
  const org = await site.organisation('Cancel')
  await raiseMany(org, 10_000)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByText('10,000 alerts').waitFor()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 10,000 matching' }).click()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Close all 10,000 matching alerts' }).waitFor()

  const [held, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = site.sql.begin(async (tx) => {
    await tx`SELECT FROM alerts WHERE org_uuid = ${org.org.uuid} AND number = 5000 FOR UPDATE`
    held.resolve()
    await cancelled.promise
  })
  await held.promise
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.locator('.am-job').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(/^Cancelled: /).waitFor()
  cancelled.resolve()
  await holding

  const closed = async () => (await site.get(org.members.ADMIN.token, 'msoc/v1/alerts', { status: 'CLOSED', limit: '1' })).body.total as number
  const done = async () => (await site.get(org.members.ADMIN.token, 'v2/app/jobs')).body.jobs[0] as { status: string; done: number }
  await eventually(async () => (await done()).done - (await closed())).toBe(0)
  expect(await done()).toMatchObject({ status: 'CANCELLED' })
  expect(await closed()).toBeLessThan(10_000)
})

test('the last of many alerts is one key away, and the first as well', async () => {
  const org = await site.organisation('Depth')
  await raiseMany(org, 10_000)
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

test('an alert that was last seen long ago is in the live list and in its tab, and not in a fixed window of today', async () => {
  const org = await site.organisation('Old')
  await raiseMany(org, 3, '40 days')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByText('3 alerts').waitFor()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^All open\s*3$/ }).waitFor()
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
  const [alert] = await recorded(org, { vehicle: vin! })
  const { body } = await site.call(org.members.ANALYST.token, 'msoc/v1/cases/create', { title: 'Boot chain', alert_uuids: [alert!.uuid] })
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

test('of two who change one view, the later one is told and sees it as it is', async () => {
  const org = await site.organisation('View rivals')
  const [vin] = await postFleet(site, org)
  const save = (view: object) => site.call(org.members.ANALYST.token, 'v2/app/views/save', { page: 'alerts', search: { severity: 'critical' }, shared: false, ...view })
  const { body } = await save({ name: 'Worst' })
  const { page, goto, forgive } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}?severity=critical&view=${body.view.uuid}`)
  await rowOf(page, vin!).waitFor()
  await page.getByRole('button', { name: 'Change the view Worst' }).waitFor()
  await save({ uuid: body.view.uuid, revision: body.view.revision, name: 'Very worst' })
  await page.getByRole('button', { name: 'Change the view Worst' }).click()
  await page.getByRole('menuitem', { name: 'Share with the organisation' }).click()
  await page.getByText(/^The view .Worst. was not saved\. Somebody changed it meanwhile/).waitFor()
  await page.getByRole('button', { name: 'Change the view Very worst' }).waitFor()
  const now = await site.get(org.members.ANALYST.token, 'v2/app/views', { page: 'alerts' })
  expect(now.body.views).toMatchObject([{ name: 'Very worst', shared: false }])
  forgive(/409 \(Conflict\)/)
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s queue\'s menus and forms', async (theme) => {
  const org = await site.organisation(`Forms ${theme}`)
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST, theme })
  await goto(alerts)
  await rowOf(page, vin!).waitFor()
  const forms = [
    { open: page.getByRole('button', { name: 'Save the present filters as a view' }), shows: page.getByRole('button', { name: 'Save view' }) },
    { open: page.getByRole('button', { name: 'Columns', exact: true }), shows: page.locator('.dt-choice') },
    { open: page.getByRole('button', { name: /^Order: / }), shows: page.getByRole('menuitem', { name: 'Highest risk' }) },
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
    await page.keyboard.press('Escape')
  }
  await rowOf(page, vin!).click(onTitle)
  await page.keyboard.press('e')
  await page.getByLabel('Title of the case').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('another order is asked of the server, and new alerts wait above it as well', async () => {
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

test.for(['dark', 'light'] as const)('an alert\'s own %s page shows it in full, follows it, and axe finds nothing there', async (theme) => {
  const org = await site.organisation(`Page ${theme}`)
  const [vin, other] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST, theme })
  await goto(alerts)
  await rowOf(page, vin!).waitFor()
  await walkTo(page, vin!)
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Secure boot verification failed' }).waitFor()
  const [alert] = await recorded(org, { vehicle: vin! })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${alerts}/general?alert=${alert!.uuid}`)
  await page.getByText('Raised the alert').waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)

  await page.keyboard.press('a')
  await page.getByText('Acknowledged', { exact: true }).last().waitFor()
  await site.call(org.members.ADMIN.token, 'msoc/v1/alerts/update', { uuids: [alert!.uuid], change: { status: 'PENDING' } })
  await page.getByText('Changed the status to Pending').waitFor()

  await page.keyboard.press('e')
  await page.getByLabel('Title of the case').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Linked case' }).getByText('Secure boot verification failed').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await rowOf(page, other!).waitFor()
  expect(asked(page).get('alert')).toBe(alert!.uuid)
})
