import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type Artefact,
  deleteArtefacts,
  getArtefact,
  getArtefacts,
  saveArtefacts,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import { saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import { saveProject } from '@carapace/shared/graph/programs/projects.contract'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Member, Organisation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const { site, visit } = await startConsole()
const at = (path: string, program: string, more = '') => `/org/lifecycle/projects/${path}?programId=${program}${more}`
const assets = 'view/asset-identify'

/** A program with some assets, and functions that save to it. */
async function begun(
  { members: { ENGINEER: engineer, ADMIN: admin } }: Organisation,
  titles: readonly string[] = ['Torque request', 'Firmware image', 'Door release'],
) {
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Fjord zonal 2' })
  const save = async (input: object, as: Member = engineer) =>
    (await site.request(as.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const made = await save({ artefacts: titles.map((title) => ({ kind: 'asset', title })) })
  const now = async (uuid: string) => (await site.request(admin.token, getArtefact, { uuid })).artefact
  return { program, save, made, now }
}

const threatUuid = '00000000-0000-4000-8000-0000000000aa'
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const cell = (page: Page, words: string, text: string | RegExp) =>
  row(page, words).getByRole('gridcell').filter({ hasText: text })
const drawer = (page: Page) => page.getByRole('complementary')

test('[GRAPH-UI-10] an engineer adds an asset with the keyboard, names it in its cell, and it is stored', async () => {
  const org = await site.organisation('Keys')
  const { program, now, made } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await row(page, 'Torque request').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Signing key')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('heading', { name: 'Signing key' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => drawer(page).count()).toBe(0)

  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title of AS-01' }).fill('Torque request, VCU to inverter')
  await page.keyboard.press('Tab')
  await eventually(async () => (await now(made[0]!.uuid)).title).toBe('Torque request, VCU to inverter')
  await page.getByRole('group', { name: 'Cybersecurity properties of AS-01' }).getByText('Integrity').click()
  await page.keyboard.press('Enter')
  await eventually(async () => (await now(made[0]!.uuid)).fields.properties).toEqual(['integrity'])
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await drawer(page).getByRole('heading', { name: 'Firmware image' }).waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe('AS-02')
})

test("[GRAPH-UI-2] two engineers see each other's rows change, appear and disappear", async () => {
  const org = await site.organisation('Both')
  const { program, save, made } = await begun(org)
  const [one, other] = await Promise.all([visit({ as: org.members.ENGINEER }), visit({ as: org.members.ADMIN })])
  await Promise.all([one.goto(at(assets, program)), other.goto(at(assets, program))])
  await Promise.all([row(one.page, 'Torque request').waitFor(), row(other.page, 'Torque request').waitFor()])
  await cell(one.page, 'Torque request', 'Torque request').dblclick()
  await one.page.getByRole('textbox', { name: 'Title of AS-01' }).fill('Torque demand')
  await one.page.keyboard.press('Enter')
  await row(other.page, 'Torque demand').waitFor()
  await save({ artefacts: [{ kind: 'asset', title: 'Phone key' }] }, org.members.ADMIN)
  await Promise.all([row(one.page, 'Phone key').waitFor(), row(other.page, 'Phone key').waitFor()])
  expect(await row(one.page, 'Door release').count()).toBe(1)
  await site.request(org.members.ADMIN.token, deleteArtefacts, {
    program_uuid: program,
    artefacts: [{ uuid: made[2]!.uuid, revision: 1 }],
  })
  await eventually(() => row(one.page, 'Door release').count()).toBe(0)
})

test('[GRAPH-UI-6] two users change one cell: both values are shown, and the user chooses', async () => {
  const org = await site.organisation('Conflict')
  const { program, save, made, now } = await begun(org)
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await cell(page, 'Torque request', 'Torque request').dblclick()
  const field = page.getByRole('textbox', { name: 'Title of AS-01' })
  await field.fill('Torque demand')
  await save(
    { artefacts: [{ uuid: made[0]!.uuid, kind: 'asset', revision: 1, title: 'Requested torque' }] },
    org.members.ADMIN,
  )
  expect(await field.inputValue()).toBe('Torque demand')
  await field.press('Enter')
  const conflict = drawer(page).getByRole('alert').filter({ hasText: 'changed title meanwhile' })
  await conflict.getByText('Requested torque').waitFor()
  await conflict.getByText('Torque demand').waitFor()
  expect((await now(made[0]!.uuid)).title).toBe('Requested torque')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await eventually(async () => (await now(made[0]!.uuid)).title).toBe('Torque demand')
  await eventually(() => conflict.count()).toBe(0)
  ignoreFaults(/Failed to load resource: .* 409/)
})

test('[GRAPH-UI-6] two users change different cells of one row: both changes are stored', async () => {
  const org = await site.organisation('Beside')
  const { program, save, made, now } = await begun(org)
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await cell(page, 'Torque request', 'Torque request').dblclick()
  await page.getByRole('textbox', { name: 'Title of AS-01' }).fill('Torque demand')
  await save(
    { artefacts: [{ uuid: made[0]!.uuid, kind: 'asset', revision: 1, fields: { relevant: true } }] },
    org.members.ADMIN,
  )
  await page.keyboard.press('Enter')
  await eventually(async () => [(await now(made[0]!.uuid)).title, (await now(made[0]!.uuid)).fields.relevant]).toEqual([
    'Torque demand',
    true,
  ])
  expect(await page.getByRole('alert').filter({ hasText: 'meanwhile' }).count()).toBe(0)
  ignoreFaults(/Failed to load resource: .* 409/)
})

test('[GRAPH-UI-5] [GRAPH-UI-26] a deletion names what depends on it; input for a deleted row is kept', async () => {
  const org = await site.organisation('Deleted')
  const { program, save, made } = await begun(org)
  await save({
    artefacts: [{ kind: 'threat-scenario', title: 'Spoofed request', new_uuid: threatUuid }],
    link: [{ kind: 'targets', from: made[0]!.uuid, to: threatUuid }],
  })
  const { page, goto, ignoreFaults } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await row(page, 'Torque request').getByRole('checkbox').check({ force: true })
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('TS-001 depends on it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  await cell(page, 'Firmware image', 'Firmware image').dblclick()
  await page.getByRole('textbox', { name: 'Title of AS-02' }).fill('Signed firmware image')
  await site.call(org.members.ADMIN.token, 'v2/app/delete-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: made[1]!.uuid, revision: 1 }],
  })
  const lost = page.getByRole('alert').filter({ hasText: 'AS-02 was deleted while you changed title' })
  await lost.getByText('Signed firmware image').waitFor()
  await lost.getByRole('button', { name: 'Discard' }).click()
  await lost.waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  ignoreFaults(/Failed to load resource: .* 4\d\d/)
})

test('[KEY-7] [GRAPH-UI-10] Escape leaves a field of the drawer; after the drawer the list has the keys', async () => {
  const org = await site.organisation('Escape')
  const { program, made, now } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, '&open=AS-01&part=details'))
  await drawer(page).getByLabel('Description').fill('Not to be kept')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await drawer(page).getByRole('heading', { name: 'Firmware image' }).waitFor()
  await drawer(page).getByRole('tab', { name: 'History' }).click()
  await page.keyboard.press('Escape')
  await eventually(() => drawer(page).count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title of AS-03' }).waitFor()
  expect((await now(made[0]!.uuid)).fields.description).toBe('')
})

test('[GRAPH-UI-5] a chosen status is shown while it is saved', async () => {
  const org = await site.organisation('Slow')
  const { program } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, '&open=AS-01'))
  const status = drawer(page).getByRole('button', { name: /^Status of AS-01/ })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/v2/app/save-artefacts', async (route) => (await held, route.continue()))
  await status.click()
  await page.getByRole('menuitem', { name: 'In process' }).click()
  await status.getByText('(saving)').waitFor()
  expect(await status.getAttribute('aria-label')).toBe('Status of AS-01: In process')
  answer()
  await eventually(() => status.getByText('(saving)').count()).toBe(0)
  expect(await status.getAttribute('aria-label')).toBe('Status of AS-01: In process')
})

test('[GRAPH-UI-11] several rows are selected, changed and deleted at once', async () => {
  const org = await site.organisation('Many')
  const { program, made, now } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(at(assets, program))
  await row(page, 'Torque request').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menu', { name: 'Status of the selected' }).getByRole('menuitem', { name: 'In process' }).click()
  await page.getByText('3 assets changed.').waitFor()
  expect((await now(made[2]!.uuid)).status).toBe('IN_PROCESS')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Delete 3 assets?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No assets yet').waitFor()
})

test('[GRAPH-UI-8] [GRAPH-UI-9] search words, filters and open rows are in the URL, and restored', async () => {
  const org = await site.organisation('Address')
  const { program, save } = await begun(org)
  await save({ artefacts: [{ kind: 'asset', title: 'Firmware of the gateway', fields: { relevant: true } }] })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await page.getByText('4 assets', { exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('firmware')
  await page.getByText('2 of 4 assets').waitFor()
  await goto(at(assets, program, '&where=relevant:true&open=AS-04&part=details'))
  await page.getByText('1 of 4 assets').waitFor()
  await drawer(page).getByLabel('Description').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the filter relevant' }).click()
  await page.getByText('4 assets', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe('AS-04')
})

test('[GRAPH-UI-13] [GRAPH-5] a change makes dependants suspect in their trace until confirmed', async () => {
  const org = await site.organisation('Doubt')
  const { program, save, made } = await begun(org)
  const [threat] = await save({ artefacts: [{ kind: 'threat-scenario', title: 'Spoofed torque request' }] })
  await save({ link: [{ kind: 'targets', from: made[0]!.uuid, to: threat!.uuid }] })
  await save({ artefacts: [{ uuid: made[0]!.uuid, kind: 'asset', revision: 1, title: 'Torque demand' }] })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, '&open=AS-01'))
  const trace = drawer(page).getByRole('list', { name: 'Trace' })
  await trace.getByText('suspect: AS-01: Title changed').waitFor()
  await trace.getByRole('button', { name: 'Confirm that TS-001 still holds' }).click()
  await eventually(() => trace.getByText('suspect').count()).toBe(0)
  await trace.getByRole('link', { name: 'TS-001 Spoofed torque request' }).click()
  await page.getByRole('heading', { level: 1, name: 'Threat Analysis' }).waitFor()
  await drawer(page).getByRole('heading', { name: 'Spoofed torque request' }).waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe('TS-001')
})

test('[GRAPH-UI-5] details are stored on blur, links are edited, and the history shows changes', async () => {
  const org = await site.organisation('Details')
  const { program, made, now } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, '&open=AS-01&part=details'))
  await drawer(page).getByLabel('Description').fill('What the control unit asks of the inverter.')
  await drawer(page).getByRole('button', { name: 'Integrity' }).click()
  await eventually(async () => (await now(made[0]!.uuid)).fields).toMatchObject({
    description: 'What the control unit asks of the inverter.',
    properties: ['integrity'],
  })
  await drawer(page).getByRole('button', { name: 'Is harmed in: link' }).click()
  await page.getByLabel('Find what to link: Is harmed in').fill('Unintended acceleration')
  await page.getByText('New damage scenario: Unintended acceleration').waitFor()
  await page.keyboard.press('Control+Enter')
  await drawer(page).getByRole('link', { name: 'DS-001 Unintended acceleration' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).getByRole('button', { name: 'End the link with DS-001' }).click()
  await eventually(() =>
    drawer(page)
      .getByRole('link', { name: /DS-001/ })
      .count(),
  ).toBe(0)
  await drawer(page).getByRole('tab', { name: 'History' }).click()
  await drawer(page).getByRole('list', { name: 'Versions' }).getByText('Made', { exact: true }).waitFor()
  await drawer(page).getByText('What the control unit asks of the inverter.').waitFor()
  expect(await drawer(page).getByRole('list', { name: 'Versions' }).getByRole('listitem').count()).toBe(3)
})

test('[GRAPH-UI-25] Enter in the link picker never creates, even while it loads', async () => {
  const org = await site.organisation('Picker')
  const { program, save, made } = await begun(org)
  await save({ artefacts: ['Theft', 'Crash'].map((title) => ({ kind: 'damage-scenario', title })) })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, `&open=${made[0]!.uuid}&part=details`))
  await drawer(page).getByRole('button', { name: 'Is harmed in: link' }).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(/get-artefacts.*damage-scenario/, async (route) => {
    await held.promise
    await route.continue()
  })
  await drawer(page).getByRole('button', { name: 'Is harmed in: link' }).click()
  const words = page.getByLabel('Find what to link: Is harmed in')
  await words.fill('Crash')
  await page.keyboard.press('Enter')
  held.resolve()
  await page.getByRole('menuitem', { name: 'DS-002 Crash' }).waitFor()
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('link', { name: 'DS-002 Crash' }).waitFor()
  await eventually(() => words.inputValue()).toBe('')
  await words.fill('Nothing like it')
  await page.keyboard.press('Enter')
  await words.fill('Theft')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('link', { name: 'DS-001 Theft' }).waitFor()
  const body = await site.request(org.members.ENGINEER.token, getArtefacts, {
    program_uuid: program,
    kinds: 'damage-scenario',
  })
  expect(body.artefacts.map(({ title }) => title).toSorted()).toEqual(['Crash', 'Theft'])
})

test('[GRAPH-UI-15] [GRAPH-UI-23] [GRAPH-9] the requester cannot decide a review; both see the result', async () => {
  const org = await site.organisation('Eyes')
  const { program, save, made, now } = await begun(org)
  const [one, other] = await Promise.all([visit({ as: org.members.ENGINEER }), visit({ as: org.members.ADMIN })])
  await one.goto(at(assets, program, '&open=AS-01&part=review'))
  await drawer(one.page).getByRole('button', { name: 'Ask for review' }).click()
  await drawer(one.page).getByText('Four eyes: the requester may not decide.').waitFor()
  expect(await drawer(one.page).getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await other.goto(at(assets, program, '&open=AS-01&part=review'))
  expect(await drawer(other.page).getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
  await drawer(other.page).getByLabel('Reason').fill('As agreed on Monday.')
  await drawer(other.page).getByRole('button', { name: 'Approve' }).click()
  await eventually(async () => (await now(made[0]!.uuid)).status).toBe('APPROVED')
  await eventually(() => drawer(one.page).getByRole('button', { name: 'Ask for review' }).count()).toBe(1)
  const ended = drawer(one.page).getByRole('region', { name: 'Last review' })
  await ended.getByText(/^Approved by Eyes admin on .*, as it was in revision 1, which is still current\.$/).waitFor()
  await ended.getByText('As agreed on Monday.').waitFor()
  const approved = await now(made[0]!.uuid)
  expect(approved.revision).toBe(3)
  await save({ artefacts: [{ uuid: approved.uuid, kind: 'asset', revision: 3, title: 'Torque demand' }] })
  await ended.getByText(/It was changed since then: now revision 4\.$/).waitFor()
})

test('[MEMBER-2] a viewer sees the table without any controls that change it', async () => {
  const org = await site.organisation('Looking')
  const { program } = await begun(org)
  await site.request(org.members.ENGINEER.token, saveProgramMember, {
    program_uuid: program,
    user_uuid: org.members.VIEWER.uuid,
    role: 'READER',
  })
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(at(assets, program))
  await row(page, 'Torque request').waitFor()
  expect(await page.getByRole('button', { name: 'Asset n', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('n')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  expect([
    await page.getByRole('dialog').count(),
    await page.getByRole('textbox', { name: /^Title of/ }).count(),
  ]).toEqual([0, 0])
})

test('[GRAPH-UI-1] 3,000 rows can be scrolled, found and sorted; only visible rows are drawn', async () => {
  const org = await site.organisation('Large')
  const { program, save } = await begun(org, ['First of many'])
  for (let part = 0; part < 15; part += 1)
    await save({
      artefacts: Array.from({ length: 200 }, (_, index) => ({
        kind: 'asset',
        title: `Asset of part ${part}, ${index}`,
      })),
    })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await page.getByText('3,001 assets').waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await row(page, 'AS-3001').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('part 14, 199')
  await page.getByText('1 of 3,001 assets').waitFor()
})

const others = [
  ['view/residual-risk', 'Residual Risk'],
  ['view/residual-risk-security-control', 'Security controls'],
  ['view/security-concepts', 'Security Concept'],
  ['view/event-definition', 'Event Definition'],
  ['view/requirements-management', 'Requirements Management'],
  ['view/add-requirements', 'Program Requirements'],
  ['view/mapping-requirements', 'Requirements Mapping'],
  ['view/cyber-securityverification-report', 'Verification Report'],
  ['product-development/dashboard', 'Product Development'],
  ['product-development/requirement-summary', 'Requirement Summary'],
  ['product-development/design-specification', 'Design Specification'],
  ['product-development/test-cases-creation', 'Test Cases Creation'],
  ['product-development/integration-verification', 'Integration and Verification'],
  ['product-development/cybersecurity-validation', 'Cyber Security Validation'],
  ['production', 'Production Control'],
  ['decommissioning', 'Asset Decommissioning'],
] as const

/** Two programs of one organisation: one is empty, and one has artefacts of every kind. */
async function emptyAndFull() {
  const org = await site.organisation('Pages')
  const [empty, full] = [await begun(org), await begun(org)]
  const kinds = [
    'threat-scenario',
    'goal',
    'claim',
    'control',
    'concept',
    'security-event',
    'requirement',
    'specification',
    'test-case',
    'validation',
    'production-control',
    'decommissioning',
  ]
  const made = await full.save({ artefacts: kinds.map((kind) => ({ kind, title: `The ${kind}` })) })
  const uuidOf = (kind: string) => made.find((each) => each.kind === kind)!.uuid
  await full.save({
    link: [
      { kind: 'verified', from: uuidOf('requirement'), to: uuidOf('test-case') },
      { kind: 'demands', from: uuidOf('goal'), to: uuidOf('requirement') },
    ],
  })
  return { engineer: org.members.ENGINEER, empty: empty.program, full: full.program }
}
let programs: ReturnType<typeof emptyAndFull> | undefined

test.for([0, 4, 8, 12])(
  'lifecycle pages, four from number %i on, exist with and without contents, and show the next step',
  async (from) => {
    const { engineer, empty, full } = await (programs ??= emptyAndFull())
    const { page, goto } = await visit({ as: engineer, theme: 'light' })
    for (const [path, title] of others.slice(from, from + 4)) {
      await goto(at(path, empty))
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page
        .getByText(/^No .* yet/)
        .first()
        .waitFor()
      await goto(at(path, full))
      await page
        .getByText(/\bThe [a-z]+/)
        .first()
        .waitFor()
      expect([path, await axeOf(page)]).toEqual([path, []])
      expect([path, await sidewaysOf(page)]).toEqual([path, 0])
    }
  },
)

test('[RISK-3] a goal shows the CAL of its threats in table, drawer and trace, until a CAL is chosen', async () => {
  const org = await site.organisation('CAL')
  const { program, save } = await begun(org, [])
  const effort = { potential: { time: 'day' }, cvss: {}, vector: 'network' }
  const [damage, threat, goal, requirement] = await save({
    artefacts: [
      { kind: 'damage-scenario', title: 'Unlit at night', fields: { safety: 'severe' } },
      { kind: 'threat-scenario', title: 'Lamp off by radio', fields: { effort } },
      { kind: 'goal', title: 'Authentic lamp requests' },
      { kind: 'requirement', title: 'Authenticate' },
    ],
  })
  const link = (kind: string, from: Artefact | undefined, to: Artefact | undefined) => ({
    kind,
    from: from!.uuid,
    to: to!.uuid,
  })
  await save({
    link: [link('leads-to', damage, threat), link('answered-by', threat, goal), link('demands', goal, requirement)],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('view/requirements-management', program, '&open=CSR-001&part=trace'))
  await drawer(page).getByText('CAL 4').waitFor()
  await goto(at('view/residual-risk', program, '&open=CG-01&part=details'))
  await cell(page, 'Authentic lamp requests', /^4$/).waitFor()
  const chosen = drawer(page).getByLabel('CAL', { exact: true })
  expect(await chosen.locator('option:checked').textContent()).toBe('4, of its threat scenarios')
  await chosen.selectOption('2')
  await cell(page, 'Authentic lamp requests', /^2$/).waitFor()
})

test('[MAPPING-2] a click in the trace matrix creates a link, and another click ends it', async () => {
  const org = await site.organisation('Matrix')
  const { program, save } = await begun(org)
  const [requirement, tested] = await save({
    artefacts: [
      { kind: 'requirement', title: 'SecOC on 0x2C1' },
      { kind: 'test-case', title: 'Reject frames without a MAC' },
    ],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('view/mapping-requirements', program))
  const grid = page.getByRole('grid', { name: 'Trace matrix' })
  const links = async () =>
    (await site.request(org.members.ENGINEER.token, getArtefact, { uuid: tested!.uuid })).links.map(
      ({ from, to }: { from: string; to: string }) => [from, to],
    )
  await grid.getByRole('gridcell', { name: 'Nothing' }).click({ position: { x: 13, y: 13 } })
  await grid.getByRole('gridcell', { name: 'TC-001' }).waitFor()
  expect(await links()).toEqual([[requirement!.uuid, tested!.uuid]])
  await grid.focus()
  await page.keyboard.press('Enter')
  await eventually(links).toEqual([])
})

test('[GRAPH-UI-16] [GRAPH-UI-17] a cell filters the list; a filter is saved as view for all programs', async () => {
  const org = await site.organisation('Narrow')
  const { program, save, made } = await begun(org)
  await save({ artefacts: [{ uuid: made[1]!.uuid, kind: 'asset', revision: 1, status: 'IN_PROCESS' }] })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program))
  await cell(page, 'Firmware image', 'In process').hover()
  await page.getByRole('button', { name: 'Not status In process' }).click()
  await eventually(() => row(page, 'Firmware image').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('where')).toBe('@status:!IN_PROCESS')
  await page.getByRole('button', { name: 'Status: not In process' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter status' }).click()
  await cell(page, 'Firmware image', 'In process').hover()
  await page.getByRole('button', { name: 'Only status In process' }).click()
  await eventually(() => row(page, 'Torque request').count()).toBe(0)

  await page.getByRole('button', { name: 'Save the present filters as a view' }).click()
  await page.getByRole('textbox', { name: 'Save the present filters as' }).fill('Being worked on')
  await page.getByRole('button', { name: 'Save view' }).click()
  const view = page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'Being worked on', exact: true })
  await view.waitFor()
  const other = await begun(org, ['Phone key'])
  await goto(at(assets, other.program))
  await row(page, 'Phone key').waitFor()
  await view.click()
  await eventually(() => row(page, 'Phone key').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('programId')).toBe(other.program)
})

test('[GRAPH-UI-18] the page of a project names it, counts its contents, and can show the program', async () => {
  const org = await site.organisation('Of one')
  const { program, save, made } = await begun(org)
  const body = await site.request(org.members.ENGINEER.token, saveProject, {
    program_uuid: program,
    name: 'Telematics unit',
    type: 'COMPONENT',
  })
  await save({
    artefacts: [
      { uuid: made[0]!.uuid, kind: 'asset', revision: 1, project_uuid: body.project.uuid, fields: { relevant: true } },
    ],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at(assets, program, `&projectId=${body.project.uuid}`))
  await page.getByText('of 1 assets').waitFor()
  expect(await row(page, 'Firmware image').count()).toBe(0)
  await page.getByRole('button', { name: 'No longer project Telematics unit' }).click()
  await row(page, 'Firmware image').waitFor()
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Telematics unit' }).click()
  await eventually(() => row(page, 'Firmware image').count()).toBe(0)
})
