import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listPacks, listRules, saveRule } from '@carapace/shared/msoc/rules/rules.contract'

import { axeOf, eventually, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { calmTraffic, keepCapture } from '../../support/can-bus.ts'
import type { Organisation } from '../../support/installation.ts'
import { lineRule } from './texts.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/rules'
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the rule' })

/** Adds drafts with titles in their order, the first changed last. */
async function fill({ org }: Organisation, count: number) {
  await site.sql`INSERT INTO rules (org_uuid, kind, title, severity, tags, state, updated_at)
    SELECT ${org.uuid}, 'detection', 'Rule ' || n, 2, '{}', 'DRAFT', now() - n * INTERVAL '1 second'
    FROM generate_series(1, ${count}::int) n`
}

test('[RULE-UI-2] [RULE-UI-27] the list shows what others write, and its end when it is scrolled to', async () => {
  const org = await site.organisation('Long')
  await fill(org, 700)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByText('700 rules', { exact: true }).waitFor()
  const grid = page.getByRole('grid', { name: 'Rules' })
  await grid.getByRole('link', { name: 'Rule 1', exact: true }).waitFor()
  expect(await grid.getByRole('row').count()).toBeLessThan(150)
  const last = grid.getByRole('link', { name: 'Rule 700', exact: true })
  await eventually(async () => {
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    return last.count()
  }).toBe(1)
  await grid.evaluate((box) => box.scrollTo({ top: 0 }))
  await site.request(org.members.ADMIN.token, saveRule, { text: lineRule('Written by another', 'x') })
  await grid.getByRole('link', { name: 'Written by another' }).waitFor()
  await page.getByText('701 rules', { exact: true }).waitFor()

  const views = page.getByRole('navigation', { name: 'Views' })
  await views
    .getByRole('button', { name: 'Enabled' })
    .or(views.getByRole('link', { name: 'Enabled' }))
    .first()
    .click()
  await page.getByText('No rules match').waitFor()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Written by')
  await page.getByRole('option').filter({ hasText: 'Written by another' }).click()
  await page.getByRole('heading', { level: 1, name: 'Written by another' }).waitFor()
})

test('[RULE-UI-7] a pack is installed, and updated when its rules are outdated', async () => {
  const org = await site.organisation('Packs')
  const { token } = org.members.ANALYST
  const [first] = (await site.request(token, listPacks, {})).packs
  const { name, rules } = first!
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(list)
  await page.getByRole('button', { name: 'Packs', exact: true }).click()
  const pack = page.getByRole('list', { name: 'Packs' }).getByRole('listitem').filter({ hasText: name })
  await pack.getByRole('button', { name: `Install ${name}` }).click()
  await pack.getByText(`${rules} installed`).waitFor()
  await pack.getByRole('button', { name: `Install again ${name}` }).waitFor()

  await site.sql`UPDATE rules SET pack_version = '0.1' WHERE uuid IN
    (SELECT uuid FROM rules WHERE org_uuid = ${org.org.uuid} LIMIT 2)`
  await page.getByRole('dialog', { name: 'Rule packs' }).getByText('Close', { exact: true }).click()
  await dialogGone(page)
  await page.getByRole('button', { name: 'Packs', exact: true }).click()
  await pack.getByText('2 outdated').waitFor()
  expect(await axeOf(page)).toEqual([])
  await pack.getByRole('button', { name: `Update ${name}` }).click()
  await eventually(() => pack.getByText('2 outdated').count()).toBe(0)
  await pack.getByRole('button', { name: 'Show its rules' }).click()
  await eventually(async () => (await site.request(token, listRules, { pack: name })).total).toBe(rules)
  await page.getByText(`${rules} rules`, { exact: true }).waitFor()
})

test("[RULE-UI-21] another's version replaces an unchanged text; of a changed one the user decides", async () => {
  const org = await site.organisation('Together')
  const { token } = org.members.ADMIN
  let { rule } = await site.request(token, saveRule, { text: lineRule('Shared', 'first') })
  const save = async (word: string) => {
    const { uuid, revision } = rule
    ;({ rule } = await site.request(token, saveRule, { uuid, revision, text: lineRule('Shared', word) }))
  }
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}/create?rule=${rule.uuid}`)
  await eventually(() => textOf(page).innerText()).toContain('first')
  await save('second')
  await eventually(() => textOf(page).innerText()).toContain('second')

  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('# mine\n')
  await save('third')
  const bar = page.getByRole('alert').filter({ hasText: 'Someone else saved version 3 meanwhile.' })
  await bar.waitFor()
  expect(await textOf(page).innerText()).toMatch(/second[\s\S]*# mine/)
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(await axeOf(page)).toEqual([])
  await bar.getByRole('button', { name: 'Keep my text' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true)

  await save('fourth')
  await page.getByRole('button', { name: 'Show version 4' }).click()
  await eventually(() => textOf(page).innerText()).toContain('fourth')
  expect(await textOf(page).innerText()).not.toContain('# mine')
})

test('[RULE-UI-17] a text is tried on the frames of a capture', async () => {
  const org = await site.organisation('Captures')
  await keepCapture(site.sql, org.org, 'A drive', [calmTraffic('can0', Date.now() - 60_000, 10)])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const { rule } = await site.request(org.members.ANALYST.token, saveRule, {
    text: `title: A counter at its end
level: low
logsource: {product: vehicle, service: can}
detection:
  selection: {id: '0x1A0', data: 0F7F}
  condition: selection
`,
  })
  await goto(`${list}/create?rule=${rule.uuid}&panel=try`)
  await page.getByLabel('Run on').selectOption('capture')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Choose a capture.').waitFor()
  await page.getByLabel('Capture').selectOption({ label: 'A drive, 1,100 frames' })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('62 hits in 1,100 events.').waitFor()
  // id and data of each
  expect(await page.getByRole('list', { name: 'Hits' }).getByRole('cell', { name: '0F7F' }).count()).toBeGreaterThan(61)
})
