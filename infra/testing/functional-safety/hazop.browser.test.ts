import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { brakeProgram } from './brake-program.ts'

const { site, visit } = await startConsole()
const at = (page: string, program: string, more = '') => `/org/functional-safety/${page}?programId=${program}${more}`
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name })

test('[SAFETY-UI-9] the grid is worked through by keyboard', async () => {
  const org = await site.organisation('Grid')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1280, height: 800 })
  await goto(at('hazop', program))
  const grid = page.getByRole('grid', { name: 'Functions and guidewords' })
  await grid.waitFor()
  await page.getByText('23 of 150 cells').waitFor()
  expect(await axeOf(page)).toEqual([])

  await grid.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'n']) await page.keyboard.press(key)
  await page.getByRole('dialog').getByLabel('Reason').fill('The axles cannot have more than all of it')
  await page.keyboard.press('Enter')
  await cell(page, 'FN-02 Distribute brake force between the axles, More: Does not apply').waitFor()
  await page.getByText('24 of 150 cells').waitFor()

  // the cursor went on; the reason is proposed again
  await page.keyboard.press('n')
  expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toBe(
    'The axles cannot have more than all of it',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('h')
  await page.getByRole('dialog').getByLabel('Malfunction', { exact: true }).fill('Too little force at the rear axle')
  await page.keyboard.press('Enter')
  await cell(page, 'Less: Hazardous FL-026 Too little force at the rear axle').waitFor()

  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'FN-02 Less' })
  await panel.getByRole('radio', { name: 'Hazardous', exact: true }).waitFor()
  await eventually(() => new URL(page.url()).searchParams.get('cell')).toBe('FN-02.less')
  expect(await sidewaysOf(page)).toBe(0)
  expect(await axeOf(page)).toEqual([])
})

test('[SAFETY-UI-10] a guideword with a malfunction does apply', async () => {
  const org = await site.organisation('Applies')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('hazop', program))
  const grid = page.getByRole('grid', { name: 'Functions and guidewords' })
  await grid.focus()
  await page.keyboard.press('n')
  await page.getByText('FL-001 was found here').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('[SAFETY-UI-8] a judgement by another user changes the cell', async () => {
  const org = await site.organisation('Judges')
  const { program, save, rows } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(at('hazop', program))
  await cell(page, 'Late: To judge FL-011').waitFor()
  const failure = rows.find(({ code }) => code === 'FL-011')!
  await save({ artefacts: [{ uuid: failure.uuid, kind: 'failure', revision: 1, fields: { judgement: 'hazardous' } }] })
  await cell(page, 'Late: Hazardous FL-011').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[SAFETY-UI-11] failures with the same title become one, with all links', async () => {
  const org = await site.organisation('Merges')
  const { program, save, rows } = await brakeProgram(site, org)
  const [twin] = await save({
    artefacts: [{ kind: 'failure', title: 'Wheels lock, while braking', fields: { judgement: 'hazardous' } }],
  })
  const [stabilise, rolls] = ['FN-04', 'HZ-04'].map((code) => rows.find((row) => row.code === code)!.uuid)
  await save({
    link: [
      { kind: 'fails-as', from: stabilise, to: twin!.uuid },
      { kind: 'creates', from: twin!.uuid, to: rolls },
    ],
  })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('hazop-scenario', program))
  await page.getByRole('button', { name: 'Duplicates: 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByText('24 failures').waitFor()
  await page.getByRole('button', { name: 'Duplicates' }).waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'FL-012' }).getByText('+1').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('functions show how much of them is judged, and each has a page with its guidewords', async () => {
  const org = await site.organisation('Functions')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('hazop-function-configure', program))
  await page.getByRole('row').filter({ hasText: 'FN-01' }).getByText('8 of 15').waitFor()
  await goto(at('hazop-function-configure-edit', program, '&open=FN-01'))
  await page.locator('summary').filter({ hasText: 'Reverse' }).click()
  await page
    .getByRole('group', { name: 'Why it is not hazardous' })
    .or(page.getByLabel(/^Why it is not/))
    .waitFor()
  expect(await axeOf(page)).toEqual([])
})
