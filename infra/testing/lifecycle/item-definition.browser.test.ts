import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const view = '/org/lifecycle/projects/view'
const node = (page: Page, name: RegExp | string) =>
  page.locator('.df-canvas .react-flow__node').and(page.getByRole('group', { name }))
const line = (page: Page, name: RegExp) =>
  page.locator('.df-canvas .react-flow__edge').and(page.getByRole('group', { name }))

/** Moves the focus with Tab until it reaches the label, like a user without a mouse. */
const tabTo = (page: Page, label: string) =>
  eventually(async () => {
    await page.keyboard.press('Tab')
    return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  }).toBe(label)

/** A program with a gateway, a TCU and a trust boundary on one diagram. */
async function itemProgram({
  members: {
    ENGINEER: { token },
  },
}: Organisation) {
  const {
    body: { program },
  } = await site.call(token, 'v2/app/save-program', { name: 'EQX-24 platform' })
  const [gateway, tcu, boundary, diagram] = Array.from({ length: 4 }, () =>
    uuidInProgram(program.uuid, crypto.randomUUID()),
  ) as [string, string, string, string]
  const { body } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: program.uuid,
    artefacts: [
      { kind: 'component', new_uuid: gateway, title: 'Gateway', fields: { category: 'gateway' } },
      { kind: 'component', new_uuid: tcu, title: 'TCU', fields: { category: 'telematics' } },
      { kind: 'boundary', new_uuid: boundary, title: 'In the vehicle' },
      {
        kind: 'diagram',
        new_uuid: diagram,
        title: 'Telematics data flow',
        fields: {
          layout: {
            nodes: [
              { uuid: boundary, x: 240, y: 0, width: 480, height: 320 },
              { uuid: gateway, x: 0, y: 80 },
              { uuid: tcu, x: 320, y: 80 },
            ],
            edges: [],
          },
        },
      },
    ],
    link: [{ kind: 'contains', from: boundary, to: tcu }],
  })
  expect(body).toMatchObject({ success: true })
  return { programUuid: program.uuid as string, diagram, gateway, tcu, boundary }
}
const graphOf = async (
  {
    members: {
      ENGINEER: { token },
    },
  }: Organisation,
  programUuid: string,
  kinds: string,
) => (await site.get(token, 'v2/app/get-artefacts', { program_uuid: programUuid, kinds })).body
const layoutOf = async (
  {
    members: {
      ENGINEER: { token },
    },
  }: Organisation,
  uuid: string,
) => (await site.get(token, 'v2/app/get-artefact', { uuid })).body.artefact.fields.layout
const placeOf = async (org: Organisation, diagram: string, uuid: string) =>
  (await layoutOf(org, diagram)).nodes.find((one: { uuid: string }) => one.uuid === uuid)

test('[DIAGRAM-1] [DIAGRAM-3] [DIAGRAM-5] the keyboard alone edits a diagram, and the model with it', async () => {
  const org = await site.organisation('Draws')
  const { programUuid, diagram, gateway } = await itemProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  await node(page, 'component CO-01, Gateway').waitFor()
  expect(await axeOf(page)).toEqual([])

  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name of a new or an existing node').fill('Key store')
  await page.getByRole('dialog').getByRole('radio', { name: 'Component' }).focus()
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight')
  await eventually(() => page.getByRole('dialog').getByRole('radio', { name: 'Data', exact: true }).isChecked()).toBe(
    true,
  )
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('dialog').getByLabel('Name of a new or an existing node').press('Enter')
  await node(page, 'data DA-01, Key store').waitFor()

  // Tab moves from node to node; e connects
  await tabTo(page, 'component CO-01, Gateway')
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Node').fill('key')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Channel').fill('Internal bus')
  await page.keyboard.press('Enter')
  await line(page, /^Channel CH-01, Internal bus, from Gateway to Key store$/).waitFor()
  const { links, artefacts } = await graphOf(org, programUuid, 'channel,data')
  const [channel, data] = [
    artefacts.find(({ kind }: { kind: string }) => kind === 'channel'),
    artefacts.find(({ kind }: { kind: string }) => kind === 'data'),
  ]
  expect(links).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'connects', from: gateway, to: channel.uuid }),
      expect.objectContaining({ kind: 'carries', from: channel.uuid, to: data.uuid }),
    ]),
  )

  // the focus is at the gateway again, but the new node is chosen: move to the gateway again
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await eventually(() => placeOf(org, diagram, gateway)).toEqual({ uuid: gateway, x: 32, y: 96 })
  await page.keyboard.press('F2')
  await page.keyboard.type('Central gateway')
  await page.keyboard.press('Enter')
  await node(page, 'component CO-01, Central gateway').waitFor()

  // undo everything: the name, the moves, the channel, the data
  for (const label of ['Rename Gateway', 'Move Gateway', 'Connect by Internal bus', 'Add Key store']) {
    await page.getByRole('button', { name: `Undo: ${label}` }).waitFor()
    await page.keyboard.press('Control+z')
  }
  await page.getByRole('button', { name: 'Nothing to undo' }).waitFor()
  await eventually(async () =>
    (await graphOf(org, programUuid, 'channel,data,component')).artefacts.map(({ title }: { title: string }) => title),
  ).toEqual(['Gateway', 'TCU'])
  expect(await placeOf(org, diagram, gateway)).toEqual({ uuid: gateway, x: 0, y: 80 })
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Control+y')
  await line(page, /^Channel CH-02, Internal bus, from Central gateway to Key store$/).waitFor()
})

test('[DIAGRAM-4] a node that is dragged into a trust boundary belongs to it, and moves with it', async () => {
  const org = await site.organisation('Bounds')
  const { programUuid, diagram, gateway, boundary, tcu } = await itemProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  const [from, to] = [
    (await node(page, 'component CO-01, Gateway').boundingBox())!,
    (await node(page, 'component CO-02, TCU').boundingBox())!,
  ]
  await page.mouse.move(from.x + 20, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + to.height + 40, { steps: 10 })
  await page.mouse.up()
  await eventually(async () =>
    (await graphOf(org, programUuid, 'component')).links
      .map(({ kind, from: a, to: b }: { kind: string; from: string; to: string }) => [kind, a, b])
      .filter(([kind]: string[]) => kind === 'contains'),
  ).toEqual(expect.arrayContaining([['contains', boundary, gateway]]))
  const before = await layoutOf(org, diagram)
  await tabTo(page, 'boundary TB-01, In the vehicle')
  await page.keyboard.press('ArrowUp')
  await eventually(async () => (await layoutOf(org, diagram)).nodes.map(({ y }: { y: number }) => y)).toEqual(
    before.nodes.map(({ y }: { y: number }) => y - 8),
  )
  expect(before.nodes.map(({ uuid }: { uuid: string }) => uuid)).toEqual([boundary, gateway, tcu])
})

test("[DIAGRAM-2] [DIAGRAM-7] engineers see each other's changes; hidden nodes stay in the model", async () => {
  const org = await site.organisation('Sees')
  const { programUuid, diagram, tcu } = await itemProgram(org)
  const [one, other] = [
    await visit({ as: org.members.ENGINEER }),
    await visit({ as: org.members.ADMIN, theme: 'light' }),
  ]
  await one.goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  await other.goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  await node(other.page, 'component CO-02, TCU').waitFor()
  await node(one.page, 'component CO-02, TCU').focus()
  await one.page.keyboard.press('F2')
  await one.page.keyboard.type('Telematics unit')
  await one.page.keyboard.press('Enter')
  await node(other.page, 'component CO-02, Telematics unit').waitFor()
  await one.page.keyboard.press('Delete')
  await eventually(() => node(other.page, /CO-02/).count()).toBe(0)
  expect((await graphOf(org, programUuid, 'component')).artefacts.map(({ title }: { title: string }) => title)).toEqual(
    ['Gateway', 'Telematics unit'],
  )
  await eventually(() => placeOf(org, diagram, tcu)).toBeUndefined()

  await node(one.page, 'component CO-01, Gateway').focus()
  await one.page.keyboard.press('Shift+Delete')
  await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(() => node(other.page, /CO-01/).count()).toBe(0)
  await one.page.keyboard.press('Control+z')
  await node(other.page, 'component CO-03, Gateway').waitFor()
})

test('[DIAGRAM-10] an empty diagram has a hint; new nodes do not overlap and all stay visible', async () => {
  const org = await site.organisation('Begins')
  const {
    ENGINEER: { token },
  } = org.members
  const {
    body: { program },
  } = await site.call(token, 'v2/app/save-program', { name: 'Keyless entry' })
  const {
    body: { project },
  } = await site.call(token, 'v2/app/save-project', {
    program_uuid: program.uuid,
    name: 'Access control unit',
    type: 'COMPONENT',
  })
  await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: program.uuid,
    artefacts: [{ kind: 'diagram', title: 'Data flow', project_uuid: project.uuid }],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${view}/item-definition?programId=${program.uuid}&projectId=${project.uuid}`)
  await page.getByRole('row').filter({ hasText: 'DF-01' }).getByText('DF-01').click()
  await page.keyboard.press('o')
  await page.getByText('Nothing is drawn yet').waitFor()
  expect([await axeOf(page), new URL(page.url()).searchParams.get('projectId')]).toEqual([[], project.uuid])

  await page.getByRole('button', { name: 'Add the first node' }).click()
  for (const [number, name] of [
    [1, 'Phone app'],
    [2, 'Access unit'],
  ] as const) {
    await page.getByRole('dialog').getByLabel('Name of a new or an existing node').fill(name)
    await page.keyboard.press('Enter')
    await node(page, `component CO-0${number}, ${name}`).waitFor()
    await page.keyboard.press('n')
  }
  await page.getByRole('dialog').getByRole('radio', { name: 'Trust boundary' }).click()
  await page.keyboard.type('Vehicle')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByText('TB-01').waitFor()
  const frames = await page
    .locator('.df-canvas .react-flow__node')
    .evaluateAll((nodes) => nodes.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
  expect(
    frames.flatMap((a, index) =>
      frames
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    ),
  ).toEqual([])

  await node(page, 'component CO-01, Phone app').focus()
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Node').press('Enter')
  await page.getByRole('dialog').getByLabel('Channel').fill('Bluetooth link')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByText('CH-01').waitFor()
  expect(
    (await graphOf(org, program.uuid, 'component,boundary,channel')).artefacts.map(
      ({ project_uuid }: { project_uuid: string }) => project_uuid,
    ),
  ).toEqual(Array(4).fill(project.uuid))
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  const canvas = (await page.locator('.df-canvas').boundingBox())!
  await eventually(async () => (await node(page, /Phone app/).boundingBox())!.x).toBeGreaterThan(canvas.x)
  const farEnd = async () => {
    const { x, width } = (await node(page, /Access unit/).boundingBox())!
    return x + width
  }
  await eventually(farEnd).toBeLessThan(canvas.x + canvas.width)
})

test('[GRAPH-UI-19] [DIAGRAM-11] comments are next to the canvas; chosen or dragged nodes stay visible', async () => {
  const org = await site.organisation('Beside')
  const { programUuid, diagram, tcu } = await itemProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  const unit = node(page, 'component CO-02, TCU')
  const drawer = page.getByRole('complementary', { name: /^DF-01/ })
  const endOf = async (place: typeof unit) => {
    const { x, width } = (await place.boundingBox())!
    return x + width
  }
  await unit.waitFor()
  const canvas = page.locator('.df-canvas')
  const wide = await endOf(canvas)
  await page.keyboard.press('i')
  await drawer.getByRole('tab', { name: 'Comments' }).click()
  await drawer.getByLabel('Comment', { exact: true }).fill('Where is the antenna?')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('button', { name: /^DF-01/ })
    .locator('.gr-comments')
    .filter({ hasText: '1' })
    .waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Escape') // within a field, the key belongs to the field
  await drawer.getByRole('button', { name: 'Close the drawer' }).click()
  await eventually(() => endOf(canvas)).toBe(wide)

  const { x, y } = (await unit.boundingBox())!
  await page.mouse.move(x + 20, y + 12)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 92, { steps: 5 })
  expect([await page.getByRole('complementary').count(), await endOf(canvas)]).toEqual([0, wide])
  await page.mouse.up()
  await page.getByRole('complementary', { name: 'CO-02 TCU' }).waitFor()
  await eventually(() => endOf(canvas)).toBeLessThan(wide)
  await eventually(async () => (await endOf(unit)) < (await endOf(canvas))).toBe(true)
  await eventually(async () => (await placeOf(org, diagram, tcu)).y).toBeGreaterThan(80)
})

test('[DIAGRAM-9] a diagram is arranged automatically and exported as SVG and PNG', async () => {
  const org = await site.organisation('Pictures')
  const { programUuid } = await itemProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(`${view}/flow-diagram?programId=${programUuid}&open=DF-01`)
  await node(page, 'component CO-01, Gateway').waitFor()
  await page.keyboard.press('l')
  await page.getByRole('button', { name: /^Undo: Arrange/ }).waitFor()
  const exported = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    return (await (await file).createReadStream()).toArray().then((parts) => Buffer.concat(parts as Buffer[]))
  }
  expect((await exported('Picture as SVG')).toString()).toMatch(/^<\?xml[^]*In the vehicle[^]*Gateway/)
  expect((await exported('Picture as PNG')).subarray(1, 4).toString()).toBe('PNG')
})

test('[DIAGRAM-1] elements are listed by kind and in the configuration, and one becomes an asset', async () => {
  const org = await site.organisation('Tables')
  const { programUuid } = await itemProgram(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${view}/item-definition?programId=${programUuid}`)
  await page.getByRole('row').filter({ hasText: 'Telematics data flow' }).waitFor()
  await page.getByRole('button', { name: 'Components' }).click()
  await page.getByRole('row').filter({ hasText: 'TCU' }).getByRole('button', { name: 'Make asset of CO-02' }).click()
  await page.getByRole('row').filter({ hasText: 'TCU' }).getByRole('link', { name: 'AS-01' }).waitFor()
  expect(await axeOf(page)).toEqual([])

  await goto(`${view}/system-configuration?programId=${programUuid}`)
  const components = page.getByRole('region', { name: 'Components' })
  await components.getByLabel('New component').fill('Antenna')
  await page.keyboard.press('Enter')
  await components.getByLabel('Name of CO-03').waitFor()
  await components.getByLabel('Name of CO-01').fill('Central gateway')
  await page.keyboard.press('Enter')
  await page.getByLabel('Battery electric').check()
  await page.getByLabel('Variant').check()
  await eventually(
    async () =>
      (await site.get(org.members.ENGINEER.token, 'v2/app/get-program-config', { project_uuid: programUuid })).body
        .chosen,
  ).toMatchObject({ propulsion_types: ['electric'], design_type: 'variant' })
  await eventually(async () =>
    (await graphOf(org, programUuid, 'component')).artefacts.map(({ title }: { title: string }) => title),
  ).toEqual(['Central gateway', 'TCU', 'Antenna'])
  expect(await axeOf(page)).toEqual([])
})
