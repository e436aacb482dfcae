import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import { getSafetyMethods } from '@carapace/shared/functional-safety/methods.contract'
import { saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'
import { brakeProgram } from './brake-program.ts'

const { site, visit } = await startConsole()
const at = (page: string, program: string, more = '') => `/org/functional-safety/${page}?programId=${program}${more}`

async function checked(page: Page): Promise<void> {
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
}

async function released(page: Page, title: string): Promise<void> {
  const draft = page.getByRole('form', { name: title })
  await draft.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await draft.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await draft.getByText('Released', { exact: true }).waitFor()
}

const latest = async ({ members: { ENGINEER: engineer } }: Organisation, kind: SafetyMethodKind) =>
  (await site.request(engineer.token, getSafetyMethods, { kind })).methods.find(({ version }) => version === 2)!

test('[SAFETY-UI-18] [SAFETY-UI-19] [SAFETY-UI-20] a guideword of its own is a column of the HAZOP', async () => {
  const org = await site.organisation('Guidewords')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1280, height: 800 })
  await goto(at('hazop', program))
  await page.getByRole('button', { name: 'Guidewords: Default v1' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'All guidewords' }).click()
  await page.getByRole('form', { name: 'Default v1' }).getByRole('button', { name: 'Next version' }).click()

  const draft = page.getByRole('form', { name: 'Default v2' })
  const save = draft.getByRole('button', { name: 'Save draft' })
  await draft.getByRole('button', { name: 'Guideword', exact: true }).click()
  await draft.getByText('1 to 80 characters.').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.keyboard.type('Late')
  await draft.getByText('The guideword Late is there twice.').waitFor()
  await checked(page)
  await draft.getByLabel('Guideword 16', { exact: true }).fill('Too often')
  expect(await draft.getByLabel('Too often: key').inputValue()).toBe('too-often')
  await draft.getByLabel('Too often: meaning').fill('It does it more often than requested.')
  await draft.getByLabel('Guideword 1', { exact: true }).fill('None')
  await draft.getByRole('button', { name: 'Too often: up' }).click()
  await page.keyboard.press('Enter')
  await released(page, 'Default v2')
  const { content } = await latest(org, 'guidewords')
  const rows = 'guidewords' in content ? content.guidewords.map(({ key, title }) => `${key} ${title}`) : []
  expect([rows[0], ...rows.slice(12)]).toEqual([
    'no None',
    'stuck Stuck',
    'too-often Too often',
    'intermittent Intermittent',
    'wrong-value Wrong value',
  ])
  expect(new URL(page.url()).searchParams.get('programId')).toBe(program)

  await goto(at('hazop', program))
  await page.getByRole('button', { name: 'Guidewords: Default v1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Version').selectOption('Default v2')
  await dialog.getByText('New: Too often').waitFor()
  await checked(page)
  await dialog.getByRole('button', { name: 'Take Default v2' }).click()
  await page.getByRole('columnheader', { name: 'Too often' }).waitFor()
  await page.getByRole('button', { name: 'Guidewords: Default v2' }).waitFor()
  await page.getByText('23 of 160 cells').waitFor()
})

test('[SAFETY-UI-18] [SAFETY-UI-20] a situation of its own is offered to hazardous events', async () => {
  const org = await site.organisation('Situations')
  const { program } = await brakeProgram(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await goto(at('methods', program))
  await page.getByRole('radio', { name: 'Operational situations' }).click()
  await page.getByRole('form', { name: 'Default v1' }).getByText('taken by').waitFor()
  await page.getByRole('button', { name: 'Next version' }).click()
  const draft = page.getByRole('form', { name: 'Default v2' })
  await draft.getByRole('button', { name: 'Road: add a value' }).click()
  await page.keyboard.type('Ferry')
  await draft.getByLabel('Road, Ferry: exposure by duration').selectOption('E1')
  await draft.getByLabel('Road, Ferry: exposure by frequency').selectOption('E2')

  // what is typed stays while the other kind is shown
  await page.getByRole('radio', { name: 'Guidewords' }).click()
  await page.getByRole('form', { name: 'Default v1' }).getByLabel('Guideword 1', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Operational situations' }).click()
  await page.getByRole('link', { name: /^Default v2/ }).click()
  await eventually(() => draft.getByLabel('Road, value 11').inputValue()).toBe('Ferry')
  await checked(page)
  await released(page, 'Default v2')

  await goto(at('hara', program))
  await page.getByRole('button', { name: 'Situations: Default v1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Version').selectOption('Default v2')
  await dialog.getByText('New: Road: Ferry').waitFor()
  await checked(page)
  await dialog.getByRole('button', { name: 'Take Default v2' }).click()
  await page.getByRole('button', { name: 'Situations: Default v2' }).waitFor()
  await goto(at('hara-edit', program, '&open=HE-001'))
  const ferry = page.getByRole('group', { name: 'Road', exact: true }).getByRole('button', { name: 'Ferry' })
  await ferry.waitFor()
  expect(await ferry.getAttribute('title')).toBe('E1 by share of time, E2 by how often')
})

test('[SAFETY-UI-18] [SAFETY-UI-20] who may not change methods or the program sees them, and why', async () => {
  const org = await site.organisation('Readers')
  const { program, engineer } = await brakeProgram(site, org)
  await site.request(engineer.token, saveProgramMember, {
    program_uuid: program,
    user_uuid: org.members.VIEWER.uuid,
    role: 'READER',
  })
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(at('methods', program, '&of=situations'))
  const shown = page.getByRole('form', { name: 'Default v1' })
  await shown.getByText('Ships with the product, taken by 1 program').waitFor()
  expect(await shown.getByLabel('Road, Motorway: exposure by duration').isDisabled()).toBe(true)
  expect(await shown.getByRole('button', { name: 'Next version' }).isDisabled()).toBe(true)
  await checked(page)
  await goto(at('hazop', program))
  await page.getByRole('button', { name: 'Guidewords: Default v1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your role can look. Administrators and engineers can change programs.').waitFor()
  expect(await dialog.getByLabel('Version').isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Take another version' }).isDisabled()).toBe(true)
  await checked(page)
})
