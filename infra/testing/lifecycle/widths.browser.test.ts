import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { eventually, startConsole } from '../support/browser/browser.ts'
import { createProgram } from '../support/factories.ts'

const { site, visit } = await startConsole()
const view = '/org/lifecycle/projects/view'
const org = await site.organisation('Widths')
const { ENGINEER: engineer } = org.members
const { uuid: program } = await createProgram(site, engineer.token, { name: 'Fjord zonal 2' })
const save = async (input: object) =>
  (await site.call(engineer.token, 'v2/app/save-artefacts', { program_uuid: program, ...input })).body
    .artefacts as Artefact[]
await save({
  artefacts: [
    { kind: 'component', title: 'Gateway' },
    { kind: 'control', title: 'Secure boot' },
    { kind: 'requirement', title: 'The gateway verifies every stage of its software before it is started' },
    { kind: 'test-case', title: 'Start a changed stage' },
    { kind: 'threat-scenario', title: 'Changed software' },
  ],
})

async function shown(path: string, width: number, before?: (page: Page) => Promise<void>) {
  const { page, goto } = await visit({ as: engineer, theme: width === 1_280 ? 'dark' : 'light' })
  await page.setViewportSize({ width, height: 900 })
  await before?.(page)
  await goto(`${view}/${path}&programId=${program}`)
  return page
}

/** The tops of elements, each once: one if they are in one line. */
const topsOf = (page: Page, selector: string) =>
  page.$$eval(selector, (all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))])

test.for([1_280, 1_920])(
  '[GRAPH-UI-28] at %i px the kinds of the item and the levels of a factor are in one line',
  async (width) => {
    const item = await shown('item-definition?tab=component', width)
    await item.getByRole('button', { name: 'Assumptions' }).waitFor()
    expect(await topsOf(item, '.it-tabs button')).toHaveLength(1)
    const control = await shown('residual-risk-security-control?open=CTL-01&part=details', width)
    await control.getByRole('radiogroup', { name: 'Elapsed time' }).waitFor()
    const rows = await control.$$eval('.gr-effort [role=radiogroup]', (groups) =>
      groups.map((group) => [
        group.getAttribute('aria-label'),
        new Set([...group.children].map((each) => Math.round(each.getBoundingClientRect().top))).size,
      ]),
    )
    expect(rows).toHaveLength(10)
    for (const [label, count] of rows) expect([label, count]).toEqual([label, 1])
  },
)

test.for([1_280, 1_920])('[MAPPING-4] at %i px titles of rows take the room that the columns leave', async (width) => {
  const page = await shown('mapping-requirements?', width)
  const name = page.locator('.mx-name').first()
  await name.waitFor()
  expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
})

test('[GRAPH-UI-27] the figures above a list are blank until everything is loaded', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  const page = await shown('residual-risk?', 1_280, async (each) => {
    await each.route('**/v2/app/get-assessments*', async (route) => (await held, route.continue()))
  })
  const figure = page.getByText('of 1 risks')
  await page.getByText('Not treated').waitFor()
  expect(await page.getByText(/^of \d+ risks/).isVisible()).toBe(false)
  answer()
  await eventually(() => figure.isVisible()).toBe(true)
})
