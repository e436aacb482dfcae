import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { createCase, getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { saveCaseStatus, saveCaseTemplate } from '@carapace/shared/msoc/cases/case-settings.contract'
import { axeOf, eventually, postFleet, startConsole } from '../../support/browser/browser.ts'
import { dialogGone, focusIn } from '../../support/browser/focus.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/case-management'
const pageOf = (uuid: string) => `${list}/general?case=${uuid}`

/** A case without alerts. */
async function opened(name: string) {
  const org = await site.organisation(name)
  const { case: made } = await site.request(org.members.ANALYST.token, createCase, {
    title: 'Torque injection',
    alert_uuids: [],
  })
  const stored = () => site.request(org.members.ADMIN.token, getCase, { uuid: made.uuid })
  return { org, uuid: made.uuid, number: made.number, stored }
}

test('[CASE-UI-61] [CASE-UI-35] an analyst gets by keyboard from an alert to a closed case and report', async () => {
  const org = await site.organisation('Keyboard')
  await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto('/org/msoc/dashboard/alert-management')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await focusIn(page.getByRole('dialog'))
  await page.getByLabel('Title of the case').fill('Injected torque requests')
  await page.keyboard.press('Enter')
  await dialogGone(page)
  await page.getByRole('link', { name: /^Open CAS-/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Injected torque requests' }).waitFor()

  await page.keyboard.press('3')
  await page.keyboard.press('t')
  await page.keyboard.type('Isolate the vehicle')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Isolate the vehicle', exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  await focusIn(page.getByRole('dialog'))
  await page.keyboard.press('2')
  await page.getByRole('dialog').getByLabel('Lessons').focus()
  await page.keyboard.type('Authenticate the torque request.')
  await page.keyboard.press('Control+Enter')
  await dialogGone(page)
  await page.getByRole('button', { name: 'Reopen' }).waitFor()

  const [report] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')])
  expect(report.suggestedFilename()).toMatch(/^CAS-\d+\.pdf$/)
  expect(
    readFileSync(await report.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('[CASE-UI-30] [CASE-UI-31] two write the description at once: both texts stay, nothing is lost', async () => {
  const { org, uuid, stored } = await opened('Writers')
  const [mine, theirs] = await Promise.all([visit({ as: org.members.ANALYST }), visit({ as: org.members.ADMIN })])
  for (const { page, goto } of [mine, theirs]) {
    await goto(pageOf(uuid))
    await page.getByRole('button', { name: 'Edit description' }).click()
  }
  const fieldOf = (one: typeof mine) => one.page.getByRole('textbox', { name: 'Description' })
  await fieldOf(mine).fill('Mine')
  await mine.page.getByRole('button', { name: /^Tasks/ }).click()
  await mine.page.getByRole('button', { name: /^Overview/ }).click()
  expect(await fieldOf(mine).inputValue()).toBe('Mine')

  await fieldOf(theirs).fill('Theirs')
  await theirs.page.keyboard.press('Control+Enter')
  await mine.page.getByText('A colleague stored another text').waitFor()
  expect(await mine.page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true)
  await mine.page.getByRole('button', { name: 'Put mine below theirs' }).click()
  await mine.page.getByRole('button', { name: /^Save/ }).click()
  await eventually(async () => (await stored()).case.description).toBe('Theirs\n\nMine')
})

test('[CASE-UI-45] [CASE-UI-46] a card is moved by key, and a colleague sees it move', async () => {
  const { org, number, stored } = await opened('Board')
  const [mine, theirs] = await Promise.all([visit({ as: org.members.ANALYST }), visit({ as: org.members.ADMIN })])
  const card = (one: typeof mine, column: string) =>
    one.page.getByRole('region', { name: column }).getByRole('button', { name: new RegExp(`CAS-${number} `) })
  for (const one of [mine, theirs]) {
    await one.goto(`${list}?as=board&view=all`)
    await card(one, 'New').waitFor()
  }
  expect(await axeOf(mine.page)).toEqual([])
  await card(mine, 'New').focus()
  await mine.page.keyboard.press('Shift+ArrowRight')
  await card(mine, 'In progress').waitFor()
  await card(theirs, 'In progress').waitFor()
  expect((await stored()).case.stage).toBe('IN_PROGRESS')
})

test('[CASE-UI-41] selected cases are closed together, and undo reopens them', async () => {
  const { org, number, stored } = await opened('Several')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page
    .getByRole('row')
    .filter({ hasText: `CAS-${number}` })
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected cases' })
  await bar.getByText('1 case selected').waitFor()
  await bar.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('menuitem', { name: 'Critical' }).click()
  await page.getByText('1 case set to critical.').waitFor()
  expect((await stored()).case.severity).toBe('critical')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await stored()).case.severity).toBe('medium')
})

test('[CASE-UI-70] [CASE-UI-71] a status that a colleague changed first keeps what is typed', async () => {
  const org = await site.organisation('Settings')
  const { status } = await site.request(org.members.ADMIN.token, saveCaseStatus, {
    name: 'Waiting',
    stage: 'IN_PROGRESS',
    colour: 'gold',
  })
  await site.request(org.members.ADMIN.token, saveCaseTemplate, {
    name: 'Injection',
    title: '',
    severity: 'high',
    tlp: null,
    pap: null,
    tags: [],
    description: '',
    tasks: [{ title: 'Isolate', description: '', checklist: [], due_minutes: 60 }],
    fields: {},
    sla: {},
  })
  const there = await visit({ as: org.members.ANALYST })
  const { page, goto } = there
  await goto(`${list}/settings`)
  await page.getByText('Injection').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit Waiting' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Waits for the supplier')
  const { uuid, revision } = status
  await site.request(org.members.ADMIN.token, saveCaseStatus, {
    uuid,
    revision,
    name: 'Parked',
    stage: 'IN_PROGRESS',
    colour: 'gold',
  })
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('What you typed is still here').waitFor()
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Waits for the supplier')
  await page.getByRole('button', { name: /^Save/ }).click()
  await dialogGone(page)
  await page.getByRole('button', { name: 'Edit Waits for the supplier' }).waitFor()
  there.ignoreFaults(/Failed to load resource: .* 409/)
})
