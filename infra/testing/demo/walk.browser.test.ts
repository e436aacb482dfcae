import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildConsole } from '../../local/console-build.ts'
import { openProfiles } from '../support/browser/profiles.ts'
import { alerts } from '../support/browser/queue.ts'
import { startDemo } from '../support/demo.ts'
import { newCve } from './new-cve.ts'

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

test('a new CVE is followed to its vehicles, control unit, supplier, threat scenario, goal and due time', async () => {
  const page = await profiles.page('desktop')
  await page.setViewportSize({ width: 1600, height: 900 })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await signIn(page)
  const id = newCve.cve.id
  const dialog = page.getByRole('dialog')

  await page.goto(`${url}/org/vulnerability-mgt`)
  await page.getByRole('button', { name: 'Own advisories' }).click()
  await dialog
    .getByLabel('File')
    .setInputFiles({
      name: 'nvd.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ vulnerabilities: [newCve] })),
    })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByText('1 record of NVD read, 1 new or changed.').waitFor()
  await picture(page, '8-imported')

  await page.goto(`${url}/org/vulnerability-mgt/management?q=${id}&ecu=GTW`)
  await page.locator('.c-toolbar-total', { hasText: '1 finding' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  const drawer = page.getByRole('region', { name: `${id} of zlib` })
  await drawer.getByText('Vehicles', { exact: true }).waitFor()
  await picture(page, '9-card')

  await page.keyboard.press('b')
  const radius = page.getByRole('region', { name: 'Blast radius' })
  await radius.getByText(/^Central gateway image 2\.8\.0 on GTW$/).waitFor()
  await radius
    .getByText(/^[1-9]\d* vehicles$/)
    .first()
    .waitFor()
  await radius.getByText('Brenner Networks').waitFor()
  await radius.getByText(/^TS-047 /).waitFor()
  await radius
    .getByText(/^Goal \d+: /)
    .first()
    .waitFor()
  await picture(page, '10-blast-radius')

  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await dialog.getByLabel('Program', { exact: true }).selectOption({ label: 'EQX-24 platform' })
  await dialog.getByText(/^TS-050 /).click()
  await picture(page, '11-take-up')
  await dialog.getByRole('button', { name: /^Take up/ }).click()
  await page.getByText(/^VU-\d+ is in EQX-24 platform now\.$/).waitFor()

  await page.goto(`${url}/org/lifecycle/programs`)
  await page.getByRole('link', { name: 'EQX-24 platform' }).click()
  await page.waitForURL(/programId=/)
  const program = new URL(page.url()).searchParams.get('programId')!
  await page.goto(`${url}/org/vulnerability/vulnarability-analysis?programId=${program}&vulnerability=${id}`)
  const analysis = page.getByRole('region', { name: `Analysis of ${id}` })
  const threat = analysis.getByRole('article', { name: /^TS-050 / })
  await threat.getByRole('row', { name: /^Without controls Medium → High 3 → 4/ }).waitFor()
  await threat
    .getByRole('link', { name: /^CG-\d+/ })
    .first()
    .waitFor()
  await picture(page, '12-analysis')

  await page.goto(`${url}/org/vulnerability/vulnarability-management?programId=${program}&vulnerability=${id}`)
  await page
    .getByRole('region', { name: `Treatment of ${id}` })
    .getByText(/left of \d+ vehicles\./)
    .waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: id })
    .getByText(/^in \d+ /)
    .waitFor()
  await picture(page, '13-treatment')
  expect(faults).toEqual([])
}, 240_000)
