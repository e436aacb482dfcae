import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeOf, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { hardwareProgram } from './hardware-program.ts'

const { site, visit } = await startConsole()
const at = (page: string, program: string, more = '') => `/org/functional-safety/${page}?programId=${program}${more}`
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
const goalRow = (page: Page, code: string) =>
  page.getByRole('table', { name: 'Hardware metrics of the safety goals' }).getByRole('row').filter({ hasText: code })
const modeNamed = (page: Page, name: string) => page.getByRole('group', { name: `Failure mode: ${name}` })

test('[SAFETY-UI-16] goals show their metrics beside the targets, or why they are not computed', async () => {
  const org = await site.organisation('Metrics')
  const { program } = await hardwareProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(at('goals', program))
  await page.getByRole('link', { name: 'FMEDA' }).click()
  await page.getByRole('heading', { name: 'FMEDA', level: 1 }).waitFor()
  const first = goalRow(page, 'SG-01')
  await first.getByText('98.36 %').waitFor()
  expect(await first.innerText()).toContain('at least 99 %')
  expect(await first.getByText('Not met').count()).toBe(1)
  await goalRow(page, 'SG-02')
    .getByText(/State the operating hours/)
    .waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)

  await first.getByRole('button', { name: /Details/ }).click()
  const detail = page.getByRole('region', { name: 'Hardware metrics of SG-01' })
  const pairs = detail.getByRole('region', { name: 'Dual-point failures' }).getByRole('row')
  expect(await pairs.nth(1).innerText()).toContain('HW-001 computes a wrong current')
  await detail.getByLabel('Which failure modes').selectOption('spfm')
  const rates = detail.getByRole('region', { name: 'Failure rates of the modes' }).getByRole('row')
  expect(await rates.nth(1).innerText()).toContain('reads too low')
  expect(new URL(page.url()).searchParams.get('goal')).toBe('SG-01')
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
})

test('[SAFETY-UI-15] failure modes are edited with the keyboard, and the metrics of the goal follow', async () => {
  const org = await site.organisation('Modes')
  const { program } = await hardwareProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(at('fmeda', program, '&open=HW-003&part=details'))
  const coverage = modeNamed(page, 'reads too low').getByLabel('Coverage by Force monitor')
  await coverage.fill('99')
  await coverage.press('Enter')
  await goalRow(page, 'SG-01').getByText('99.76 %').waitFor()
  expect(await goalRow(page, 'SG-01').getByText('Not met').count()).toBe(0)

  const share = modeNamed(page, 'is lost').getByLabel('Share')
  await share.fill('50 %')
  await share.press('Enter')
  await page.getByText('The shares add up to 85 % instead of 100 %.').waitFor()
  await goalRow(page, 'SG-01').getByText('The shares of its failure modes add up to 85 %').waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)

  await page.getByRole('button', { name: 'Add a failure mode' }).press('Enter')
  const added = modeNamed(page, 'Failure mode 3')
  expect(await added.getByLabel('Share').inputValue()).toBe('15 %')
  await page.getByText('The shares add up to 100 %.').waitFor()
  await added.getByLabel('Effect on the safety goal').selectOption('combined')
  await added.getByLabel('Mechanisms that it disables: add a mechanism').fill('Force monitor')
  await page.keyboard.press('Enter')
  await added.getByRole('button', { name: 'Remove Force monitor' }).waitFor()
  await added.getByRole('combobox', { name: 'Link a failure' }).fill('FL-001')
  await page.keyboard.press('Enter')
  await added.getByRole('link', { name: /No deceleration on pedal request/ }).waitFor()
  await page.getByRole('button', { name: 'As wide as the page' }).click()
  expect(await axeOf(page)).toEqual([])
})

test('[SAFETY-UI-17] history shows changed failure modes in words', async () => {
  const org = await site.organisation('Versions')
  const { program, save, hardware } = await hardwareProgram(site, org)
  const { uuid, kind, revision } = hardware[2]!
  const modes = [{ id: 'reads too low', share: 1, effect: 'safe' }]
  await save({ artefacts: [{ uuid, kind, revision, fields: { modes } }] })
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(at('fmeda', program, '&open=HW-003&part=history'))
  await page.getByText('Failure mode removed').waitFor()
  await page.getByText('Effect: Safe fault', { exact: false }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[SAFETY-UI-15] elements without complete shares are in a tab, and the page fits small screens', async () => {
  const org = await site.organisation('Small')
  const { program, save, hardware } = await hardwareProgram(site, org)
  const { uuid, kind, revision } = hardware[0]!
  await save({ artefacts: [{ uuid, kind, revision, fields: { modes: [{ id: 'open', share: 0.4, effect: 'safe' }] } }] })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1280, height: 800 })
  await goto(at('fmeda', program))
  await page.getByRole('button', { name: /^Shares not 100 % 1/ }).click()
  await page.getByText('1 of 4 hardware elements').waitFor()
  await row(page, 'HW-001').last().waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
})
