import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const analysis = (program: string, more = '') =>
  `/org/lifecycle/projects/view/threat-analysis?programId=${program}${more}`
const effort = (time: string, expertise: string) => ({
  potential: { time, expertise, knowledge: 'confidential', window: 'moderate', equipment: 'standard' },
  cvss: {},
  vector: null,
})
const noEffort = { potential: {}, cvss: {}, vector: null }
const step = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  note: '',
  gate: null,
  parts: [],
  effort: noEffort,
  techniques: [],
  controls: [],
  caps: [],
  ...more,
})

/**
 * An asset with severe damage, and two threats: one has a tree with two paths, and is treated by reduction without a
 * goal.
 */
async function analysed({ members: { ENGINEER: engineer } }: Organisation) {
  const body = await site.request(engineer.token, saveProgram, { name: 'Fjord zonal 2' })
  const program = body.program.uuid
  const save = async (input: object) =>
    (await site.request(engineer.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const tree = {
    root: 'top',
    steps: [
      step('top', 'Forge torque', { gate: 'or', parts: ['obd', 'cellular'] }),
      step('obd', 'Inject through the OBD port', { effort: effort('week', 'proficient') }),
      step('cellular', 'Take over the telematics unit', { effort: effort('longer', 'experts') }),
    ],
  }
  const [asset, damage, spoofed, replayed, drawn] = await save({
    artefacts: [
      { kind: 'asset', title: 'Torque request' },
      {
        kind: 'damage-scenario',
        title: 'Unintended acceleration',
        fields: { safety: 'severe', financial: 'moderate' },
      },
      {
        kind: 'threat-scenario',
        title: 'Spoofed torque request',
        fields: { treatment: 'reduce', properties: ['integrity', 'authenticity'] },
      },
      { kind: 'threat-scenario', title: 'Replayed torque request', fields: { effort: effort('longer', 'experts') } },
      { kind: 'attack-tree', title: 'Forging torque', fields: { tree } },
    ],
  })
  const link = (kind: string, from: Artefact | undefined, to: Artefact | undefined) => ({
    kind,
    from: from!.uuid,
    to: to!.uuid,
  })
  await save({
    link: [
      link('targets', asset, spoofed),
      link('targets', asset, replayed),
      link('harms', asset, damage),
      link('leads-to', damage, spoofed),
      link('leads-to', damage, replayed),
      link('refined-in', spoofed, drawn),
    ],
  })
  return { program, save, asset: asset!, damage: damage!, spoofed: spoofed! }
}

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

test('[TARA-1] scenarios are listed by asset with their ratings; the figures above filter them', async () => {
  const org = await site.organisation('Analysis')
  const { program } = await analysed(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(analysis(program))
  await row(page, 'AS-01').filter({ hasText: 'Torque request' }).first().waitFor()
  const spoofed = await row(page, 'TS-001').innerText()
  expect(spoofed.replaceAll(/\s+/g, ' ')).toContain(
    'Spoofed torque request I, Au DS-001 Unintended acceleration 3 1 – – 2 Medium 15 4 Reduce – 4',
  )
  expect((await row(page, 'TS-002').innerText()).replaceAll(/\s+/g, ' ')).toContain('Very low')
  await page.getByText('2 threat scenarios, 1 asset').waitFor()
  expect(await axeOf(page)).toEqual([])

  await page.getByTitle('1 with risk 4', { exact: true }).first().click()
  await page.getByText('1 of 2 threat scenarios').waitFor()
  await page.getByRole('button', { name: 'All 2' }).click()
  await page.getByRole('button', { name: 'Remove the filter risk' }).click()
  await page.getByRole('button', { name: /^Reduce without a goal 1/ }).click()
  await page.getByText('1 of 2 threat scenarios').waitFor()
})

test('attack paths open in place, easiest first, with their effort; the decisive path is marked', async () => {
  const org = await site.organisation('Ways')
  const { program } = await analysed(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(analysis(program))
  await page.getByRole('button', { name: 'Details below TS-001' }).click()
  const paths = page.getByRole('list', { name: 'Attack paths of TS-001' }).getByRole('listitem')
  await eventually(() => paths.count()).toBe(2)
  const texts = (await paths.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts[0]).toMatch(
    /AP-1 Inject through the OBD port Time 1 Expertise 3 Knowledge 7 Window 4 Equipment 0 Medium 15 decides risk/,
  )
  expect(texts[1]).toMatch(/AP-2 Take over the telematics unit/)
  expect(await sidewaysOf(page)).toBe(0)
})

test('[GRAPH-UI-2] a rating by another user changes the risk here, and a goal is linked in its cell', async () => {
  const org = await site.organisation('Moves')
  const { program, save, damage } = await analysed(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(analysis(program))
  const risk = row(page, 'TS-001').getByTitle('Initial risk 4 of 5')
  await risk.waitFor()
  await save({
    artefacts: [{ uuid: damage.uuid, kind: 'damage-scenario', revision: 1, fields: { safety: 'moderate' } }],
  })
  await row(page, 'TS-001').getByTitle('Initial risk 2 of 5').waitFor()
  await row(page, 'TS-001').getByText('Suspect').waitFor()

  const goals = row(page, 'TS-001')
    .getByRole('gridcell')
    .filter({ hasText: 'Reduce' })
    .locator('xpath=following-sibling::td[1]')
  await goals.dblclick()
  await page.getByLabel('Find what to link: Is answered by').fill('Authentic torque requests')
  await page.getByText('New cybersecurity goal: Authentic torque requests').waitFor()
  await page.keyboard.press('Control+Enter')
  await row(page, 'TS-001').getByRole('link', { name: 'CG-01' }).waitFor()
  expect(await page.getByRole('button', { name: /^Reduce without a goal 0/ }).isDisabled()).toBe(true)
})

test('the trace of a scenario goes from its asset to its risk, with links', async () => {
  const org = await site.organisation('Chain')
  const { program } = await analysed(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(analysis(program, '&open=TS-001'))
  const trace = page.getByRole('complementary').getByRole('list', { name: 'Trace' })
  await trace.getByText('Severe, medium: reduce').waitFor()
  const steps = (await trace.innerText()).replaceAll(/\s+/g, ' ')
  expect(steps).toMatch(/Asset AS-01 Torque request .*Damage scenario DS-001 Unintended acceleration .*this record TS/)
  expect(steps).toMatch(/TS-001 Spoofed torque request Attack path easiest of 2 AT-001 Forging torque Medium 15/)
  expect(steps).toMatch(/AT-001 Forging torque Medium 15 Risk and treatment/)
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Impact: what it touches' }).click()
  await page.getByRole('button', { name: /^DS-001/ }).waitFor()
  await page.getByRole('radio', { name: 'Table' }).click()
  await page.getByRole('table', { name: 'Derived from' }).getByText('DS-001').waitFor()
  await page.getByRole('tab', { name: 'Trace' }).click()
  await trace.getByRole('link', { name: /^DS-001/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Asset Identification' }).waitFor()
})

test('[TARA-6] pages without a menu item are linked from related pages; controls show efforts in words', async () => {
  const org = await site.organisation('Ways in')
  const { program, save } = await analysed(org)
  await save({
    artefacts: [
      {
        kind: 'control',
        title: 'Secured messages',
        fields: { raises: { potential: { time: 'month' }, cvss: { ac: 'high' }, vector: null } },
      },
    ],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(`/org/lifecycle/projects/view/residual-risk?programId=${program}`)
  await page.getByRole('link', { name: 'Security controls' }).click()
  await row(page, 'Secured messages').getByText('Elapsed time ≤ 1 month; CVSS: Attack complexity High').waitFor()
  await goto(`/org/lifecycle/projects/view/attack-tree?programId=${program}`)
  await page.getByRole('link', { name: 'Custom trees' }).click()
  await page.getByRole('heading', { name: 'Custom tree' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Threat trees' }).click()
  await page.getByRole('heading', { name: 'Threat tree' }).waitFor()
  await goto(`/org/lifecycle/projects/product-development/design-specification?programId=${program}`)
  await page.getByRole('link', { name: 'Development dashboard' }).click()
  await page.getByRole('heading', { name: 'Product Development' }).waitFor()
  expect(new URL(page.url()).searchParams.get('programId')).toBe(program)
})
