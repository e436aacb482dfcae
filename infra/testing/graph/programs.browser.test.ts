import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import {
  getProgram,
  getPrograms,
  type Program,
  updateProgramName,
} from '@carapace/shared/graph/programs/programs.contract'
import { licences } from '@carapace/shared/modules'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { listAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { createCase } from '@carapace/shared/msoc/cases/cases.contract'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Member, Organisation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const { site, visit } = await startConsole()
const list = '/org/lifecycle/programs'
const landing = '/org/lifecycle/dashboard'
const pageOf = ({ uuid }: Pick<Program, 'uuid'>) => `/org/lifecycle/program?programId=${uuid}`
const manageOf = ({ uuid }: Pick<Program, 'uuid'>) => `/org/lifecycle/projects/view/manage?programId=${uuid}`
const members = (page: Page) => page.getByRole('region', { name: /^Members/ })

async function begun(
  { members: { ENGINEER: engineer } }: Organisation,
  name = 'Fjord zonal 2',
  as: Member = engineer,
): Promise<Program> {
  return createProgram(site, as.token, { name, description: 'Two models on one architecture.' })
}
/** Chooses an item of a menu by its name; a closing menu may still be fading out. */
const choose = (page: Page, menu: string, item: string) =>
  page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: item }).click()
const placed = (org: Organisation, program: Program, member: Member, role: string | null) =>
  site.call(org.members.ADMIN.token, 'v2/app/save-program-member', {
    program_uuid: program.uuid,
    user_uuid: member.uuid,
    role,
  })
const now = async (org: Organisation, { uuid }: Program): Promise<Program> =>
  (await site.request(org.members.ADMIN.token, getProgram, { programUuid: uuid })).program

test('[PROGRAM-1] an engineer creates a program, renames it, changes its phase, and removes it', async () => {
  const org = await site.organisation('Begins')
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(list)
  await page.getByText('No programs yet').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Name', { exact: true }).fill('Fjord zonal 2')
  await page.getByLabel('Description').fill('Two models on one architecture.')
  await page.getByRole('button', { name: 'Create program' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fjord zonal 2' }).waitFor()
  expect(await page.title()).toBe('Fjord zonal 2 - Carapace')

  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Fjord zonal 3')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Fjord zonal 3' }).waitFor()

  await page.getByRole('button', { name: 'Status of Production Phase: Not begun' }).click()
  await choose(page, 'Status of Production Phase', 'Make it the current phase')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Production Phase' })
    .filter({ hasText: 'current phase' })
    .waitFor()
  await page.getByRole('button', { name: 'Status of Production Phase: Created' }).click()
  await choose(page, 'Status of Production Phase', 'In process')
  await page.getByRole('button', { name: 'Status of Production Phase: In process' }).waitFor()
  await page.getByRole('button', { name: 'Status of Fjord zonal 3: Created' }).click()
  await choose(page, 'Status of Fjord zonal 3', 'Under review')
  await page.getByRole('button', { name: 'Status of Fjord zonal 3: Under review' }).waitFor()
  const [program] = (await site.request(org.members.ADMIN.token, getPrograms, {})).programs
  expect(program).toMatchObject({ name: 'Fjord zonal 3', status: 'UNDER_REVIEW', current_phase: 'PRODUCTION' })
  expect(program!.phases[2]).toEqual({ phase: 'PRODUCTION', status: 'IN_PROCESS' })

  await page.getByRole('link', { name: 'Manage', exact: true }).click()
  // the answer comes after the live message that the program is gone, and no request may fail meanwhile
  await page.route('**/delete-program', async (route) => {
    const response = await route.fetch()
    await setTimeout(1_000)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Remove program' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL(`**${list}`)
  await page.getByText('No programs yet').waitFor()
})

test('[PROGRAM-PAGE-3] closed steps show their conditions, which lead to where they are met', async () => {
  const org = await site.organisation('Steps')
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(await begun(org)))
  const steps = page.getByRole('region', { name: 'Lifecycle steps' })
  await steps.getByText('0 of 9 open').waitFor()
  expect(await steps.getByRole('listitem').allInnerTexts()).toHaveLength(9)
  await steps
    .getByRole('listitem')
    .filter({ hasText: 'Threat Analysis' })
    .getByText('Please ensure atleast one asset have security relevence true.')
    .waitFor()
  expect(await steps.getByRole('link', { name: 'Threat Analysis', exact: true }).count()).toBe(0)
  const analysis = steps.getByRole('listitem').filter({ hasText: 'Threat Analysis' })
  await analysis.getByRole('link', { name: 'Please ensure atleast one asset' }).click()
  await page.waitForURL(/asset-identify/)
})

test('[PROGRAM-UI-6] [PROGRAM-PAGE-8] the program page shows the next step, or at once the risks', async () => {
  const org = await site.organisation('Next')
  const program = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(program))
  const shown = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  await shown('Lifecycle steps').waitFor()
  expect(await shown('Risk matrix').count()).toBe(0)
  await site.request(org.members.ENGINEER.token, saveArtefacts, {
    program_uuid: program.uuid,
    artefacts: [{ kind: 'threat-scenario', title: 'Spoofed torque request' }],
  })
  await shown('Risk matrix').waitFor()
  expect(await shown('Lifecycle steps').count()).toBe(0)
})

test('[PROGRAM-LIST-3] a list is requested again when it is shown again', async () => {
  const org = await site.organisation('Looks')
  await begun(org, 'Fjord')
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(list)
  const listed = () => page.getByRole('link', { name: /^(Fjord|Tern)$/ }).allInnerTexts()
  await page.getByRole('link', { name: 'Fjord', exact: true }).waitFor()
  expect(await listed()).toEqual(['Fjord'])
  await begun(org, 'Tern')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await eventually(listed).toEqual(['Tern', 'Fjord'])
})

test('[MEMBER-3] [MEMBER-4] a lead adds, changes and removes a member; the last lead must stay', async () => {
  const org = await site.organisation('Places')
  const program = await begun(org)
  const there = await visit({ as: org.members.ENGINEER })
  const { page } = there
  await there.goto(manageOf(program))
  await members(page).getByText('engineer@places.example').waitFor()
  await members(page).getByRole('button', { name: 'Add members' }).click()
  await page.getByRole('dialog').getByLabel('Find people of the organisation').fill('analyst')
  await page.getByRole('dialog').getByText('Analyst: read-only, whatever the role here').waitFor()
  await page.getByRole('dialog').getByLabel('Add as').selectOption('READER')
  await page.getByRole('button', { name: 'Add Places analyst' }).click()
  await page.getByRole('dialog').getByText('Nobody else in the organisation matches.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Role of Places analyst: Reader' }).click()
  await choose(page, 'Role of Places analyst', 'Editor')
  await page.getByRole('button', { name: 'Role of Places analyst: Editor' }).waitFor()

  await page.getByRole('button', { name: 'Role of Places engineer: Lead' }).click()
  await choose(page, 'Role of Places engineer', 'Reader')
  await page.getByText('A program keeps at least one lead. Make another member a lead first.').waitFor()
  there.ignoreFaults(/Failed to load resource: .* 422/)
  await page.getByRole('button', { name: 'Role of Places engineer: Lead' }).waitFor()

  await page.getByRole('button', { name: 'Take Places analyst off the program' }).click()
  await eventually(() => members(page).getByRole('listitem').count()).toBe(1)
  expect(await now(org, program)).toMatchObject({ members: 1 })
})

test('[PROGRAM-UI-5] a lead must confirm to leave, and does not see the program afterwards', async () => {
  const org = await site.organisation('Leaves')
  const program = await begun(org)
  await placed(org, program, org.members.ADMIN, 'LEAD')
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto(manageOf(program))
  await page.getByRole('button', { name: 'Take Leaves engineer off the program' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`**${list}`)
  await page.getByText('No programs yet').waitFor()
  expect(await now(org, program)).toMatchObject({ members: 1, my_role: 'LEAD' })
  // the page may be notified that the program is not visible any more before it has navigated away
  ignoreFaults(/Failed to load resource: .* 404/)
})

test('[PROGRAM-UI-2] a viewer who is a member sees the program without any controls that change it', async () => {
  const org = await site.organisation('Looks')
  const program = await begun(org)
  await placed(org, program, org.members.VIEWER, 'LEAD')
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(list)
  expect(await page.getByRole('button', { name: 'New program' }).isDisabled()).toBe(true)
  await page.keyboard.press('n')
  await page.getByRole('row').filter({ hasText: 'Fjord zonal 2' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fjord zonal 2' }).waitFor()
  for (const name of [/^Edit/, /^Project/])
    expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
  await page.keyboard.press('r')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('link', { name: 'Manage', exact: true }).click()
  await members(page).getByText('Looks viewer').waitFor()
  for (const name of ['Remove program', 'Add members', 'New baseline', 'Save'])
    expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
  expect(await page.getByRole('button', { name: /^(Status|Role) of/ }).count()).toBe(0)
})

test('[PROGRAM-PAGE-1] a user who is not a member sees "no such program", under both addresses', async () => {
  const org = await site.organisation('Outside')
  const program = await begun(org)
  const there = await visit({ as: org.members.VIEWER })
  for (const address of [pageOf(program), `/org/lifecycle/programs/view?uuid=${program.uuid}`]) {
    await there.goto(address)
    await there.page.getByText('There is no such program').waitFor()
  }
  await there.page.getByRole('link', { name: 'All programs' }).click()
  await there.page.getByText('You see a program once its lead adds you to it.').waitFor()
  await there.goto('/org/lifecycle/program')
  await there.page.getByText('No program is named').waitFor()
  expect(await there.page.getByText(program.name).count()).toBe(0)
  there.ignoreFaults(/Failed to load resource: .* 404/)
})

test("[PROGRAM-PAGE-4] a late rename shows the other user's values, and can be saved over them", async () => {
  const org = await site.organisation('Late')
  const program = await begun(org)
  const there = await visit({ as: org.members.ENGINEER })
  const { page } = there
  await there.goto(pageOf(program))
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await site.request(org.members.ADMIN.token, updateProgramName, {
    program_uuid: program.uuid,
    revision: 1,
    name: 'Theirs',
  })
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('alert').getByText('Theirs', { exact: true }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
  await page.getByRole('button', { name: /^Save mine over theirs/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  there.ignoreFaults(/Failed to load resource: .* 409/)
})

test('[PROGRAM-LIST-1] [PROGRAM-LIST-2] ten programs per page, page in the URL; a search begins at 1', async () => {
  const org = await site.organisation('Pages')
  for (let index = 0; index < 12; index++) await begun(org, `Item ${String(index).padStart(2, '0')}`)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(list)
  await page.getByText('1–10 of 12').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/page=2/)
  await page.getByText('11–12 of 12').waitFor()
  await page.getByText('Item 00').waitFor()
  await page.getByLabel('Search programs').fill('item 11')
  await page.getByText('1–1 of 1').waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
  await goto(`${list}?page=7&perPage=5`)
  await page.getByText('11–12 of 12').waitFor()
})

/** An organisation with programs, a fleet, an alert that the analyst owns, and a case. */
async function busy(name: string) {
  const org = await site.organisation(name)
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const program = await begun(org)
  await placed(org, program, analyst, 'READER')
  const vins = await postFleet(site, org)
  await site.post(org.key, [intrusion(vins[4]!, 0x8003)])
  const { alerts } = await site.request(admin.token, listAlerts, { sort: 'severity' })
  await site.request(analyst.token, updateAlerts, { uuids: [alerts[0]!.uuid], change: { owner: 'me' } })
  await site.request(analyst.token, createCase, { title: 'Torque injection', alert_uuids: [alerts[2]!.uuid] })
  return { org, program, alert: alerts[0] as { uuid: string; title: string } }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (page: Page) => panel(page, 'Assigned to me').getByRole('listitem')

test('[LANDING-1] [LANDING-2] the landing page lists open work; every figure links to its list', async () => {
  const { org, program, alert } = await busy('Landing')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(landing)
  await waiting(page).filter({ hasText: alert.title }).waitFor()
  await waiting(page).filter({ hasText: 'Torque injection' }).waitFor()
  await waiting(page).filter({ hasText: 'Two-factor verification is off' }).waitFor()
  await waiting(page).filter({ hasText: '1 critical alert is unassigned' }).click()
  await page.waitForURL(/alert-management\?.*severity=critical.*/)
  expect(new URL(page.url()).searchParams.get('owner')).toBe('none')

  await goto(landing)
  await page.getByRole('link', { name: /^Concept Phase/ }).click()
  await page.waitForURL(/programs\?phase=CONCEPT/)
  await page.getByRole('link', { name: program.name }).waitFor()
  await goto(landing)
  await panel(page, 'Programs').getByRole('link', { name: program.name }).click()
  await page.getByRole('heading', { level: 1, name: program.name }).waitFor()
  await goto(landing)
  await panel(page, 'Fleet')
    .getByRole('link', { name: /Compromised/ })
    .click()
  await page.waitForURL(/projects\?.*health=compromised/)
})

test('[LANDING-2] an administrator sees expiring invitations and the log; a viewer sees neither', async () => {
  const { org } = await busy('Everybody')
  await site.sql`INSERT INTO invitations (org_uuid, email, name, role, invited_by, expires_at)
    VALUES (${org.org.uuid}, 'new@everybody.example', 'New', 'VIEWER', 'Everybody admin', now() + interval '2 hours')`
  const admin = await visit({ as: org.members.ADMIN })
  await admin.goto(landing)
  await waiting(admin.page).filter({ hasText: '1 invitation expires within a day' }).waitFor()
  await panel(admin.page, 'Recent activity').getByText('Begin program').waitFor()

  const viewer = await visit({ as: org.members.VIEWER })
  await viewer.goto(landing)
  await panel(viewer.page, 'Programs').getByText('You see a program once its lead adds you to it.').waitFor()
  await panel(viewer.page, 'Open cases').getByText('Torque injection').waitFor()
  await eventually(() => waiting(viewer.page).allInnerTexts()).toEqual([
    expect.stringContaining('Two-factor verification is off'),
  ])
  expect(await panel(viewer.page, 'Recent activity').count()).toBe(0)
})

test('[LANDING-4] without an MSOC licence its section shows a hint, and requests no data', async () => {
  const org = await site.organisation('Office', { modules: licences.filter((each) => each !== 'MSOC') })
  const { page, goto } = await visit({ as: org.members.ADMIN })
  const requestedUrls: string[] = []
  page.on('request', (request) => void requestedUrls.push(request.url()))
  await goto(landing)
  const field = panel(page, 'Fleet and alerts')
  await field.getByText("It seems your account doesn't have permission to access the MSOC").waitFor()
  await panel(page, 'Programs').getByText('No programs yet').waitFor()
  await waiting(page).filter({ hasText: 'Two-factor verification is off' }).waitFor()
  expect(requestedUrls.filter((url) => url.includes('/msoc/v1/'))).toEqual([])
  await field.getByRole('link', { name: 'Contact Sales' }).click()
  await page.waitForURL('**/org/lifecycle/pricing')
})

test('[LANDING-3] a panel that fails shows an error and can be retried; the others stay', async () => {
  const { org } = await busy('Failing')
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await page.route('**/api/msoc/v1/cases?*', (route) => route.abort())
  await there.goto(landing)
  await panel(page, 'Open cases').getByText('Open cases did not load').waitFor()
  await panel(page, 'Assigned to me').getByText('Your cases did not load.').waitFor()
  await waiting(page).filter({ hasText: 'Two-factor verification is off' }).waitFor()
  await page.unroute('**/api/msoc/v1/cases?*')
  await panel(page, 'Open cases').getByText('Torque injection').waitFor()
  await waiting(page).filter({ hasText: 'Torque injection' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  there.ignoreFaults(/ERR_FAILED/)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s list, program, its dialogs, and the landing page',
  async (theme) => {
    const { org, program } = await busy(`Axe ${theme}`)
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    await goto(list)
    await page.getByRole('link', { name: program.name }).waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.keyboard.press('n')
    await page.getByRole('dialog').waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto(pageOf(program))
    await panel(page, 'Lifecycle steps').waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto(manageOf(program))
    await members(page).getByText(`analyst@axe-${theme}.example`).waitFor()
    expect(await axeOf(page)).toEqual([])
    await members(page).getByRole('button', { name: 'Add members' }).click()
    await page.getByRole('button', { name: `Add Axe ${theme} viewer` }).waitFor()
    expect(await axeOf(page)).toEqual([])
    await goto(landing)
    await waiting(page).first().waitFor()
    await page.getByRole('img', { name: /alerts in the last 24 hours/ }).waitFor()
    expect(await axeOf(page)).toEqual([])
  },
)

test('on a phone nothing scrolls sideways', async () => {
  const { org, program } = await busy('Phone')
  const { page, goto } = await visit({ as: org.members.ADMIN, phone: true })
  for (const [address, sign] of [
    [list, program.name],
    [pageOf(program), phaseLabels[phases[4]]],
    [landing, 'Assigned to me'],
  ] as const) {
    await goto(address)
    await page.getByText(sign).first().waitFor()
    const within = await page.locator('#content').evaluate((content) => content.scrollWidth - content.clientWidth)
    expect([address, await sidewaysOf(page), within]).toEqual([address, 0, 0])
  }
})
