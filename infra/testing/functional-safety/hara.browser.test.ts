import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { brakeProgram } from './brake-program.ts'

const { site, visit } = await startConsole()
const at = (page: string, program: string, more = '') => `/org/functional-safety/${page}?programId=${program}${more}`
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code }).first()

test('[SAFETY-UI-2] events have their ASIL, also after another user changed a class', async () => {
  const org = await site.organisation('Analysis')
  const { program, save, rows } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(at('hara', program))
  await row(page, 'HE-002').getByTitle('ASIL D', { exact: true }).first().waitFor()
  await row(page, 'HE-001').getByTitle('ASIL C', { exact: true }).first().waitFor()
  expect(await row(page, 'HE-011').innerText()).toContain('–')
  expect(await axeOf(page)).toEqual([])
  const event = rows.find(({ code }) => code === 'HE-002')!
  await save({ artefacts: [{ uuid: event.uuid, kind: event.kind, revision: 1, fields: { controllability: 'C1' } }] })
  await row(page, 'HE-002').getByTitle('ASIL B', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: /^ASIL without a goal 1/ }).click()
  await page.getByText('1 of 11 hazardous events').waitFor()
})

test('[SAFETY-UI-6] problems are listed with their rows, and a fix is one click', async () => {
  const org = await site.organisation('Problems')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('goals', program))
  await page.getByRole('button', { name: /errors?.*Show/ }).click()
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByText('Safety goal without a safe state').waitFor()
  expect(await axeOf(page)).toEqual([])
  await goto(at('hara', program))
  await page.getByRole('button', { name: /errors?.*Show/ }).click()
  await problems.getByRole('link', { name: 'HE-009' }).first().click()
  await page.getByRole('complementary', { name: /^HE-009/ }).waitFor()
})

test('[SAFETY-UI-4] what if: other classes are tried without storing them', async () => {
  const org = await site.organisation('Tries')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1280, height: 800 })
  await goto(at('hara-edit', program, '&open=HE-002'))
  const rating = page.getByRole('region', { name: 'ASIL', exact: true })
  await rating.getByRole('button', { name: 'What if' }).click()
  await rating.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: 'S1' }).click()
  await rating.getByRole('status').getByRole('link', { name: 'SG-01' }).waitFor()
  expect((await rating.getByRole('status').innerText()).replaceAll(/\s+/g, ' ')).toContain('SG-01 D C')
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
  await rating.getByRole('button', { name: 'Discard' }).click()
  await eventually(() =>
    rating.getByRole('radiogroup', { name: 'Severity' }).getByRole('radio', { name: 'S3' }).isChecked(),
  ).toBe(true)
})

test('[SAFETY-UI-7] events are created for each combination of situations, with the proposed exposure', async () => {
  const org = await site.organisation('Combines')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('hara-create', program, '&open=HZ-01'))
  await page.getByRole('group', { name: 'Road', exact: true }).getByRole('button', { name: 'Level crossing' }).click()
  const surface = page.getByRole('group', { name: 'Road surface' })
  await surface.getByRole('button', { name: 'Dry' }).click()
  await surface.getByRole('button', { name: 'Wet' }).click()
  await page.getByRole('radio', { name: 'One for each combination' }).click()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create 2 events' }).click()
  await row(page, 'HE-013').getByText('Level crossing, wet').first().waitFor()
  expect(await row(page, 'HE-012').innerText()).toContain('E1')
})

test('[SAFETY-UI-12] a requirement is decomposed into an allowed pair, shown as B(D)', async () => {
  const org = await site.organisation('Splits')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(at('hara-requirements', program, '&open=FSR-002&part=asil'))
  await row(page, 'FSR-002').getByTitle('ASIL B(D)').first().waitFor()
  await row(page, 'FSR-001').getByTitle('ASIL D', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Decompose' }).click()
  const dialog = page.getByRole('dialog')
  const pairs = dialog.getByRole('radiogroup', { name: 'Pair' }).getByRole('radio')
  expect(await pairs.allInnerTexts()).toEqual(['A(D) + A(D)', 'B(D) + QM(D)'])
  expect(await axeOf(page)).toEqual([])
  await pairs.first().click()
  await dialog.getByRole('button', { name: 'Decompose' }).click()
  await row(page, 'FSR-005').getByTitle('ASIL A(D)').first().waitFor()
  expect(await axeOf(page)).toEqual([])
})

test.for([
  ['item-definition', 'Item Definition'],
  ['system-configuration', 'Program Configuration'],
  ['hazard-summary', 'Hazard Summary'],
  ['functional-safety-concepts', 'Functional Safety Concepts'],
  ['create-hara-requirement', 'New HARA requirement'],
  ['update-hara-requirement', 'HARA requirement'],
  ['test-case-creation', 'Test Cases'],
  ['test-case-creation-edit', 'Test case'],
] as const)('%s shows its page in both themes', async ([path, title]) => {
  const org = await site.organisation(title)
  const { program } = await brakeProgram(site, org)
  const open = { 'update-hara-requirement': '&open=FSR-001', 'test-case-creation-edit': '&open=STC-001' }
  for (const theme of ['dark', 'light'] as const) {
    const { page, goto } = await visit({ as: org.members.ENGINEER, theme })
    await goto(at(path, program, path in open ? open[path as keyof typeof open] : ''))
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await axeOf(page)).toEqual([])
    expect(await sidewaysOf(page)).toBe(0)
  }
})
