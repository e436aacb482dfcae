import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from '../support/browser/browser.ts'

const { visit, site } = await startConsole()

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words }).first()
const drawer = (page: Page) => page.getByRole('complementary')
/** A step in the program's sidebar; waits until it is unlocked. */
const step = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

/** Accepts the first proposal, or all of them; the rest is discarded. */
async function takeProposed(page: Page, some: 'all' | 'first'): Promise<void> {
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  await boxes.nth(1).waitFor({ state: 'attached' })
  if (some === 'first') {
    await boxes.first().uncheck({ force: true })
    await boxes.nth(1).check({ force: true })
  }
  await page.getByRole('dialog').getByRole('button', { name: /^Take/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Chooses a value in a cell. */
async function setCell(page: Page, place: number, of: string, label: string): Promise<void> {
  await row(page, of).getByRole('gridcell').nth(place).dblclick()
  await row(page, of).getByRole('combobox').selectOption({ label })
  await page.keyboard.press('Enter')
  await row(page, of).getByRole('gridcell', { name: label }).waitFor()
}

async function defineItem(page: Page): Promise<void> {
  await step(page, 'Program Configuration')
  // both at once: input during a save becomes the next component
  await page.getByLabel('New component').fill('Phone app')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Access control unit')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of CO-02').waitFor()
  expect([
    await page.getByLabel('Name of CO-01').inputValue(),
    await page.getByLabel('Name of CO-02').inputValue(),
  ]).toEqual(['Phone app', 'Access control unit'])
  await step(page, 'Item Definition')
  await page.getByRole('button', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Bluetooth link')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('heading', { name: 'Bluetooth link' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Make asset of CH-01' }).click()
  await page.getByRole('link', { name: 'AS-01' }).waitFor()
}

async function identify(page: Page): Promise<void> {
  await step(page, 'Asset Identification')
  await row(page, 'AS-01').getByRole('gridcell').nth(3).dblclick()
  await page.getByRole('group', { name: 'Cybersecurity properties of AS-01' }).getByText('Integrity').click()
  await page.keyboard.press('Enter')
  await row(page, 'AS-01').getByRole('gridcell').nth(4).dblclick()
  await row(page, 'AS-01').getByRole('gridcell', { name: 'Yes' }).waitFor()
  await page
    .getByRole('group', { name: 'Which list is shown' })
    .getByRole('button', { name: 'Damage scenarios' })
    .click()
  await takeProposed(page, 'all')
  await row(page, 'DS-001').getByText('generated').waitFor()
}

/** The tree of a threat scenario: one step that is easy today, and a control that will make it hard. */
async function drawTree(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Details below TS-001' }).click()
  await page.getByRole('link', { name: 'draw its tree' }).click()
  await page.getByRole('button', { name: 'Begin its tree' }).click()
  await page.getByRole('button', { name: /^Step/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Title of the step').fill('Relay the challenge')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Step/ })
  for (const level of ['≤ 1 day', 'Proficient', 'Public', 'Easy', 'Standard'])
    await panel.getByRole('radio', { name: level, exact: true }).click()
  await panel.getByRole('region', { name: 'Controls on this step' }).getByRole('button', { name: 'Add' }).click()
  await page.getByRole('dialog').getByLabel('Control', { exact: true }).fill('Distance bounding')
  await page.keyboard.press('Enter')
  // one right after the other, before the first is stored
  await panel
    .getByRole('radiogroup', { name: 'Expertise of CTL-01' })
    .getByRole('radio', { name: 'Multiple experts' })
    .click()
  await panel
    .getByRole('radiogroup', { name: 'Equipment of CTL-01' })
    .getByRole('radio', { name: 'Multiple bespoke' })
    .click()
  await panel
    .getByRole('radiogroup', { name: 'Knowledge of the item of CTL-01' })
    .getByRole('radio', { name: 'Strictly confidential' })
    .click()
  await panel.getByText('raises expertise to 8, knowledge of the item to 11, equipment to 9: Very low 28').waitFor()
}

async function analyse(page: Page): Promise<void> {
  await step(page, 'Threat Analysis')
  await takeProposed(page, 'first')
  await row(page, 'TS-001').waitFor()
  await drawTree(page)
  await step(page, 'Threat Analysis')
  await row(page, 'TS-001')
    .getByTitle(/^Initial risk [345] of 5$/)
    .waitFor()
  await setCell(page, 10, 'TS-001', 'Reduce')
}

async function answer(page: Page): Promise<void> {
  await step(page, 'Compliance Summary')
  await page
    .getByRole('link', { name: 'Gaps' })
    .or(page.getByRole('button', { name: 'Gaps' }))
    .click()
  await page.getByText('Risk to reduce, without a goal').click()
  await page.getByRole('button', { name: 'Make a goal: TS-001' }).click()
  await page.getByText('CG-01: done.').waitFor()
  await step(page, 'Requirements Management')
  await takeProposed(page, 'first')
  await row(page, 'CSR-001').getByRole('link', { name: 'CG-01' }).waitFor()
}

async function verify(page: Page): Promise<void> {
  await row(page, 'CSR-001').getByRole('gridcell').nth(7).dblclick()
  await page.getByLabel(/^Find what to link/).fill('Relay at 30 m')
  await page.getByText('New test case: Relay at 30 m').waitFor()
  await page.keyboard.press('Control+Enter')
  const made = row(page, 'CSR-001').getByRole('link', { name: 'TC-001' })
  await made.waitFor()
  await page.keyboard.press('Escape')
  await made.click()
  await drawer(page).getByRole('heading', { name: 'Relay at 30 m' }).waitFor()
  await page.keyboard.press('Escape')
  await setCell(page, 5, 'TC-001', 'Passed')
  await page.getByRole('link', { name: 'Keyless entry' }).click()
  await step(page, 'Verification Report')
  await row(page, 'CSR-001').getByText('Verified', { exact: true }).waitFor()
}

test('[LIFECYCLE-2] [LIFECYCLE-3] [LIFECYCLE-8] [GAP-13] [PROPOSAL-1] a TARA in the browser', async () => {
  const org = await site.organisation('Journey')
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto('/org/lifecycle/programs')
  await page.getByText('No programs yet').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Keyless entry')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Keyless entry' }).waitFor()

  await defineItem(page)
  await identify(page)
  await analyse(page)
  await answer(page)
  await verify(page)

  await step(page, 'Asset Identification')
  await row(page, 'AS-01').getByRole('gridcell').nth(1).click()
  await page.keyboard.press('o')
  const trace = drawer(page).getByRole('list', { name: 'Trace' })
  await trace.getByText('TC-001').waitFor()
  expect((await trace.innerText()).match(/\b[A-Z]+-\d+\b/g)).toEqual(
    expect.arrayContaining(['CH-01', 'AS-01', 'DS-001', 'TS-001', 'CG-01', 'CSR-001', 'TC-001']),
  )
})
