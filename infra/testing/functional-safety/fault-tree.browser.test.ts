import { readFile } from 'node:fs/promises'
import type { FaultNode, StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import { createProgram, writeArtefacts } from '../support/factories.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const pageOf = (programUuid: string, open?: string) =>
  `/org/functional-safety/fault-tree-analysis?programId=${programUuid}${open === undefined ? '' : `&open=${open}`}`
const card = (page: Page, name: RegExp) =>
  page.locator('.te-canvas .react-flow__node').and(page.getByRole('group', { name }))
const panel = (page: Page) => page.getByRole('complementary', { name: /^Node/ })
const fact = (page: Page, name: string) =>
  page
    .locator('.ft-summary .ft-facts > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const stored = async (org: Organisation, uuid: string): Promise<StoredTree> =>
  (await site.get(org.members.ENGINEER.token, 'v2/app/get-artefact', { uuid })).body.artefact.fields.tree

const gate = (id: string, kind: 'and' | 'or' | 'xor', parts: string[], title = ''): FaultNode => ({
  id,
  title,
  note: '',
  kind: 'gate',
  gate: kind,
  parts,
})
const event = (id: string, title: string, probability: FaultNodeProbability): FaultNode => ({
  id,
  title,
  note: '',
  kind: 'basic',
  probability,
  artefact: null,
})
type FaultNodeProbability = Extract<FaultNode, { kind: 'basic' | 'undeveloped' | 'conditioning' }>['probability']

const spread = { op: 'lognormal-deviate', args: [0.01, 3, 0.95] }
const brakes: StoredTree = {
  top: 'Top',
  missionTime: 10_000,
  nodes: [
    gate('Top', 'or', ['Supply', 'Both'], 'No braking'),
    gate('Both', 'and', ['Front', 'Rear'], 'Both circuits fail'),
    gate('Front', 'or', ['PumpF', 'Bus'], 'Front circuit fails'),
    gate('Rear', 'or', ['PumpR', 'Bus'], 'Rear circuit fails'),
    event('PumpF', 'Front pump stops', 0.02),
    event('PumpR', 'Rear pump stops', 0.03),
    event('Bus', 'Bus off', spread),
    event('Supply', 'Supply fails', { op: 'exponential', args: [1e-10, { op: 'system-mission-time', args: [] }] }),
  ],
  groups: [],
  parameters: [],
}

/** A program with a goal of ASIL D that a fault tree analyses. */
async function safetyProgram(org: Organisation, tree: StoredTree | null = brakes) {
  const { token } = org.members.ENGINEER
  const program = await createProgram(site, token, { name: 'Brake by wire' })
  const [goal, made] = await writeArtefacts(
    site,
    token,
    program.uuid,
    { kind: 'safety-goal', title: 'Braking stays possible', fields: { asil: 'D' } },
    { kind: 'fault-tree', title: 'No braking', fields: { tree } },
  )
  const { body } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: program.uuid,
    link: [{ kind: 'analysed-in', from: goal!.uuid, to: made!.uuid }],
  })
  expect(body).toMatchObject({ success: true })
  return { programUuid: program.uuid, treeUuid: made!.uuid, code: made!.code }
}

/** 1 - (1 - 1e-6)(1 - P(both circuits)), where the bus is in both. */
const exact = 1 - (1 - 1e-6) * (1 - (0.01 + 0.99 * 0.02 * 0.03))

test('[FTA-UI-10] [FTA-UI-11] [FTA-UI-12] [FTA-UI-14] [FTA-UI-15] results, a highlighted cut set', async () => {
  const org = await site.organisation('Computes')
  const { programUuid, code } = await safetyProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid))
  await page.getByText('No braking').first().waitFor()
  expect(await axeOf(page)).toEqual([])

  await goto(pageOf(programUuid, code))
  await page.getByRole('heading', { level: 1, name: 'No braking' }).waitFor()
  await eventually(() => fact(page, 'Exact').innerText()).toBe(exact.toExponential(5))
  expect(await fact(page, 'Minimal cut sets').innerText()).toBe('3')
  const frequency = 1e-10 * (1 - (0.01 + 0.99 * 0.02 * 0.03))
  expect(await fact(page, 'Frequency, w').innerText()).toBe(`${frequency.toExponential(3)} /h`)
  await page.getByText('3 events of constant probability add nothing to the frequency').waitFor()
  expect(await fact(page, 'By order').innerText()).toBe('1: 2 · 2: 1')
  expect(await fact(page, 'Target of SG-01').innerText()).toMatch(/below 1e-8 \/h, ASIL D\s+Not met/)
  expect(await axeOf(page)).toEqual([])

  const sets = page.getByRole('grid', { name: 'Minimal cut sets' })
  await sets.getByText('Front pump stops').click()
  await eventually(() => page.locator('.ft-on').count()).toBe(6)
  expect(await page.locator('.ft-on').filter({ hasText: 'Bus off' }).count()).toBe(0)

  await page.getByRole('radio', { name: 'Importance' }).click()
  const importance = page.getByRole('grid', { name: 'Importance of basic events' })
  await eventually(() => importance.getByRole('row').nth(1).innerText()).toContain('Bus off')
  await page.getByRole('radio', { name: 'Sensitivity' }).click()
  await page.getByLabel('Probability divided and multiplied by').selectOption('2')
  await eventually(() => importance.getByRole('row').nth(1).innerText()).toMatch(/Bus off[^]*3\.\d{3}$/)
  await page.getByRole('radio', { name: 'Uncertainty' }).click()
  await page.getByRole('button', { name: 'Simulate' }).click()
  await page.getByText('95th percentile').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[FTA-UI-3] [FTA-UI-5] [FTA-UI-6] keys alone build a tree; what would be invalid is refused', async () => {
  const org = await site.organisation('Keys')
  const { programUuid, treeUuid, code } = await safetyProgram(org, null)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(pageOf(programUuid, code))
  await card(page, /^Top, No braking, Undeveloped event/).waitFor()
  const typed = async (key: string, title: string) => {
    await page.keyboard.press(key)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('ft-title')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await card(page, new RegExp(`, ${title},`)).waitFor()
  }
  await page.keyboard.press('ArrowUp')
  await typed('n', 'Pump stops')
  await typed('Shift+N', 'Bus off')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('t')
  await card(page, /^Top, No braking, AND$/).waitFor()

  // the probability of an event by its model
  await card(page, /, Pump stops,/).click()
  await panel(page).getByLabel('Model of the probability').selectOption('exponential')
  await panel(page).getByLabel('Failure rate, per hour', { exact: true }).fill('2e-6')
  await page.keyboard.press('Enter')
  await eventually(async () => (await stored(org, treeUuid)).nodes).toContainEqual(
    expect.objectContaining({
      title: 'Pump stops',
      probability: { op: 'exponential', args: [2e-6, { op: 'system-mission-time', args: [] }] },
    }),
  )
  await page.getByText('has none').waitFor()
  expect(await axeOf(page)).toEqual([])

  // a third input of an XOR gate is refused
  await page.keyboard.press('Escape')
  await card(page, /^Top,/).click()
  await panel(page).getByRole('radio', { name: 'XOR' }).click()
  await card(page, /^Top, No braking, XOR/).waitFor()
  await card(page, /^Top,/).focus()
  await page.keyboard.press('n')
  await page.getByText('Top has 3 inputs: xor takes 2.').waitFor()
  await page.keyboard.press('Control+z')
  await card(page, /^Top, No braking, AND$/).waitFor()
  expect((await stored(org, treeUuid)).nodes.map(({ title }) => title)).toEqual(['No braking', 'Pump stops', 'Bus off'])
})

test('[FTA-UI-7] two engineers change one tree at once: none of their events is lost', async () => {
  const org = await site.organisation('Both')
  const { programUuid, treeUuid, code } = await safetyProgram(org)
  const [one, other] = [
    await visit({ as: org.members.ENGINEER }),
    await visit({ as: org.members.ADMIN, theme: 'light' }),
  ]
  for (const { page, goto } of [one, other]) {
    await goto(pageOf(programUuid, code))
    await card(page, /^Both,/).click()
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
  expect(
    (await stored(org, treeUuid)).nodes
      .map(({ title }) => title)
      .filter((title) => title.startsWith('From'))
      .sort(),
  ).toEqual(['From one', 'From the other'])
  for (const { ignoreFaults } of [one, other]) ignoreFaults(/Failed to load resource: .* 409/)
})

test('[FTA-UI-13] a tree is imported from Open-PSA, exported as CSV, and imported from that again', async () => {
  const org = await site.organisation('Exchanges')
  const { programUuid } = await safetyProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid))
  const opened = async (name: string, content: string) => {
    await page.getByRole('button', { name: 'Import tree' }).click()
    await page
      .getByLabel('Files of the tree')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  }
  const model = `<opsa-mef><define-fault-tree name="Valve">
    <define-gate name="TOP"><xor><event name="a"/><event name="b"/></xor></define-gate>
    <define-basic-event name="a"><float value="0.1"/></define-basic-event>
    <define-basic-event name="b"><float value="0.2"/></define-basic-event>
  </define-fault-tree></opsa-mef>`
  await opened('valve.xml', model)
  await page.getByText(/^1 gate, 2 events/).waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await eventually(() => fact(page, 'Exact').innerText()).toBe((0.1 * 0.8 + 0.9 * 0.2).toExponential(5))
  await page.getByText(/^With NOT or XOR, a minimal cut set/).waitFor()

  const file = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFile(await download.path(), 'utf8')
  }
  expect(await file('Tree as Open-PSA')).toContain('<define-gate name="TOP">')
  expect((await file('Minimal cut sets as CSV')).split('\r\n').slice(0, 3)).toEqual([
    '\ufeffnumber,order,events,titles,probability',
    '1,1,b,b,0.2',
    '2,1,a,a,0.1',
  ])
  expect(await file('Picture as SVG')).toContain('>XOR<')
  const csv = await file('Tree as CSV')
  expect(csv).toContain('xor,TOP,,,a b,')

  await goto(pageOf(programUuid))
  await opened('valve.csv', csv.replace('xor,TOP,,,a b,', 'xor,TOP,,,a c,').replace('0.2', '2'))
  const problems = page.getByRole('alert').getByRole('listitem')
  await eventually(() => problems.allInnerTexts()).toEqual([
    'line 3, column inputs: c is not there. Add a row with this id, or correct it.',
    'line 5, column value: 2 is no probability. Write a number from 0 to 1.',
  ])
  expect(await axeOf(page)).toEqual([])
  const importing = page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true })
  expect(await importing.isDisabled()).toBe(true)
  await page
    .getByLabel('Files of the tree')
    .setInputFiles({
      name: 'valve.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.replace('fault-tree,,Valve,', 'fault-tree,,Second valve,')),
    })
  await page.getByText(/^1 gate, 2 events/).waitFor()
  await importing.click()
  await page.getByRole('heading', { level: 1, name: 'Second valve' }).waitFor()
  await eventually(() => fact(page, 'Exact').innerText()).toBe((0.1 * 0.8 + 0.9 * 0.2).toExponential(5))
})

test('[FTA-UI-8] [FTA-UI-9] a tree of 1,000 nodes is searched, folded and changed', async () => {
  const org = await site.organisation('Large')
  const parts = (from: number, many: number) => Array.from({ length: many }, (_none, i) => `E${from + i}`)
  const large: StoredTree = {
    ...brakes,
    nodes: [
      gate(
        'Top',
        'or',
        Array.from({ length: 37 }, (_none, i) => `G${i}`),
        'No braking',
      ),
      ...Array.from({ length: 37 }, (_none, i) => gate(`G${i}`, 'and', parts(i * 26, 26))),
      ...parts(0, 37 * 26).map((id) => event(id, `Event ${id}`, 0.5)),
    ],
  }
  const { programUuid, treeUuid, code } = await safetyProgram(org, large)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(pageOf(programUuid, code))
  await page.getByText('38 gates, 962 events').waitFor()
  await page.getByRole('searchbox', { name: 'Find a node' }).fill('Event E900')
  await page.keyboard.press('Enter')
  await panel(page).getByText('E900', { exact: true }).waitFor()
  await card(page, /^E900,/).waitFor()
  await panel(page).getByLabel('Text of the node').fill('Found')
  await page.keyboard.press('Enter')
  await eventually(async () => (await stored(org, treeUuid)).nodes.find(({ id }) => id === 'E900')?.title).toBe('Found')
  await eventually(() => fact(page, 'Minimal cut sets').innerText()).toBe('37')
  expect(await axeOf(page)).toEqual([])
})
