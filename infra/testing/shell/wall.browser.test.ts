/// <reference lib="dom" />
// functions that are passed to the page run there
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from '../support/browser/browser.ts'

const { site, served, visit } = await startConsole({}, 'webgl')
const alpha = await site.organisation('Alpha')
await postFleet(site, alpha)
const wall = '/org/msoc/dashboard?wall=1'

const shown = (page: Page) => page.locator('.wl-panel[data-shown=true]')
const kpi = (page: Page, name: string) => shown(page).locator('.wp-kpi').filter({ hasText: name })
const alerts = (page: Page) => shown(page).getByRole('list', { name: 'Critical and high alerts' }).getByRole('listitem')

test('[DASHBOARD-UI-15] [DASHBOARD-UI-16] the wall shows only the main figures and important alerts', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(`${wall}&panels=overview`)
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/1\s+1 unassigned/)
  await eventually(() => kpi(page, 'High open').innerText()).toMatch(/1\s+\+1 in 1 h/)
  await eventually(() => kpi(page, 'Online').innerText()).toMatch(/20\s+of 20/)
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(2)
  expect(await alerts(page).first().innerText()).toMatch(/Secure boot verification failed[^]*unassigned/)
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(
    await page.evaluate(() => [
      document.documentElement.scrollHeight - innerHeight,
      document.documentElement.scrollWidth - innerWidth,
    ]),
  ).toEqual([0, 0])
})

test('[DASHBOARD-UI-21] the wall’s map names cities, in the size of the wall', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await page.addInitScript(watchNames)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(`${wall}&panels=map`)
  const known = () =>
    page.evaluate(() => (globalThis as unknown as { names: { written: Record<string, number>; drawn: number } }).names)
  await eventually(async () => (await known()).drawn).toBeGreaterThan(0)
  expect((await known()).written.Stuttgart).toBeGreaterThanOrEqual(1.5)
})

/** Records the names that are written into the atlas, with their size, and how many of them a frame draws. */
function watchNames(): void {
  const names = { written: {} as Record<string, number>, drawn: 0 }
  Object.assign(globalThis, { names })
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own context
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    names.written[text] = this.getTransform().a
    fillText.call(this, text, ...rest)
  }
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own context
  const { drawArraysInstanced } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.drawArraysInstanced = function (mode, first, count, instances) {
    names.drawn = instances
    drawArraysInstanced.call(this, mode, first, count, instances)
  }
}

test('[WALL-3] panels rotate', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto(`${wall}&panels=alerts,pipeline&every=5`)
  for (const title of ['Critical and high alerts', 'Pipeline and cases', 'Critical and high alerts']) {
    await shown(page)
      .and(page.getByRole('region', { name: title, exact: true }))
      .waitFor()
    expect(await page.locator('.wl-foot').innerText()).toContain(title)
  }
})

test('[DASHBOARD-UI-16] a new critical alert comes first and is counted, also after a server restart', async () => {
  const bravo = await site.organisation('Bravo')
  const [, , , , quiet, another] = await postFleet(site, bravo)
  const { page, goto, ignoreFaults } = await visit({ as: bravo.members.VIEWER })
  await goto(`${wall}&panels=overview`)
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(2)

  await site.post(bravo.key, [intrusion(quiet!, 0x8007)])
  await eventually(() => alerts(page).first().innerText()).toContain('Debug interface opened')
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/Critical open\s+2/)

  await served.stop()
  await page.getByText('Connection lost at').waitFor()
  await page.getByText('Disconnected').waitFor()
  await site.post(bravo.key, [intrusion(another!, 0x8007)])
  await served.startAgain()
  await eventually(() => alerts(page).allInnerTexts()).toHaveLength(4)
  await eventually(() => kpi(page, 'Critical open').innerText()).toMatch(/Critical open\s+3/)
  expect(await page.getByText('Connection lost at').count()).toBe(0)
  ignoreFaults(/Failed to load resource|WebSocket|ERR_/)
})

test('[WALL-1] `w` goes to the wall and Escape leaves it; its settings build its address', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  await goto('/org/msoc/dashboard')
  await page.getByRole('heading', { name: 'MSOC Dashboard' }).waitFor()
  await page.keyboard.press('w')
  await page.getByText('Connected for').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'MSOC Dashboard' }).waitFor()
  expect(new URL(page.url()).searchParams.get('wall')).toBeNull()

  await page.getByRole('button', { name: 'Wall settings' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Fleet overview', 'Pipeline and cases']) await dialog.getByText(name).click()
  await dialog.getByLabel('Change every').selectOption('15 seconds')
  await dialog.getByText('On new critical alerts', { exact: true }).click()
  expect(await dialog.getByLabel("The wall's address").inputValue()).toBe(
    `${served.url}/org/msoc/dashboard?wall=1&panels=map%2Calerts&every=15&sound=critical`,
  )
  await dialog.getByRole('button', { name: 'Show the wall' }).click()
  await shown(page)
    .and(page.getByRole('region', { name: 'Fleet map' }))
    .waitFor()
})

/** Runs in the page before the product's code: records the sounds and the requests to keep the screen on. */
function standIns(): void {
  const heard: number[] = []
  const asked: string[] = []
  const param = { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
  class SilentContext extends EventTarget {
    readonly state = 'running'
    readonly currentTime = 0
    readonly destination = {}
    readonly resume = async () => undefined
    readonly close = async () => undefined
    readonly createGain = () => ({ gain: param, connect: (next: object) => next })
    readonly createOscillator = () => {
      const frequency = { value: 0 }
      return {
        frequency,
        connect: (next: object) => next,
        start: () => void heard.push(frequency.value),
        stop: () => undefined,
      }
    }
  }
  const lock = { request: async (kind: string) => (asked.push(kind), { release: async () => undefined }) }
  Object.defineProperty(globalThis, 'AudioContext', { value: SilentContext })
  Object.defineProperty(navigator, 'wakeLock', { value: lock })
  Object.assign(globalThis, { heard, asked })
}

const recorded = (page: Page, name: 'heard' | 'asked') =>
  page.evaluate((key) => (globalThis as unknown as Record<string, unknown[]>)[key], name)

test('[WALL-8] [WALL-11] a critical alert sounds, a high one only if chosen; the screen is kept on', async () => {
  const charlie = await site.organisation('Charlie')
  const [, , , , quiet, another] = await postFleet(site, charlie)
  for (const { sound, notes } of [
    { sound: 'critical', notes: [740, 988, 740, 988] },
    { sound: 'high', notes: [523] },
  ]) {
    const { page, goto } = await visit({ as: charlie.members.VIEWER })
    await page.addInitScript(standIns)
    await goto(`${wall}&panels=overview&sound=${sound}`)
    await eventually(() => alerts(page).count()).toBeGreaterThan(1)
    expect(await recorded(page, 'heard')).toEqual([]) // alerts from before are not new
    await site.post(charlie.key, [sound === 'critical' ? intrusion(quiet!, 0x8007) : intrusion(another!, 0x8001)])
    await eventually(() => recorded(page, 'heard')).toEqual(notes)
    expect(await recorded(page, 'asked')).toEqual(['screen'])
    // the system releases the lock of a page that was hidden
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await eventually(() => recorded(page, 'asked')).toEqual(['screen', 'screen'])
  }
})

test('[WALL-10] if the server has another version of the console, the wall loads it', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER })
  let build: string | undefined
  await page.route('**/api/app/config*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...(build !== undefined && { build }) } })
  })
  await page.clock.install()
  await goto(`${wall}&panels=overview`)
  await eventually(() => alerts(page).count()).toBe(2)
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }))
  const isSame = () => page.evaluate(() => 'loadedOnce' in globalThis).catch(() => false)
  await page.clock.fastForward('10:30')
  expect(await isSame()).toBe(true)
  build = 'of another day'
  await page.clock.fastForward('10:30')
  await eventually(isSame).toBe(false)
  await eventually(() => alerts(page).count()).toBe(2)
})

test('on a phone the wall shows the main figures, one below the other', async () => {
  const { page, goto } = await visit({ as: alpha.members.VIEWER, phone: true })
  for (const panel of ['overview', 'map', 'alerts', 'pipeline']) {
    await goto(`${wall}&panels=${panel}`)
    await page.getByText('Last refresh of history').waitFor()
    expect([
      panel,
      await sidewaysOf(page),
      await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    ]).toEqual([panel, 0, 0])
  }
  await goto(`${wall}&panels=overview`)
  await eventually(() => alerts(page).count()).toBe(2)
  const [map, list] = [
    await shown(page).getByRole('region', { name: 'Fleet', exact: true }).boundingBox(),
    await alerts(page).first().boundingBox(),
  ]
  expect(list!.y).toBeGreaterThan(map!.y + map!.height)
  expect(list!.width).toBeGreaterThan(300)
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s wall', async (theme) => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
  for (const panel of ['overview', 'alerts', 'pipeline']) {
    await goto(`${wall}&panels=${panel}`)
    await page.getByText('Last refresh of history').waitFor()
    await eventually(() => shown(page).innerText()).toMatch(/unassigned|Syslog|HTTP/)
    expect([panel, await axeOf(page)]).toEqual([panel, []])
  }
})
