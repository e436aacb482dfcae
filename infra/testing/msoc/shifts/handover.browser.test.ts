import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { recorded } from '../../support/browser/queue.ts'

const { site, visit } = await startConsole()
const shifts = '/org/msoc/dashboard/shifts'

test('[SHIFT-UI-1] [SHIFT-UI-2] [SHIFT-UI-3] [SHIFT-UI-4] [SHIFT-UI-5] one analyst hands over to another', async () => {
  const org = await site.organisation('Handover')
  const [vin] = await postFleet(site, org)
  const [alert] = await recorded(site, org, { vehicle: vin! })
  const one = await visit({ as: org.members.ANALYST })
  const other = await visit({ as: org.members.ADMIN })

  // the rota: a shift of the whole day
  const { page } = one
  await one.goto(shifts)
  await page.getByRole('button', { name: 'New shift' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Day')
  await dialog.getByLabel('From', { exact: true }).fill('00:00')
  await dialog.getByLabel('To', { exact: true }).fill('23:59')
  await dialog.getByLabel('Time zone').fill('UTC')
  await dialog.getByRole('checkbox', { name: /Handover analyst/ }).check()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Add the shift/ }).click()
  await dialogGone(page)
  const onShift = page.getByRole('region', { name: 'Day', exact: true }).first()
  await onShift.getByText('Handover analyst').first().waitFor()
  await onShift.getByText(/^ends in/).waitFor()

  // the outgoing one pins an alert and writes notes; the other sees both at once
  await onShift.getByRole('link', { name: 'Hand-over' }).click()
  const pin = page.getByRole('form', { name: 'Pin something' })
  await pin.getByLabel('What to watch').fill(`ALR-${alert!.number}`)
  await pin.getByLabel('Why to watch it').fill('Comes back at night')
  await pin.getByRole('button', { name: 'Pin' }).click()
  await page.getByText('Comes back at night').waitFor()
  await other.goto(`${shifts}?tab=handover`)
  await other.page.getByText('Comes back at night').waitFor()
  await page.getByRole('button', { name: 'Write notes' }).click()
  await page.getByRole('textbox', { name: 'Notes of the shift' }).fill('Call the **depot** first')
  await page.getByRole('button', { name: 'Save the notes' }).click()
  await page.getByText('depot').waitFor()
  await other.page.getByText('depot').waitFor()
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])

  // signed by one, accepted by the other, seen by the first
  await page.getByRole('button', { name: 'Sign the hand-over' }).click()
  await other.page.getByRole('button', { name: 'Accept the hand-over' }).click()
  await page
    .getByText(/Accepted by Handover admin/)
    .first()
    .waitFor()
  await eventually(() => page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
  expect(await axeOf(other.page)).toEqual([])
})
