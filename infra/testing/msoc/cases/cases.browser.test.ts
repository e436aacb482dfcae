import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { focusIn } from '../../support/browser/focus.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/case-management'
const pageOf = (uuid: string) => `${list}/general?case=${uuid}`
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

/** A case that an analyst opened with the first two alerts of a fleet. */
async function escalated(name: string) {
  const org = await site.organisation(name)
  await postFleet(site, org)
  const {
    body: { alerts },
  } = await site.get(org.members.ADMIN.token, 'msoc/v1/alerts')
  const { body } = await site.call(org.members.ANALYST.token, 'msoc/v1/cases/create', {
    title: 'Torque injection',
    alert_uuids: alerts.slice(0, 2).map(({ uuid }: { uuid: string }) => uuid),
  })
  return {
    org,
    uuid: body.case.uuid as string,
    number: body.case.number as number,
    others: alerts.slice(2) as { uuid: string; number: number; title: string }[],
  }
}

async function recorded({ members }: Organisation, uuid: string) {
  const { body } = await site.get(members.ADMIN.token, 'msoc/v1/cases/get', { uuid })
  return body as {
    links: unknown[]
    case: {
      stage: string
      title: string
      owner: { name: string } | null
      revision: number
      comments: number
      alerts: number
    }
    alerts: { status: string; resolution: string | null }[]
  }
}

test('[CASE-UI-20] two analysts follow one case: each sees the changes of the other at once', async () => {
  const { org, uuid, number } = await escalated('Pair')
  const [mine, theirs] = await Promise.all([visit({ as: org.members.ANALYST }), visit({ as: org.members.ADMIN })])
  await mine.goto(list)
  await mine.page
    .getByRole('row')
    .filter({ hasText: `CAS-${number}` })
    .click()
  await mine.page.getByRole('heading', { name: 'Torque injection' }).waitFor()
  await theirs.goto(pageOf(uuid))
  await theirs.page.getByRole('heading', { name: 'Torque injection' }).waitFor()

  await mine.page.keyboard.press('m')
  await mine.page.keyboard.type('Seen on two vehicles of lot 11.')
  await mine.page.keyboard.press('Control+Enter')
  await timeline(theirs.page).getByText('Seen on two vehicles of lot 11.').waitFor()
  await eventually(() => mine.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('')

  await theirs.page.keyboard.press('s')
  await timeline(mine.page).getByText('assigned the case to Pair admin').waitFor()
  await mine.page.getByRole('button', { name: 'Owner: Pair admin' }).waitFor()
  expect(await recorded(org, uuid)).toMatchObject({ case: { owner: { name: 'Pair admin' }, comments: 1 } })
})

test('[CASE-UI-21] a rename after a conflict shows the current case and keeps the input', async () => {
  const { org, uuid } = await escalated('Late')
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  // the server's count rises without a message to this page, as between two reads
  await page.route(
    '**/api/msoc/v1/cases/update',
    async (route) => {
      await site.sql`UPDATE cases SET title = 'Theirs', revision = revision + 1 WHERE uuid = ${uuid}`
      await route.continue()
    },
    { times: 1 },
  )
  await there.goto(pageOf(uuid))
  await page.getByRole('heading', { name: 'Torque injection' }).waitFor()
  await page.keyboard.press('r')
  const field = page.getByLabel('Title')
  await field.fill('Mine')
  await page.keyboard.press('Enter')
  await page.getByText('Somebody changed this case first.').waitFor()
  expect(await field.inputValue()).toBe('Mine')
  await page.getByRole('heading', { name: 'Theirs' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Mine' }).waitFor()
  expect((await recorded(org, uuid)).case.title).toBe('Mine')
  there.ignoreFaults(/Failed to load resource: .* 409/)
})

test('a case is closed with its open alerts, and reopened', async () => {
  const { org, uuid } = await escalated('Closing')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(pageOf(uuid))
  await page.getByRole('heading', { name: 'Torque injection' }).waitFor()
  await page.keyboard.press('c')
  await focusIn(page.getByRole('dialog').filter({ hasText: '2 of its alerts are still open.' }))
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await timeline(page).getByText('closed the case and 2 alerts').waitFor()
  expect(await recorded(org, uuid)).toMatchObject({
    case: { stage: 'CLOSED' },
    alerts: [
      { status: 'CLOSED', resolution: 'LEGITIMATE' },
      { status: 'CLOSED', resolution: 'LEGITIMATE' },
    ],
  })

  await page.getByRole('button', { name: 'Reopen' }).click()
  await timeline(page).getByText('reopened the case').waitFor()
  expect((await recorded(org, uuid)).case.stage).toBe('IN_PROGRESS')
})

test('an alert is added by its number, and another removed', async () => {
  const { org, uuid, others } = await escalated('Linking')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${pageOf(uuid)}&tab=alerts`)
  const alerts = page.getByRole('region', { name: 'Table of linked alerts' }).getByRole('row')
  await eventually(() => alerts.count()).toBe(3)
  await page.keyboard.press('l')
  await page.getByRole('dialog').getByLabel('Find open alerts').fill(`ALR-${others[0]!.number}`)
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await page.getByRole('dialog').getByRole('button', { name: 'Link' }).click()
  await eventually(() => alerts.count()).toBe(4)
  await alerts
    .filter({ hasText: `ALR-${others[0]!.number}` })
    .getByRole('button')
    .click()
  await eventually(() => alerts.count()).toBe(3)
  expect((await recorded(org, uuid)).case.alerts).toBe(2)
})

test('[CASE-UI-52] an observable is added to a case, leads to its page, and is removed', async () => {
  const { org, uuid } = await escalated('Found')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${pageOf(uuid)}&tab=observables`)
  await page.getByRole('button', { name: 'Add observable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type').selectOption('domain')
  await dialog.getByLabel('Value').fill('not a domain')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Value').fill('evil[.]example')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialogGone(page)
  const added = page.getByRole('list', { name: 'Added observables' })
  await added.getByRole('link', { name: 'Domain evil.example' }).click()
  await page.getByRole('heading', { name: 'evil.example' }).waitFor()
  await page.getByRole('region', { name: 'Cases' }).getByText('CAS-').first().waitFor()
  await page.goBack()
  await added.getByRole('button', { name: /^Remove the link/ }).click()
  await added.waitFor({ state: 'detached' })
  expect((await recorded(org, uuid)).links).toEqual([])
})

test('[CASE-UI-22] a comment that could not be sent is still in the field', async () => {
  const { org, uuid } = await escalated('Unsent')
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await page.route('**/api/msoc/v1/cases/comment', (route) => route.abort())
  await there.goto(pageOf(uuid))
  await page.getByLabel('Comment', { exact: true }).fill('Do not lose this.')
  await page.getByRole('button', { name: /^Comment Ctrl/ }).click()
  await page.getByText('The server does not answer.').waitFor()
  expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Do not lose this.')
  there.ignoreFaults(/ERR_FAILED/)
})

test('[CASE-UI-23] a viewer sees every action, can use none, and sees why', async () => {
  const { org, uuid } = await escalated('Onlookers')
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`${pageOf(uuid)}&tab=alerts`)
  await page.getByText('Your role can look. Administrators and analysts can change this.').waitFor()
  for (const name of [/^Close case/, /^Assign to me/, /^Add alerts/, /^Owner/, /^Severity/])
    expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
  for (const key of ['s', 'c', 'l', 'r', 'i']) await page.keyboard.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await recorded(org, uuid)).toMatchObject({ case: { revision: 1, title: 'Torque injection', stage: 'NEW' } })
})

test('[CASE-UI-1] the filters are in the address, and an empty list shows what to do', async () => {
  const { org, number } = await escalated('Filters')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}?stage=CLOSED`)
  await page.getByText('No cases match').waitFor()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByText(`CAS-${number}`).waitFor()
  await page.getByLabel('Search cases').fill('nothing like it')
  await page.waitForURL('**q=nothing*')
  await page.getByText('No cases match').waitFor()
  expect(await page.getByText(`CAS-${number}`).count()).toBe(0)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s list, the page of a case and its dialogs',
  async (theme) => {
    const { org, uuid } = await escalated(`Axe ${theme}`)
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    await goto(list)
    await page.getByText('Torque injection').waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto(pageOf(uuid))
    await timeline(page).getByText('opened the case').waitFor()
    expect(await axeOf(page)).toEqual([])
    for (const key of ['c', 'l']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      expect(await axeOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  },
)
