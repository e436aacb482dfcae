import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'

const { site, visit } = await startConsole()

test('[KPI-UI-1] [KPI-UI-2] the page shows timers, the backlog and the matrices of techniques', async () => {
  const org = await site.organisation('Figures')
  await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto('/org/msoc/dashboard/kpis')
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await eventually(() => panel('Backlog').innerText()).toMatch(/3 open/)
  await panel('Time to detect, to acknowledge, to resolve').getByRole('rowheader', { name: 'All alerts' }).waitFor()
  const coverage = panel('Coverage of attack techniques')
  await coverage.getByText('CAN bus denial of service').waitFor()
  await coverage.getByLabel('Matrix', { exact: true }).selectOption('ics')
  await coverage.getByText('Rogue master').waitFor()
  await panel('Backlog').getByRole('button', { name: 'What Backlog means' }).click()
  await panel('Backlog')
    .getByText(/^The alerts that are open now/)
    .waitFor()
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
})
