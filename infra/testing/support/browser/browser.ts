/// <reference lib="dom" />
// functions that are passed to the page run there
import { AxeBuilder } from '@axe-core/playwright'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { type Api, startApi } from '@carapace/api/src/app.ts'
import type { Settings } from '@carapace/api/src/core/settings.ts'

import { buildConsole } from '../../../local/console-build.ts'
import { apiSettings } from '../api-settings.ts'
import { type Installation, type Member, type Organisation, startInstallation } from '../installation.ts'
import { type Graphics, openProfiles, timeoutMs } from './profiles.ts'

const root = resolve(import.meta.dirname, '../../../..')
const consoleDir = resolve(root, 'apps/console/dist')

export interface Visit {
  readonly page: Page
  /** Console errors, uncaught errors, and CSP violations. A test fails if any are left. */
  readonly faults: string[]
  /** Drops the faults that a test provokes. */
  readonly ignoreFaults: (pattern: RegExp) => void
  readonly goto: (path: string) => Promise<void>
}

interface VisitInput {
  /** The signed-in user; absent: nobody. */
  readonly as?: Member
  readonly theme?: 'dark' | 'light'
  readonly phone?: boolean
}

/**
 * An installation that serves the built console, and a browser for it; both are closed after the file's tests.
 * `settings` override the usual ones of tests. Maps are only drawn with `webgl`.
 */
export async function startConsole(settings: Partial<Settings> = {}, graphics: Graphics = 'none') {
  await buildConsole(root, () => undefined)
  const site = await startInstallation()
  const served = await servedConsole(site.url, settings)
  const profiles = await openProfiles(served.url, graphics)
  const visits: Visit[] = []

  afterEach(async () => {
    const faults = visits.splice(0).flatMap((visit) => visit.faults)
    await profiles.release()
    expect(faults).toEqual([])
  })

  return {
    site,
    served,
    /** A page with a separate browser profile. */
    visit: async ({ as, theme = 'dark', phone = false }: VisitInput = {}): Promise<Visit> => {
      const page = await profiles.page(phone ? 'phone' : 'desktop')
      await page.addInitScript(remember, { theme, user: as && (await userOf(site, as)) })
      const faults = faultsOf(page, served.url)
      const visit: Visit = {
        page,
        faults,
        ignoreFaults: (pattern) =>
          void faults.splice(0, faults.length, ...faults.filter((fault) => !pattern.test(fault))),
        goto: async (path) => void (await page.goto(`${served.url}${path}`)),
      }
      visits.push(visit)
      return visit
    },
  }
}

/** A second api that also serves the console, and that a test may stop and restart. */
async function servedConsole(databaseUrl: string, settings: Partial<Settings>) {
  let api: Api | undefined
  const start = async (port: number) => {
    api = await startApi(apiSettings({ databaseUrl, port, consoleDir, ...settings }))
    return api.port
  }
  const stop = async () => {
    await api?.stop()
    api = undefined
  }
  const port = await start(0)
  afterAll(stop)
  return { url: `http://127.0.0.1:${port}`, stop, startAgain: () => start(port) }
}

/** Runs in the page, once per tab: a reload must not restore what the console has removed. */
function remember({ theme, user }: { theme: string; user: object | undefined }): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content-Security-Policy: ${violatedDirective} refused ${blockedURI}`),
  )
  if (sessionStorage.getItem('remembered') !== null) return
  sessionStorage.setItem('remembered', 'yes')
  localStorage.setItem('carapace.preferences', JSON.stringify({ mode: theme, cookieAccepted: true }))
  if (user !== undefined) localStorage.setItem('carapace.user', JSON.stringify(user))
}

async function userOf(site: Installation, { token }: Member): Promise<object> {
  const { body } = await site.get(token, 'v2/auth/session')
  return { ...body.user, access_token: token }
}

function faultsOf(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    const from = message.location().url
    // a tile
    const isAbroad = from !== '' && !from.startsWith(url) && message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAbroad) faults.push(`${message.text()} (${from})`)
  })
  return faults
}

/** The faults that axe finds on the page in its current state: each rule with the elements that violate it. */
export async function axeOf(page: Page): Promise<string[]> {
  await atRest(page)
  // there are no frames of other origins, for which axe would open a page beside this one
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  )
}

/** Finishes all fade animations: half-way the contrast would be wrong. */
async function atRest(page: Page): Promise<void> {
  await page.bringToFront() // animations of a page in the background stand still
  await page.addStyleTag({
    content: '*, *::before, *::after { transition-duration: 0s !important; transition-delay: 0s !important }',
  })
  await page.waitForFunction(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
    // the classes of an overlay show that it is appearing or disappearing
    const moving = [...document.querySelectorAll('[class*="-appear"], [class*="-enter"], [class*="-exit"]')].some(
      ({ classList }) => [...classList].some((name) => /-(appear|enter|exit)(-active)?$/.test(name)),
    )
    return !moving
  })
}

/** Polls a value of the page until it is the expected one. */
export function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, { timeout: timeoutMs, interval: 100 })
}

/** How far the page can be scrolled sideways, px. */
export function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** A position near Stuttgart, such that a map of the fleet shows each vehicle separately. */
export function placeOf(index: number): { lat: number; lon: number } {
  return { lat: 48.2 + Math.floor(index / 5) * 0.35, lon: 8.4 + (index % 5) * 0.35 }
}

export const position = (vehicle: string, index: number, more: object = {}) => ({
  type: 'position',
  vehicle,
  ts: Date.now(),
  ...placeOf(index),
  speed_kph: 50 + index,
  heading_deg: 90,
  ...more,
})

/** An intrusion event; 0x8001 is of high severity, 0x8003 critical (see event-catalogue.ts). */
export const intrusion = (vehicle: string, eventId: number) => ({
  type: 'ids.can',
  vehicle,
  ts: Date.now(),
  event_id: eventId,
  detail: { ecu: 'GTW', bus: 'can0' },
})

/** Posts twenty vehicles that report, of which three have alerts. */
export async function postFleet(site: Installation, { key, name }: Organisation): Promise<string[]> {
  const vins = Array.from(
    { length: 20 },
    (_, index) => `${name.toUpperCase().replaceAll(/\W/g, '')}-${String(index).padStart(2, '0')}`,
  )
  const [first, second, third] = vins as [string, string, string]
  const { body } = await site.post(key, [
    ...vins.map((vin, index) => position(vin, index)),
    intrusion(first, 0x8003),
    intrusion(second, 0x8001),
    intrusion(third, 0x8020),
  ])
  expect(body).toEqual({ accepted: vins.length + 3, rejected: [] })
  return vins
}
