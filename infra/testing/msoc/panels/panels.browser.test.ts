import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'

const { site, visit } = await startConsole()
const panels = '/org/msoc/dashboard/panels'

test('[PANEL-UI-1] [PANEL-UI-3] [PANEL-UI-4] [PANEL-UI-5] a panel is built, and shown on the wall', async () => {
  const org = await site.organisation('Built')
  await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(panels)
  await page.getByRole('button', { name: 'New panel' }).first().click()
  const drawer = page.getByRole('complementary', { name: 'New panel' })
  await drawer.getByLabel('Name').fill('Alerts by severity')
  await drawer.getByLabel('Grouped by').selectOption('severity')
  const preview = drawer.getByRole('group', { name: 'Preview' })
  await eventually(() => preview.getByRole('listitem').count()).toBe(3)
  await drawer.getByLabel(/^On the wall/).check()
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
  await drawer.getByRole('button', { name: 'Add the panel' }).click()

  const card = page.getByRole('region', { name: 'Alerts by severity' })
  await eventually(() => card.getByRole('listitem').count()).toBe(3)
  await card.hover()
  await card.getByRole('button', { name: /^Larger/ }).click()
  await eventually(() => card.evaluate((element) => element.style.getPropertyValue('--columns'))).toBe('2')

  await goto('/org/msoc/dashboard?wall=1&panels=panels')
  const shown = page.getByRole('region', { name: 'Alerts by severity' })
  await eventually(() => shown.getByRole('listitem').count()).toBe(3)
  expect(await sidewaysOf(page)).toBe(0)
})
