import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getMethods } from '@carapace/shared/lifecycle/methods/methods.contract'
import { saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const page_ = '/org/lifecycle/methods'

/** A program with one threat scenario: major damage, and an effort of low feasibility. */
async function assessed({ members: { ENGINEER: engineer } }: Organisation): Promise<void> {
  const program = (await site.request(engineer.token, saveProgram, { name: 'Fjord zonal 2' })).program.uuid
  const [damage, threat] = [randomUUID(), randomUUID()]
  const { status, text } = await site.call(engineer.token, 'v2/app/save-artefacts', {
    program_uuid: program,
    link: [{ kind: 'leads-to', from: damage, to: threat }],
    artefacts: [
      { new_uuid: damage, kind: 'damage-scenario', title: 'Theft', fields: { financial: 'major' } },
      {
        new_uuid: threat,
        kind: 'threat-scenario',
        title: 'Relay of the phone key',
        fields: {
          effort: {
            potential: { time: 'month', expertise: 'expert', knowledge: 'confidential', equipment: 'specialised' },
            cvss: {},
            vector: null,
          },
        },
      },
    ],
  })
  expect(status, text).toBe(200)
}

const methodsOf = async ({
  members: { ADMIN: admin },
}: Organisation): Promise<ReturnType<typeof getMethods.output.parse>['methods']> =>
  (await site.request(admin.token, getMethods, {})).methods

test('[METHOD-UI-2] [METHOD-UI-5] an engineer drafts, checks and releases the next version', async () => {
  const org = await site.organisation('Methods')
  await assessed(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(page_)
  await page.getByRole('form', { name: 'Default v1' }).getByRole('button', { name: 'Next version' }).click()
  const draft = page.getByRole('form', { name: 'Default v2' })
  const save = draft.getByRole('button', { name: 'Save draft' })
  await draft.getByLabel('Risk, major, low', { exact: true }).selectOption('4')
  await draft.getByText('Risk of major impact: higher feasibility must not lower the risk.').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await draft.getByLabel('Risk, major, low', { exact: true }).selectOption('3')
  await draft.getByRole('button', { name: 'Elapsed time: a level after' }).first().click()
  await draft.getByText('Each level has a name of at most 80 characters.').waitFor()
  await draft.getByLabel('Elapsed time, level 2, name').fill('Half a week')
  await save.click()
  await page.getByText('Saved.', { exact: true }).waitFor()

  await draft.getByRole('button', { name: 'What would change' }).click()
  const preview = page.getByRole('dialog', { name: 'Default v2: what would change' })
  await preview.getByLabel('Program').selectOption({ label: 'Fjord zonal 2' })
  await preview.getByText('1 of 1 scenarios change').waitFor()
  await preview.getByText('Relay of the phone key').waitFor()
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await draft.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await draft.getByText('Released', { exact: true }).waitFor()
  const made = (await methodsOf(org)).find(({ version }) => version === 2)!
  expect([made.state, made.content.matrix.major.low, made.content.potential.factors.time.levels[1]!.label]).toEqual([
    'released',
    3,
    'Half a week',
  ])
})

test('[METHOD-UI-4] a draft stays while another version is viewed; a new method begins as a copy', async () => {
  const org = await site.organisation('Drafts')
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(page_)
  await page.getByRole('button', { name: 'New method from it' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('House')
  await page.keyboard.press('Enter')
  const draft = page.getByRole('form', { name: 'House v1' })
  await draft.getByLabel('What this version is for').fill('Trucks')
  await page.getByRole('link', { name: /^Default v1/ }).click()
  await page.getByRole('form', { name: 'Default v1' }).waitFor()
  await page.getByRole('link', { name: /^House v1/ }).click()
  await eventually(() => draft.getByLabel('What this version is for').inputValue()).toBe('Trucks')
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
  await draft.getByRole('button', { name: 'Leave it' }).click()
  await draft.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('form', { name: 'Default v1' }).waitFor()
  await eventually(async () => (await methodsOf(org)).map(({ name }) => name)).toEqual(['Default'])
})

test('[METHOD-UI-1] a user who may not change methods sees all of a method, read-only', async () => {
  const org = await site.organisation('Readers')
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(page_)
  const shown = page.getByRole('form', { name: 'Default v1' })
  await shown.getByText('Ships with the product, taken by 0 programs').waitFor()
  expect(await shown.getByLabel('Risk, severe, high', { exact: true }).isDisabled()).toBe(true)
  expect(await shown.getByRole('button', { name: 'Next version' }).isDisabled()).toBe(true)
  expect(await shown.getByRole('button', { name: 'What would change' }).isDisabled()).toBe(false)
  expect(await axeOf(page)).toEqual([])
})
