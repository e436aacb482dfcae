import { expect, test } from 'vitest'
import { getSensitivity } from '@carapace/shared/msoc/sensitivity/sensitivity.contract'

import { axeOf, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { theAlert } from '../../support/events.ts'
import { alerts } from '../../support/browser/queue.ts'

const { site, visit } = await startConsole()

const flood = (vehicle: string, frames: number) => ({
  type: 'can',
  vehicle,
  bus: 'can0',
  ts: Date.now(),
  frames: Array.from({ length: frames }, (_, i) => [i * 300, 0x123, 'FF']),
})

test('[SENSITIVITY-UI-1] [SENSITIVITY-UI-2] [SENSITIVITY-UI-3] [SENSITIVITY-UI-4] tried, then saved', async () => {
  const org = await site.organisation('Sensitive')
  const { ADMIN, VIEWER } = org.members
  await site.post(org.key, [flood('WEAK', 501), flood('STRONG', 1_500)])
  const weak = await theAlert(site, org, { vehicle: 'WEAK' })
  const { page, goto } = await visit({ as: ADMIN })
  await goto(`${alerts}/sensitivity`)
  await page.getByText('2 alerts of the CAN detectors instead of 2', { exact: false }).waitFor()
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])

  await page.getByLabel('False alerts of the CAN detectors').selectOption('Another number')
  const own = page.getByLabel('At most, a vehicle and month')
  await own.fill('0')
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await own.fill((weak.expected_false_alerts! * 0.95).toFixed(3))
  await page.getByText('1 alert of the CAN detectors instead of 2', { exact: false }).waitFor()
  const gone = page.getByRole('region', { name: 'Would not have been raised (1)' })
  await gone.getByRole('cell', { name: 'WEAK', exact: true }).waitFor()
  expect(await axeOf(page)).toEqual([])
  expect((await site.request(ADMIN.token, getSensitivity, {})).revision).toBe(0)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Detection sensitivity saved', { exact: false }).waitFor()
  expect((await site.request(ADMIN.token, getSensitivity, {})).revision).toBe(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export closed alerts with labels' }).click()
  expect((await download).suggestedFilename()).toBe('labelled-alerts.csv')

  await gone.getByRole('link').click()
  await page.getByText('a vehicle and month', { exact: false }).first().waitFor()

  const viewer = await visit({ as: VIEWER })
  await viewer.goto(`${alerts}/sensitivity`)
  await viewer.page.getByText('alerts of the CAN detectors', { exact: false }).first().waitFor()
  expect(await viewer.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
})
