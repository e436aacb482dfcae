import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildConsole } from '../../local/console-build.ts'
import { openProfiles } from '../support/browser/profiles.ts'
import { alerts } from '../support/browser/queue.ts'
import { startDemo } from '../support/demo.ts'

await buildConsole(resolve(import.meta.dirname, '../../..'), () => undefined)
const { url, demo } = await startDemo()
const profiles = await openProfiles(url, 'none')

/** A visitor sees the attack within half a minute of signing in. */
const attackWithinMs = 30_000
const attack = 'Injected frames of 0x0A0'

/** Keeps a picture of each step in the folder PICTURES, where that is set. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: resolve(folder, `${name}.png`) })
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel('Email').fill(demo!.email)
  await page.getByLabel('Password', { exact: true }).fill(demo!.password)
  await picture(page, '1-sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname.startsWith('/org'))
}

/** Opens the queue, and the alert about the attack that comes. */
async function openAttack(page: Page): Promise<void> {
  await page.goto(`${url}${alerts}`)
  const rows = page.getByRole('option').filter({ hasText: attack }).filter({ hasText: 'New' })
  const news = page.getByRole('button', { name: 'Show now' })
  await rows.or(news).first().waitFor({ timeout: attackWithinMs })
  await picture(page, '2-queue')
  if (await news.isVisible()) await news.click()
  await rows.first().click({ position: { x: 200, y: 16 } })
  await page.getByRole('complementary', { name: 'Alert' }).getByRole('heading', { name: attack }).waitFor()
}

test('a visitor of the demo is led from an attack to its frames, its threat scenario and a closed case', async () => {
  const page = await profiles.page('desktop')
  await page.setViewportSize({ width: 1600, height: 900 })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await signIn(page)
  await openAttack(page)

  const alert = page.getByRole('complementary', { name: 'Alert' })
  const frames = alert.getByRole('link', { name: 'Open in analyzer' })
  const scenario = page.getByRole('link', { name: /^TS-031 Spoofed torque request/ })
  await frames.waitFor()
  await scenario.waitFor()
  await picture(page, '3-alert')
  const address = page.url()

  await frames.click()
  await page.getByRole('heading', { name: 'Packet analyzer: alert' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'MotorTorqueRequest' }).first().waitFor()
  await picture(page, '4-frames')

  await page.goto(address)
  await scenario.click()
  const drawer = page.getByRole('complementary', { name: /Spoofed torque request/ })
  await drawer.getByRole('tab', { name: 'Field' }).click()
  await drawer.getByText(/alerts? on \d+ vehicles?, 30 days/).waitFor()
  await picture(page, '5-threat-scenario')

  await page.goto(address)
  await alert.getByRole('button', { name: /^Escalate/ }).click()
  await page.getByRole('dialog').getByLabel('Title of the case').fill('Torque injection on an EQX-24')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Open CAS-/ }).click()
  await page.getByRole('heading', { name: 'Torque injection on an EQX-24' }).waitFor()
  await picture(page, '6-case')

  await page.getByRole('button', { name: /^Close case/ }).click()
  await page.getByRole('dialog').filter({ hasText: 'still open' }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('closed the case and 1 alert').waitFor()
  await picture(page, '7-closed')
  expect(faults).toEqual([])
}, 240_000)
