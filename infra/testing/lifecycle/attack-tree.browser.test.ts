import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { mockTree, treeProgram } from '../support/engineering/attack-trees.ts'
import { axeOf, eventually, intrusion, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const pageOf = (programUuid: string, open?: string) =>
  `/org/lifecycle/projects/view/attack-tree?programId=${programUuid}${open === undefined ? '' : `&open=${open}`}`
const card = (page: Page, name: RegExp) =>
  page.locator('.te-canvas .react-flow__node').and(page.getByRole('group', { name }))
const panel = (page: Page) => page.getByRole('complementary', { name: /^Step/ })
const drawer = (page: Page) => page.getByRole('complementary', { name: /^AT-001/ })
const boxOf = async (page: Page, place: string | ReturnType<typeof card>) =>
  (await (typeof place === 'string' ? page.locator(place) : place).boundingBox())!
const stored = async (org: Organisation, uuid: string) =>
  (await site.get(org.members.ENGINEER.token, 'v2/app/get-artefact', { uuid })).body.artefact.fields.tree
const stepsOf = async (org: Organisation, uuid: string): Promise<{ title: string }[]> =>
  (await stored(org, uuid))?.steps ?? []

test('[TREE-UI-1] [TREE-UI-9] [TREE-UI-10] the page rates a tree as the server does', async () => {
  const org = await site.organisation('Rates')
  const { programUuid, treeUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  await page.getByRole('heading', { level: 1, name: 'Spoofed torque request over powertrain CAN' }).waitFor()
  await card(page, /^TS-001, Spoofed torque request.*, Medium 15, OR of 3$/).waitFor()
  const { scenarios, total } = (
    await site.call(org.members.ENGINEER.token, 'v2/app/rate-tree', {
      program_uuid: programUuid,
      tree: await stored(org, treeUuid),
    })
  ).body
  const paths = page.getByRole('grid', { name: 'Attack paths' })
  await eventually(() => paths.getByRole('row').filter({ hasText: '·' }).count()).toBeGreaterThan(2)
  expect(await paths.getAttribute('aria-rowcount')).toBe(String(total))
  expect(await paths.getByRole('row').nth(1).innerText()).toContain(
    `Medium\n${scenarios.initial.paths[0].ratings.potential.value}`,
  )
  expect(await axeOf(page)).toEqual([])

  await page.getByRole('radio', { name: 'Planned' }).click()
  const root = scenarios.target.steps.find(({ id }: { id: string }) => id === 'root')
  await card(page, new RegExp(`^TS-001,.*, Very low ${root.ratings.potential.value},`)).waitFor()
  await page.getByRole('radio', { name: 'Vector' }).click()
  expect(scenarios.target.steps.find(({ id }: { id: string }) => id === 'root').ratings.vector).toEqual({
    feasibility: 'low',
    value: null,
  })
  await card(page, /^TS-001,.*, Low, OR of 3$/).waitFor()
})

test('[TREE-UI-2] [TREE-UI-7] the keyboard alone adds, rates, moves and undoes steps of a tree', async () => {
  const org = await site.organisation('Keys')
  const { programUuid, threatUuid } = await treeProgram(site, org, null)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'TS-001'))
  await page.getByRole('button', { name: 'Begin its tree' }).focus()
  await page.keyboard.press('Enter')
  await card(page, /^TS-001,/).waitFor()
  const { body } = await site.get(org.members.ENGINEER.token, 'v2/app/get-artefacts', {
    program_uuid: programUuid,
    kinds: 'attack-tree',
  })
  const treeUuid = body.artefacts[0].uuid as string
  expect(body.links).toContainEqual(expect.objectContaining({ kind: 'refined-in', from: threatUuid, to: treeUuid }))

  const typed = async (key: string, title: string) => {
    await page.keyboard.press(key)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('at-step-title')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await card(page, new RegExp(`, ${title},`)).waitFor()
  }
  await page.keyboard.press('ArrowUp')
  await typed('n', 'Through the port')
  await typed('n', 'Reach the port')
  await typed('Shift+N', 'Send frames')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('t')
  await card(page, /^A, Through the port,.*AND of 2$/).waitFor()
  await typed('Shift+N', 'From afar')

  // the step "Send frames" is used in another branch, too
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'm', 'ArrowUp', 'ArrowRight', 'u'])
    await page.keyboard.press(key)
  await card(page, /^B1, Send frames,/).waitFor()
  await panel(page).getByText('used twice').waitFor()
  expect(await page.locator('.te-canvas').getByText('Send frames').count()).toBe(2)

  // rate it, from the first segment of the rating on
  const time = panel(page).getByRole('radiogroup', { name: 'Elapsed time of B1' })
  await time.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await eventually(() => time.getByRole('radio', { checked: true }).innerText()).toBe('≤ 1 week')
  await eventually(async () =>
    (await stored(org, treeUuid)).steps.map(({ title, effort }: { title: string; effort: { potential: object } }) => [
      title,
      effort.potential,
    ]),
  ).toContainEqual(['Send frames', { time: 'week' }])

  // choosing the chosen value again removes it
  await page.keyboard.press('Space')
  await eventually(() => time.getByRole('radio', { checked: true }).count()).toBe(0)

  await page.keyboard.press('Escape')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Control+z')
  await eventually(
    async () =>
      (await stored(org, treeUuid)).steps.find(({ title }: { title: string }) => title === 'Send frames').effort
        .potential,
  ).toEqual({})
  await page.keyboard.press('Control+z')
  await eventually(() => page.locator('.te-canvas').getByText('Send frames').count()).toBe(1)
  await page.keyboard.press('Control+y')
  await eventually(() => page.locator('.te-canvas').getByText('Send frames').count()).toBe(2)
  expect((await stepsOf(org, treeUuid)).map(({ title }) => title)).toEqual([
    'Spoofed torque request over powertrain CAN',
    'Through the port',
    'Reach the port',
    'Send frames',
    'From afar',
  ])
})

test('[TREE-UI-3] a step is moved by dropping it on another, and collapsed', async () => {
  const org = await site.organisation('Drops')
  const { programUuid, treeUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  const [from, to] = [card(page, /^C, Replace the VCU/), card(page, /^B, Inject from a compromised TCU/)]
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(a.x + a.width / 2, a.y + 15)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2 + 20, b.y + 25, { steps: 8 })
  await page.mouse.move(b.x + b.width / 2, b.y + 15, { steps: 4 })
  await page.mouse.up()
  await card(page, /^B4, Replace the VCU/).waitFor()
  await to.getByRole('button', { name: 'Fold its parts' }).click()
  await card(page, /^B4, Replace the VCU/).waitFor({ state: 'detached' })
  await eventually(() => page.getByText('Saved', { exact: false }).count()).toBeGreaterThan(0)
  expect((await stored(org, treeUuid)).steps.find(({ id }: { id: string }) => id === 'b').parts).toEqual([
    'b1',
    'b2',
    'a3',
    'c',
  ])
})

test("[TREE-UI-8] two engineers change one tree at once: they see each other's steps, and none is lost", async () => {
  const org = await site.organisation('Both')
  const { programUuid, treeUuid } = await treeProgram(site, org)
  const [one, other] = [
    await visit({ as: org.members.ENGINEER }),
    await visit({ as: org.members.ADMIN, theme: 'light' }),
  ]
  for (const { page, goto } of [one, other]) {
    await goto(pageOf(programUuid, 'AT-001'))
    await card(page, /^A, Inject through the OBD port/).click()
    await page.keyboard.press('Enter')
  }
  await one.page.keyboard.press('n')
  await other.page.keyboard.press('n')
  await one.page.keyboard.type('From one')
  await other.page.keyboard.type('From the other')
  await one.page.keyboard.press('Enter')
  await other.page.keyboard.press('Enter')
  for (const { page } of [one, other]) {
    await card(page, /, From one,/).waitFor()
    await card(page, /, From the other,/).waitFor()
  }
  // each page received the other page's change from the server
  expect(
    (await stepsOf(org, treeUuid))
      .map(({ title }) => title)
      .filter((title) => title.startsWith('From'))
      .sort(),
  ).toEqual(['From one', 'From the other'])
  for (const { ignoreFaults } of [one, other]) ignoreFaults(/Failed to load resource: .* 409/)
})

test('a control at a step changes the rating of the tree; a reader changes nothing', async () => {
  const org = await site.organisation('Controls')
  const { programUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  await card(page, /^C, Replace the VCU/).click()
  await panel(page).getByRole('region', { name: 'Controls on this step' }).getByRole('button', { name: 'Add' }).click()
  await page.getByRole('dialog').getByLabel('Control', { exact: true }).fill('Sealed housing')
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await panel(page).getByText('It is not stated yet what it makes harder.').waitFor()
  await card(page, /^C, Replace the VCU/)
    .getByText('CTL-05 Sealed housing, planned')
    .waitFor()

  const reader = await visit({ as: org.members.VIEWER })
  await site.call(org.members.ADMIN.token, 'v2/app/save-program-member', {
    program_uuid: programUuid,
    user_uuid: org.members.VIEWER.uuid,
    role: 'READER',
  })
  await reader.goto(pageOf(programUuid, 'AT-001'))
  await card(reader.page, /^C, Replace the VCU/).click()
  expect(await reader.page.getByRole('button', { name: /^Step/ }).isDisabled()).toBe(true)
  expect(await panel(reader.page).getByRole('radio', { name: 'Layman' }).isDisabled()).toBe(true)
  await reader.page.keyboard.press('Delete')
  await reader.page.keyboard.press('n')
  await card(reader.page, /^C, Replace the VCU/).waitFor()
  expect(await reader.page.getByText('New step').count()).toBe(0)
})

test('[TREE-UI-15] an assumption caps nothing until factor and level are chosen; its level is changed', async () => {
  const org = await site.organisation('Assumptions')
  const { programUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  await card(page, /^C, Replace the VCU/).click()
  const section = panel(page).getByRole('region', { name: 'Assumptions' })
  await section.getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Assumption').fill('Workshops are trusted')
  await page.keyboard.press('Enter')
  await dialog.getByText('Choose first which factor it caps').waitFor()
  await dialog.getByLabel('Factor').selectOption('Expertise')
  await dialog.getByLabel('Level').selectOption('Proficient (3)')
  await dialog.getByLabel('Assumption').press('Enter')
  const level = section.getByLabel(/^Level of expertise/)
  await eventually(() => level.inputValue()).toBe('proficient')
  await level.selectOption('Layman (0)')
  await eventually(() => level.inputValue()).toBe('layman')
  expect(await axeOf(page)).toEqual([])
})

test('[TREE-UI-11] sightings are shown at each path, with a link to the alerts, and at each step', async () => {
  const org = await site.organisation('Seen')
  const { programUuid, threatUuid, treeUuid } = await treeProgram(site, org)
  const { token } = org.members.ENGINEER
  const { artefact } = (await site.get(token, 'v2/app/get-artefact', { uuid: threatUuid })).body
  await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [
      {
        uuid: threatUuid,
        kind: 'threat-scenario',
        revision: artefact.revision,
        fields: { indicators: { ...noIndicators, event_ids: [0x8001] } },
      },
    ],
  })
  await site.post(
    org.key,
    ['SEENA', 'SEENB'].map((vin) => intrusion(vin, 0x8001)),
  )
  await eventually(
    async () => (await site.get(token, 'v2/app/get-sightings', { threat_uuid: threatUuid })).body.total,
  ).toBe(2)

  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  const paths = page.getByRole('grid', { name: 'Attack paths' })
  const row = (steps: string) => paths.getByRole('row').filter({ hasText: steps })
  const brute = row('SecurityAccess brute force')
  await brute.getByRole('gridcell', { name: '–', exact: true }).waitFor()

  await card(page, /SecurityAccess brute force/).click()
  const section = panel(page).getByRole('region', { name: 'Seen in the field' })
  await section.getByRole('button', { name: 'Add' }).click()
  await section.getByLabel('Event ids').fill('0x8001')
  await page.keyboard.press('Enter')
  await section.getByText('2 alerts of the last 30 days show it.').waitFor()
  await card(page, /SecurityAccess brute force/).focus()
  await page.keyboard.press('Escape') // the panel covers the next step
  await panel(page).waitFor({ state: 'detached' })
  await card(page, /Replace the VCU/).click()
  await section.getByRole('button', { name: 'Add' }).click()
  await section.getByLabel('Event ids').fill('0x8002')
  await page.keyboard.press('Enter')
  await row('Replace the VCU').getByRole('gridcell', { name: '0', exact: true }).waitFor()
  await row('Leaked workshop key').getByRole('gridcell', { name: '–', exact: true }).waitFor()
  expect((await stored(org, treeUuid)).steps.find(({ id }: { id: string }) => id === 'a2a').indicators).toEqual({
    ...noIndicators,
    event_ids: [0x8001],
  })
  expect(await axeOf(page)).toEqual([])
  await brute.getByRole('link', { name: '2', exact: true }).click()
  for (const vin of ['SEENA', 'SEENB']) await page.getByRole('option').filter({ hasText: vin }).waitFor()
})

test('[GRAPH-UI-19] [GRAPH-UI-20] the drawer next to the canvas has trace, comments and review', async () => {
  const org = await site.organisation('Talks')
  const { programUuid, threatUuid } = await treeProgram(site, org)
  const { ENGINEER: engineer, ADMIN: admin } = org.members
  await site.call(engineer.token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [{ uuid: threatUuid, kind: 'threat-scenario', revision: 1, title: 'Spoofed torque demand' }],
  })
  const { page, goto } = await visit({ as: engineer })
  await goto(pageOf(programUuid, 'AT-001'))
  const way = page.getByRole('button', { name: /^AT-001/ })
  await way.getByText('Suspect').waitFor()
  await page.keyboard.press('i')
  await drawer(page).getByRole('list', { name: 'Trace' }).getByText('Torque request, VCU to inverter').waitFor()
  expect([await axeOf(page), new URL(page.url()).searchParams.get('part')]).toEqual([[], 'trace'])
  await drawer(page).getByRole('button', { name: 'Confirm that AT-001 still holds' }).click()
  await eventually(() => way.getByText('Suspect').count()).toBe(0)

  // a draft comment stays while a step is viewed, and its keys do not reach the canvas
  await drawer(page).getByRole('tab', { name: 'Comments' }).click()
  await drawer(page).getByLabel('Comment', { exact: true }).fill('Is the delay timer ')
  await card(page, /^A2a, SecurityAccess/).click()
  await panel(page).waitFor()
  expect(await drawer(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await drawer(page).getByLabel('Comment', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('new?')
  await page.keyboard.press('Control+Enter')
  await drawer(page).getByRole('list', { name: 'Comments' }).getByText('Is the delay timer new?').waitFor()
  await way.locator('.gr-comments').filter({ hasText: '1' }).waitFor()
  await drawer(page).getByRole('tabpanel').focus()
  for (const key of ['ArrowDown', 'Delete']) await page.keyboard.press(key)
  expect([await panel(page).count(), await page.locator('.te-canvas .react-flow__node').count()]).toEqual([0, 14])

  await page.keyboard.press('n')
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('at-step-title')
  await page.keyboard.type('From afar')
  await page.keyboard.press('Enter')
  await card(page, /, From afar,/).waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).getByRole('tab', { name: 'History' }).click()
  const versions = drawer(page).getByRole('list', { name: 'Versions' })
  await versions.getByText('New step').first().waitFor()
  await versions.getByText('From afar').first().waitFor()
  expect(await versions.innerText()).not.toContain('Inject from a compromised TCU')

  await drawer(page).getByRole('tab', { name: 'Review' }).click()
  await drawer(page).getByRole('button', { name: 'Ask for review' }).click()
  await page.locator('.te-head').getByText('Under review').waitFor()
  const other = await visit({ as: admin, theme: 'light' })
  await other.goto(`${pageOf(programUuid, 'TS-001')}&part=review`)
  await drawer(other.page).getByRole('button', { name: 'Approve' }).waitFor()
  expect(await axeOf(other.page)).toEqual([])
  await drawer(other.page).getByRole('button', { name: 'Approve' }).click()
  await page.locator('.te-head').getByText('Approved').waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
})

test('[TREE-UI-13] the panel is next to the canvas, and the chosen step stays visible at its zoom', async () => {
  const org = await site.organisation('Beside')
  const { programUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, 'AT-001'))
  const replace = card(page, /Replace the VCU/)
  const zoom = page.getByRole('status', { name: 'Zoom' })
  const endOf = async (place: string | typeof replace) => {
    const { x, width } = await boxOf(page, place)
    return x + width
  }
  const wide = 1280
  await replace.waitFor()
  await eventually(() => endOf('.te-canvas')).toBe(wide)
  const [near, far] = [await zoom.innerText(), await endOf(replace)]
  await replace.click()
  await panel(page).waitFor()
  await eventually(async () => (await endOf('.te-canvas')) - (await boxOf(page, '.te-panel')).x).toBe(0)
  const beside = (await boxOf(page, '.te-panel')).x
  expect(far).toBeGreaterThan(beside)
  await eventually(() => endOf(replace)).toBeLessThan(beside)
  expect(await zoom.innerText()).toBe(near)
  await page.keyboard.press('i')
  await drawer(page).waitFor()
  await eventually(() => endOf('.te-canvas')).toBe(beside)
  await page.keyboard.press('Escape')
  await eventually(() => endOf('.te-canvas')).toBe(wide)
  await eventually(() => endOf(replace)).toBe(far)

  // a dragged step is chosen when it is dropped; until then the canvas keeps its size
  const { x, y } = await boxOf(page, replace)
  await page.mouse.move(x + 20, y + 15)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 60, { steps: 4 })
  expect([await panel(page).count(), await endOf('.te-canvas')]).toEqual([0, wide])
  await page.mouse.up()

  // where there is enough room, the complete text is shown
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(pageOf(programUuid, 'AT-001'))
  await replace.click()
  await panel(page).waitFor()
  await eventually(async () =>
    Math.max(
      ...(await page
        .locator('.te-canvas .react-flow__node')
        .evaluateAll((cards) => cards.map((each) => each.getBoundingClientRect().right))),
    ),
  ).toBeLessThan((await boxOf(page, '.te-panel')).x)

  await page.setViewportSize({ width: 1200, height: 720 })
  await eventually(async () => (await boxOf(page, '.te-panel')).width).toBeGreaterThan(1000)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await eventually(() => panel(page).count()).toBe(0)
})

test('[DIAGRAM-9] a tree is exported as SVG, which contains only its own elements', async () => {
  const org = await site.organisation('Exports')
  const { programUuid } = await treeProgram(site, org, {
    ...mockTree,
    steps: mockTree.steps.map((step) => (step.id === 'c' ? { ...step, title: '<script>alert(1)</script>' } : step)),
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(pageOf(programUuid, 'AT-001'))
  await card(page, /^A, Inject/).waitFor()
  const exported = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    return (await (await file).createReadStream()).toArray().then((parts) => Buffer.concat(parts as Buffer[]))
  }
  const svg = (await exported('Picture as SVG')).toString()
  expect(svg).toContain('Inject through the OBD port')
  expect(svg).not.toMatch(/<(script|foreignObject|image|a)\b/)
  expect((await exported('Picture as PNG')).subarray(1, 4).toString()).toBe('PNG')
})

test('trees are listed: trees on their own, and trees of threat scenarios', async () => {
  const org = await site.organisation('Lists')
  const { programUuid } = await treeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid))
  await page.getByRole('row').filter({ hasText: 'Spoofed torque request' }).filter({ hasText: 'TS-001' }).waitFor()
  expect(await axeOf(page)).toEqual([])
  await goto('/org/lifecycle/custome-tree')
  await page.getByLabel('Program').selectOption({ label: 'EQX-24 platform' })
  await page.getByText('No attack trees match').or(page.getByText('No attack trees yet')).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Charging port study')
  await page.keyboard.press('Enter')
  await card(page, /^Charging port study/).waitFor()
  await goto(`/org/lifecycle/threat-tree?programId=${programUuid}`)
  await page.getByRole('row').filter({ hasText: 'TS-001' }).getByText('Spoofed torque request').first().click()
  await card(page, /^TS-001,/).waitFor()
})
