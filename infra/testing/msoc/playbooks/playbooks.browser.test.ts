import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enablePlaybook, listPlaybooks, savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { getPlaybookRun, startPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'

import { axeOf, eventually, intrusion, position, startConsole, type Visit } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { recorded } from '../../support/browser/queue.ts'
import type { Member, Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/playbooks'
const alertPage = '/org/msoc/dashboard/alert-management/general'

/** One alert of high severity. */
async function raiseAlert(org: Organisation, vin: string) {
  await site.post(org.key, [position(vin, 0), intrusion(vin, 0x8001)])
  await eventually(async () => (await recorded(site, org)).length).toBeGreaterThan(0)
  return (await recorded(site, org))[0]!
}

/** The engineer of the organisation works as a second analyst. */
async function secondAnalyst({ members }: Organisation): Promise<Member> {
  await site.sql`UPDATE users SET role = 'ANALYST' WHERE uuid = ${members.ENGINEER.uuid}`
  return { ...members.ENGINEER, role: 'ANALYST' }
}

const cardOf = (page: Page, name: RegExp): Locator => page.locator('.react-flow__node').and(page.getByLabel(name))
const panelOf = (page: Page) => page.getByRole('region', { name: 'Settings' })
const mistakesOf = (page: Page) => page.getByRole('region', { name: 'Mistakes' })

/** Adds a step by its name, from the list at the left. */
async function addStep(page: Page, name: string): Promise<void> {
  await page.getByLabel('Find a step to add').fill(name)
  await page.keyboard.press('Enter')
}

async function save(page: Page, note: string): Promise<void> {
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone(page)
}

test('[PLAYBOOK-UI-3] [PLAYBOOK-UI-17] a template is opened, saved as a copy, and enabled', async () => {
  const org = await site.organisation('Templates')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByText('No playbooks yet').waitFor()
  await page.getByRole('button', { name: 'Choose a template' }).click()
  const gallery = page.getByRole('list', { name: 'Templates' })
  await eventually(() => gallery.getByRole('listitem').count()).toBeGreaterThan(10)
  expect(await axeOf(page)).toEqual([])
  await gallery.getByRole('button', { name: /^Use / }).first().click()
  await mistakesOf(page).getByText('None: it can be saved and enabled.').waitFor()
  await save(page, 'As shipped')
  await page.getByRole('button', { name: 'Enable v1' }).click()
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Enabled' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[PLAYBOOK-UI-3] the address of the shipped playbook opens its template, and then the copy', async () => {
  const org = await site.organisation('Shipped')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/can-id-spoof-detect`)
  await mistakesOf(page).getByText('None: it can be saved and enabled.').waitFor()
  await save(page, '')
  await eventually(() => new URL(page.url()).searchParams.get('playbook')).not.toBeNull()
  await goto(`${list}/can-id-spoof-detect`)
  await page.getByText('Disabled').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`${list}/edit`)
})

test('[PLAYBOOK-UI-15] [PLAYBOOK-UI-18] a mistake leads to its setting; a draft is tried on a past alert', async () => {
  const org = await site.organisation('Writing')
  await raiseAlert(org, 'WRITING-1')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/edit`)
  await addStep(page, 'Condition')
  await addStep(page, 'Tag alert')

  // the list of mistakes leads to the empty condition, whose path is completed
  await mistakesOf(page)
    .getByRole('button', { name: /Condition, conditions/ })
    .first()
    .click()
  const field = panelOf(page).getByRole('combobox', { name: 'Field' })
  await eventually(() => panelOf(page).evaluate((panel) => panel.contains(panel.ownerDocument.activeElement))).toBe(
    true,
  )
  await field.fill('sever')
  await page.getByRole('option', { name: /alert\.severity/ }).click()
  await eventually(() => field.inputValue()).toBe('alert.severity')
  await panelOf(page).getByRole('combobox', { name: 'Value' }).fill('{{ alert.sevrity }}')
  await mistakesOf(page).getByText('There is no alert.sevrity here', { exact: false }).waitFor()
  await panelOf(page).getByRole('combobox', { name: 'Value' }).fill('high')
  await cardOf(page, /^Tag alert/).click()
  await panelOf(page).getByLabel('Tags').fill('spoofing')
  await mistakesOf(page).getByText('None: it can be saved and enabled.').waitFor()

  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Dry run' }).click()
  await panelOf(page).getByRole('radio', { name: /^ALR-/ }).first().check()
  await panelOf(page).getByRole('button', { name: 'Start the dry run' }).click()
  await panelOf(page).getByText('Succeeds').waitFor()
  await cardOf(page, /^Tag alert.*Simulated/).waitFor()
  expect(await axeOf(page)).toEqual([])
  expect((await recorded(site, org))[0]).toMatchObject({ status: 'NEW' })
})

/** A playbook that tags an alert after two approvals. */
async function twoApprovals(org: Organisation) {
  const at = (y: number) => ({ x: 0, y })
  const token = org.members.ADMIN.token
  const { playbook } = await site.request(token, savePlaybook, {
    name: 'Tag after two approvals',
    description: '',
    tags: [],
    trigger: { kind: 'manual', subject: 'alert' },
    graph: {
      nodes: [
        {
          id: 'ask',
          type: 'approval',
          title: 'Ask two people',
          position: at(0),
          settings: {
            question: 'Tag {{ alert.title }}?',
            people: { kind: 'role', role: 'ANALYST' },
            approvals: 2,
            expires_after_minutes: 60,
          },
        },
        {
          id: 'tag',
          type: 'tag_alert',
          title: '',
          position: at(140),
          settings: { alert: 'alert.uuid', tags: ['seen'] },
        },
      ],
      edges: [{ from: 'ask', port: 'approved', to: 'tag' }],
    },
  })
  await site.request(token, enablePlaybook, { uuid: playbook.uuid, revision: playbook.revision, version: 1 })
}

const approve = async ({ page, goto }: Visit) => {
  await goto(`${list}?tab=waiting`)
  const step = page.getByRole('list', { name: 'Waiting for a person' }).getByRole('listitem')
  await step.getByLabel('Comment').fill('Looks right')
  await step.getByRole('button', { name: 'Approve' }).click()
}

test('[PLAYBOOK-UI-22] [PLAYBOOK-UI-30] who started a run may not approve it; two others do, and it ends', async () => {
  const org = await site.organisation('Approving')
  await twoApprovals(org)
  const alert = await raiseAlert(org, 'APPROVING-1')
  const starter = await visit({ as: org.members.ANALYST })
  const { page } = starter
  await starter.goto(`${alertPage}?alert=${alert.uuid}`)
  await page.getByRole('button', { name: 'Run playbook…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').check()
  await dialog.getByRole('button', { name: 'Run', exact: false }).last().click()
  await dialogGone(page)
  await page.getByRole('link', { name: 'RUN-1' }).click()
  await cardOf(page, /^Ask two people.*0 of 2 approvals/).waitFor()
  const steps = page.getByRole('region', { name: 'Steps', exact: true })
  await steps.getByText('You started this run').first().waitFor()
  expect(await steps.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  expect(await axeOf(page)).toEqual([])

  await approve(await visit({ as: org.members.ADMIN }))
  await cardOf(page, /^Ask two people.*1 of 2 approvals/).waitFor()
  await approve(await visit({ as: await secondAnalyst(org) }))
  await cardOf(page, /^Tag alert.*Done/).waitFor()
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Succeeded' }).waitFor()
  await cardOf(page, /^Ask two people.*Done/).click()
  await steps.getByText('Looks right').first().waitFor()
})

test('[PLAYBOOK-UI-24] [PLAYBOOK-UI-27] what waits is counted; a run is cancelled after a confirmation', async () => {
  const org = await site.organisation('Cancelling')
  await twoApprovals(org)
  const alert = await raiseAlert(org, 'CANCELLING-1')
  const admin = await visit({ as: org.members.ADMIN })
  await admin.goto(list)
  const { token } = org.members.ANALYST
  const [playbook] = (await site.request(token, listPlaybooks, { subject: 'alert' })).playbooks
  const subject = { kind: 'alert' as const, uuid: alert.uuid }
  const { run } = await site.request(token, startPlaybookRun, { uuid: playbook!.uuid, subject })
  await admin.page.getByRole('link', { name: /Playbooks.*1 waiting for you/ }).waitFor()

  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/run?run=${run.uuid}`)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await dialogGone(page)
  await page.locator('.c-page-head .c-badge').filter({ hasText: 'Cancelled' }).waitFor()
  await eventually(() => admin.page.getByRole('link', { name: /waiting for you/ }).count()).toBe(0)
  expect((await site.request(token, getPlaybookRun, { uuid: run.uuid })).run.state).toBe('CANCELLED')
})

test('[PLAYBOOK-UI-1] [PLAYBOOK-UI-2] [PLAYBOOK-UI-20] [PLAYBOOK-UI-25] [PLAYBOOK-UI-26] tabs, by role', async () => {
  const org = await site.organisation('Tabs')
  await twoApprovals(org)
  const { page, goto } = await visit({ as: org.members.ADMIN, theme: 'light' })
  await goto(list)
  const grid = page.getByRole('grid', { name: 'Playbooks' })
  await grid.getByRole('link', { name: 'Tag after two approvals' }).waitFor()
  await page.getByRole('navigation', { name: 'Views' }).getByText('Disabled').click()
  await page.getByText('No playbooks match').waitFor()
  const tabs = page.getByRole('navigation', { name: 'Playbooks', exact: true })
  await tabs.getByRole('button', { name: 'Runs' }).click()
  await page.getByText('Nothing has run yet').waitFor()
  await tabs.getByRole('button', { name: 'Vehicle actions' }).click()
  await page.getByText('No vehicle was requested to do anything').waitFor()
  await tabs.getByRole('button', { name: 'Secrets' }).click()
  await page.getByRole('button', { name: 'Add secret' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('ticket token')
  await page.getByRole('dialog').getByLabel('Value').fill('a long secret value')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await dialogGone(page)
  await page.getByRole('table', { name: 'Secrets' }).getByText('TICKET_TOKEN').waitFor()
  expect(await page.content()).not.toContain('a long secret value')
  expect(await axeOf(page)).toEqual([])

  const analyst = await visit({ as: org.members.ANALYST })
  await analyst.goto(`${list}?tab=secrets`)
  await analyst.page.getByText('TICKET_TOKEN').waitFor()
  expect(await analyst.page.getByRole('button', { name: 'Add secret' }).isDisabled()).toBe(true)
})

test('[PLAYBOOK-UI-16] a version of another user waits beside the changed draft', async () => {
  const org = await site.organisation('Conflict')
  await twoApprovals(org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const other = await visit({ as: org.members.ADMIN })
  for (const each of [{ page, goto }, other]) {
    await each.goto(list)
    await each.page.getByRole('link', { name: 'Tag after two approvals' }).click()
    await cardOf(each.page, /^Tag alert/).click()
  }
  await panelOf(page).getByLabel('Title').fill('My title')
  await panelOf(other.page).getByLabel('Title').fill('Their title')
  await save(other.page, 'Theirs')
  await page.getByText('Someone else saved version 2').waitFor()
  await cardOf(page, /^My title/).waitFor()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await save(page, 'Mine')
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Differences of version 3' }).click()
  await page.getByRole('list', { name: 'Differences' }).getByText('Their title').waitFor()
  const { playbooks } = await site.request(org.members.ANALYST.token, listPlaybooks, {})
  expect(playbooks).toMatchObject([{ latest_version: 3 }])
})

test('[PLAYBOOK-UI-31] an action that one analyst requests of a vehicle is approved by another', async () => {
  const org = await site.organisation('Requests')
  const other = await secondAnalyst(org)
  const vin = 'REQUESTED1'
  await site.post(org.key, [position(vin, 0)])
  const info = `/org/msoc/dashboard/projects/vehicle/info?vehicle=${vin}`
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(info)
  await page.getByRole('button', { name: 'Request an action…' }).click()
  const dialog = page.getByRole('dialog')
  const request = dialog.getByRole('button', { name: 'Request' })
  await dialog.getByLabel('Bus').fill('can0')
  await dialog.getByLabel('Arbitration id').fill('brake')
  await dialog.getByText('Write the arbitration id in hexadecimal: 0x2C1.').waitFor()
  expect(await request.isDisabled()).toBe(true)
  await dialog.getByLabel('Arbitration id').fill('0x2C1')
  await dialog.getByLabel('Reason').fill('It is injected.')
  expect(await axeOf(page)).toEqual([])
  await request.click()
  await dialogGone(page)
  const panel = (of: Page) => of.getByRole('region', { name: 'Actions of the vehicle' })
  await panel(page).getByText('Block an arbitration id: bus can0, arbitration id 0x2C1').waitFor()
  expect(await panel(page).getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)

  const second = await visit({ as: other })
  await second.goto(info)
  await panel(second.page).getByRole('button', { name: 'Approve' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await panel(page).getByText('Approved').waitFor()
})
