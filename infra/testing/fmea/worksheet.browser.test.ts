import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Artefact, getArtefacts, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { createProgram } from '../support/factories.ts'
import type { Member, Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()

/** An FMEA of the function Brake with some lines, which are rated, and reads of what is stored. */
async function begun({ members: { ENGINEER: engineer, ADMIN: admin } }: Organisation, count = 3) {
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Brake by wire' })
  const [fmea, brake, mode, effect] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
  const lines = Array.from({ length: count }, (_, i) => ({ line: randomUUID(), cause: randomUUID(), i }))
  const save = async (input: object, as: Member = engineer) =>
    (await site.request(as.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  await save({
    artefacts: [
      { new_uuid: fmea, kind: 'fmea', title: 'Brake DFMEA', fields: { form: 'design' } },
      { new_uuid: brake, kind: 'function', title: 'Brake' },
      { new_uuid: mode, kind: 'failure', title: 'Brake force lost' },
      { new_uuid: effect, kind: 'failure', title: 'Vehicle does not stop' },
      ...lines.map(({ cause, i }) => ({ new_uuid: cause, kind: 'failure', title: `Cause ${i + 1}` })),
      ...lines.map(({ line, cause, i }) => ({
        new_uuid: line,
        kind: 'fmea-line',
        title: 'Brake force lost',
        fields: { chain: { effect, mode, cause }, severity: 10, occurrence: 2 + (i % 5), detection: 2 + (i % 7) },
      })),
    ],
    link: [
      { kind: 'fails-as', from: brake, to: mode },
      { kind: 'focus-of', from: brake, to: fmea },
      { kind: 'results-in', from: mode, to: effect },
      ...lines.map(({ line }) => ({ kind: 'has-line', from: fmea, to: line })),
      ...lines.map(({ cause }) => ({ kind: 'results-in', from: cause, to: mode })),
    ],
  })
  const stored = async (kind: string): Promise<readonly Artefact[]> =>
    (await site.request(admin.token, getArtefacts, { program_uuid: program, kinds: kind, limit: 2_000 })).artefacts
  return { program, save, stored }
}

const at = (page: string, program: string, more = '') => `/org/fmea/${page}?programId=${program}${more}`
const grid = (page: Page) => page.getByRole('grid', { name: /Lines of/ })
/** A cell by the number of its line and its text. */
const cell = (page: Page, line: number, text: string) =>
  grid(page).getByRole('row').nth(line).getByRole('gridcell', { name: text, exact: true })

/** Pastes a text as a spreadsheet's clipboard does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('[FMEA-UI-7] [FMEA-UI-2] an engineer types a line with the keyboard, and its failures are made', async () => {
  const org = await site.organisation('Typed')
  const { program, stored } = await begun(org, 1)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('fmea-analysis', program))
  await cell(page, 1, 'Vehicle does not stop').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('vehicle does not stop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Brakes too late')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pump is slow')
  await page.keyboard.press('Enter')
  await eventually(async () => (await stored('fmea-line')).length).toBe(2)
  await eventually(async () => (await stored('failure')).map(({ title }) => title)).toEqual([
    'Brake force lost',
    'Vehicle does not stop',
    'Cause 1',
    'Brakes too late',
    'Pump is slow',
  ])
  await eventually(async () => (await stored('fmea-line'))[1]!.fields.severity).toBe(9)
  expect((await stored('fmea-line'))[1]!.title).toBe('Brakes too late')
})

test('[FMEA-UI-1] [FMEA-UI-4] a pasted range is one step: it is stored, undone and redone as one', async () => {
  const org = await site.organisation('Pasted')
  const { program, stored } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('fmea-analysis', program))
  await cell(page, 1, 'Cause 1').click()
  const block = Array.from({ length: 20 }, (_, i) => `New cause ${i}\tControl ${i}\t${1 + (i % 10)}`).join('\r\n')
  await paste(page, `${block}\r\n`)
  await eventually(async () => (await stored('fmea-line')).length).toBe(20)
  expect((await stored('fmea-line')).map(({ fields }) => fields.prevention)[19]).toBe('Control 19')
  await page.keyboard.press('Control+z')
  await eventually(async () => (await stored('fmea-line')).length).toBe(3)
  await eventually(async () => (await stored('fmea-line')).every(({ fields }) => fields.prevention === '')).toBe(true)
  expect((await stored('failure')).map(({ title }) => title)).toContain('Cause 1')
  await page.keyboard.press('Control+y')
  await eventually(async () => (await stored('fmea-line')).length).toBe(20)
  expect((await stored('fmea-line'))[19]!.fields.prevention).toBe('Control 19')
})

test('[FMEA-UI-5] nothing is lost when two engineers paste at once, and each sees the cells of the other', async () => {
  const org = await site.organisation('Both paste')
  const { program, stored } = await begun(org, 12)
  const [one, other] = await Promise.all([visit({ as: org.members.ENGINEER }), visit({ as: org.members.ADMIN })])
  await Promise.all([one, other].map(({ goto }) => goto(at('fmea-analysis', program))))
  await cell(one.page, 1, 'Cause 1').waitFor()
  await one.page.getByRole('columnheader', { name: 'Prevention controls' }).waitFor()
  const column = (text: string) => Array.from({ length: 12 }, (_, i) => `${text} ${i}`).join('\r\n')
  const select = async (page: Page, presses: number) => {
    await cell(page, 1, 'Cause 1').click()
    for (let i = 0; i < presses; i += 1) await page.keyboard.press('ArrowRight')
  }
  await select(one.page, 1)
  await select(other.page, 3)
  await Promise.all([paste(one.page, column('Prevents')), paste(other.page, column('Detects'))])
  await eventually(async () =>
    (await stored('fmea-line')).map(({ fields }) => [fields.prevention, fields.detection_controls]),
  ).toEqual(Array.from({ length: 12 }, (_, i) => [`Prevents ${i}`, `Detects ${i}`]))
  await cell(one.page, 12, 'Detects 11').waitFor()
  await cell(other.page, 12, 'Prevents 11').waitFor()
  expect(await grid(one.page).getByText('Detects 11').count()).toBe(1)
  for (const { ignoreFaults } of [one, other]) ignoreFaults(/Failed to load resource: .* 409/)
})

test('[FMEA-UI-6] ranges are copied, filled down and emptied', async () => {
  const org = await site.organisation('Ranges')
  const { program, stored } = await begun(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('fmea-analysis', program))
  await cell(page, 1, 'Cause 1').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('Double seal')
  await page.keyboard.press('Enter')
  await eventually(async () => (await stored('fmea-line'))[0]!.fields.prevention).toBe('Double seal')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await eventually(async () => (await stored('fmea-line')).map(({ fields }) => fields.prevention)).toEqual([
    'Double seal',
    'Double seal',
    'Double seal',
  ])
  await page.keyboard.press('Delete')
  await eventually(async () => (await stored('fmea-line')).map(({ fields }) => fields.prevention)).toEqual(['', '', ''])
  expect((await stored('fmea-line')).map(({ fields }) => fields.severity)).toEqual([10, 10, 10])
})

test('[FMEA-UI-8] an action is typed into its line, and is in the list of actions by its day', async () => {
  const org = await site.organisation('Actions')
  const { program, stored } = await begun(org, 1)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(at('fmea-analysis', program, '&beside=actions'))
  await cell(page, 1, 'Cause 1').click()
  const header = page.getByRole('columnheader')
  const titles = await header.allTextContents()
  for (let i = titles.indexOf('Failure cause'); i < titles.indexOf('Action'); i += 1)
    await page.keyboard.press('ArrowRight')
  await paste(page, 'Test the seal\tAnna\t2020-01-01')
  await eventually(async () => (await stored('fmea-action')).map(({ title, fields }) => [title, fields.owner])).toEqual(
    [['Test the seal', 'Anna']],
  )
  const list = page.getByRole('complementary', { name: 'Actions' })
  await list.getByRole('region', { name: 'Overdue' }).getByText('Test the seal').waitFor()
  expect(await list.getByText('Test the seal').count()).toBe(1)
})

test('[FMEA-UI-10] [FMEA-UI-11] the pages of FMEA are legible to all, and nothing is cut off at the side', async () => {
  const org = await site.organisation('Legible')
  const { program } = await begun(org, 30)
  for (const theme of ['dark', 'light'] as const) {
    const { page, goto } = await visit({ as: org.members.ENGINEER, theme })
    for (const [path, words] of [
      ['fmea-analysis', 'Cause 1'],
      ['configuration', 'Brake DFMEA'],
      ['dashboard', 'Open actions'],
      ['settings', 'Rating criteria'],
    ] as const) {
      await goto(at(path, program))
      await page.getByText(words, { exact: true }).first().waitFor()
      expect(await axeOf(page), path).toEqual([])
      expect(await sidewaysOf(page), path).toBe(0)
    }
  }
})
