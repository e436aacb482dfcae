/// <reference lib="dom" />
// what is handed to a page runs there
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { heapOf, type SignedIn } from './console-browser.ts'
import { type Health, type Moving, placeAt } from './console-fleet.ts'
import { type PageUse, tracePage } from './console-trace.ts'

/** Germany and around, where the fleet is: nearly all of it on screen. */
const camera = { lat: 50.2, lon: 9.5, zoom: 5.4 }
const warmUpMs = 10_000
const picks = 20
/** How far off a pointer may be (rule MP18 of the live map). */
const reachPx = 12

declare global {
  interface Window {
    /** What the map drew: how often, and how many instances the largest draw of the latest time had. */
    drawnMap: { times: number; instances: number }
  }
}

export interface MapFigures {
  readonly use: PageUse
  readonly drawn: number
  readonly drawsPerSecond: number
  readonly heap: { readonly start: number; readonly end: number }
  readonly picked: { readonly right: number; readonly of: number }
  /** From the navigation to all vehicles drawn, ms. */
  readonly shownAfterMs: number
}

/** Runs in the page before the console: counts the vehicle layer's draws. */
export function countDraws(): void {
  window.drawnMap = { times: 0, instances: 0 }
  const draw = WebGL2RenderingContext.prototype.drawArraysInstanced
  WebGL2RenderingContext.prototype.drawArraysInstanced = function (mode, first, count, instances) {
    // the few that are drawn on top are a second, smaller draw of the same frame
    if (instances * 2 > window.drawnMap.instances) window.drawnMap = { times: window.drawnMap.times + 1, instances }
    draw.call(this, mode, first, count, instances)
  }
}

/** The live map without bubbles: every vehicle by itself, with its heading and its health, as it moves. */
export async function measureMap({ page, devtools, browserDevtools }: SignedIn, url: string, fleet: readonly Moving[], seconds: number): Promise<MapFigures> {
  const began = performance.now()
  await page.goto(`${url}/org/msoc/dashboard/live-map?lat=${camera.lat}&lon=${camera.lon}&zoom=${camera.zoom}&clusters=0`)
  const map = await mapBox(page)
  const wanted = onScreen(fleet, map).filter(({ left, top }) => left >= 0 && left <= map.width && top >= 0 && top <= map.height).length
  await page.waitForFunction((count) => window.drawnMap.instances >= count, wanted, { timeout: 120_000 })
  const shownAfterMs = performance.now() - began
  await sleep(warmUpMs)

  const start = await heapOf(devtools)
  const before = await page.evaluate(() => window.drawnMap.times)
  let times = 0
  const use = await tracePage(browserDevtools, seconds, async () => {
    await sleep(seconds * 1000)
    times = (await page.evaluate(() => window.drawnMap.times)) - before
  })
  const end = await heapOf(devtools)
  const { instances } = await page.evaluate(() => window.drawnMap)
  return { use, drawn: instances, drawsPerSecond: times / seconds, heap: { start, end }, picked: await pickSome(page, fleet, map), shownAfterMs }
}

/** The map's place in the page, CSS pixels. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function mapBox(page: Page): Promise<Box> {
  const map = page.locator('.lm-map')
  await map.waitFor()
  const box = await map.boundingBox()
  if (!box) throw new Error('The page shows no map.')
  return box
}

/** A vehicle's place in pixels of the map. */
interface OnScreen {
  readonly vin: string
  readonly health: Health
  readonly left: number
  readonly top: number
}

/** Where every vehicle is on screen now: Web Mercator, by its own formula and not by the console's. */
function onScreen(fleet: readonly Moving[], { width, height }: Box): OnScreen[] {
  const world = 512 * 2 ** camera.zoom
  const y = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
  const now = Date.now()
  return fleet.map((vehicle) => {
    const { lat, lon } = placeAt(vehicle, now)
    return { vin: vehicle.vin, health: vehicle.health, left: width / 2 + ((lon - camera.lon) / 360) * world, top: height / 2 + (y(lat) - y(camera.lat)) * world }
  })
}

/** Points at some vehicles between the panels, and asks whom the map takes for the one under the pointer. */
async function pickSome(page: Page, fleet: readonly Moving[], map: Box): Promise<{ right: number; of: number }> {
  const all = onScreen(fleet, map)
  const open = all.filter(({ left, top }) => left > 380 && left < map.width - 420 && top > 120 && top < map.height - 140)
  let right = 0
  for (let each = 0; each < picks; each++) {
    const aim = open[Math.floor(((each + 0.5) * open.length) / picks)]!
    await page.mouse.move(map.x + aim.left, map.y + aim.top)
    await sleep(300)
    const vin = await page.locator('.lm-hover .mono').textContent({ timeout: 2_000 }).catch(() => null)
    if (isNearest(all, vin, aim)) right += 1
  }
  return { right, of: picks }
}

/** Whether a vehicle is within reach of the pointer, and none of the same health is a pixel nearer. */
function isNearest(all: readonly OnScreen[], vin: string | null, { left, top }: OnScreen): boolean {
  const distance = (one: OnScreen) => Math.hypot(one.left - left, one.top - top)
  const found = all.find((one) => one.vin === vin)
  return found !== undefined && distance(found) <= reachPx && all.every((one) => one.health !== found.health || distance(one) >= distance(found) - 1)
}
