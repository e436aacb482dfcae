/// <reference lib="dom" />
// functions that are passed to a page run in the browser
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { heapOf, type SignedIn } from './browser.ts'
import { type Health, type Moving, placeAt } from './fleet.ts'
import { type PageUse, tracePage } from './trace.ts'

/** Germany and around it, the area of the fleet: nearly all of it is on screen. */
const camera = { lat: 50.2, lon: 9.5, zoom: 5.4 }
const warmUpMs = 10_000
const timeoutMs = 120_000
const picks = 20
/** The maximum distance of the pointer from a vehicle (rule MAP-UI-18 of the live map). */
const reachPx = 12

declare global {
  interface Window {
    /**
     * Counts of the map: draws, vehicles drawn at once, and rows that workers passed to the page. While `left` is true,
     * draws are skipped.
     */
    drawnMap: { times: number; vehicles: number; rows: number; left: boolean }
  }
}

/** A period in which the map was measured. */
export interface MapWindow {
  readonly use: PageUse
  readonly drawsPerSecond: number
  /** Positions that reached the page, each counted once for a vehicle. */
  readonly rowsPerSecond: number
}

export interface MapFigures {
  readonly drawn: number
  /** From requesting individual vehicles to all of them drawn. */
  readonly entering: { readonly use: PageUse; readonly ms: number }
  readonly steady: MapWindow
  /** With draws skipped: at the pace that a graphics card allows. */
  readonly unrastered: MapWindow
  readonly heap: { readonly start: number; readonly end: number }
  readonly picked: { readonly right: number; readonly of: number }
}

/** Runs in the page before the console: counts the vehicle layer's draws, and the rows from the live worker. */
export function countDraws(): void {
  window.drawnMap = { times: 0, vehicles: 0, rows: 0, left: false }
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }: MessageEvent<{ messages?: readonly { slots?: Uint32Array }[] }>) => {
        if (Array.isArray(data?.messages))
          for (const { slots } of data.messages) window.drawnMap.rows += slots?.length ?? 0
      })
    }
  }
  const { prototype } = WebGL2RenderingContext
  const draw = Object.getOwnPropertyDescriptor(prototype, 'drawArraysInstanced')?.value as (
    this: WebGL2RenderingContext,
    ...how: [number, number, number, number]
  ) => void
  prototype.drawArraysInstanced = function (mode, first, count, instances) {
    const { drawnMap } = window
    // the few vehicles that are drawn on top are a second, smaller draw of the same frame
    if (instances * 2 > drawnMap.vehicles) Object.assign(drawnMap, { times: drawnMap.times + 1, vehicles: instances })
    if (!drawnMap.left) draw.call(this, mode, first, count, instances)
  }
}

/** The live map without clusters: every vehicle drawn separately, with its heading and its health, as it moves. */
export async function measureMap(
  { page, devtools, browserDevtools }: SignedIn,
  url: string,
  fleet: readonly Moving[],
  seconds: number,
): Promise<MapFigures> {
  await page.goto(`${url}/org/msoc/dashboard/live-map?lat=${camera.lat}&lon=${camera.lon}&zoom=${camera.zoom}`)
  const map = await mapBox(page)
  await sleep(warmUpMs)
  const visible = onScreen(fleet, map).filter(
    ({ left, top }) => left >= 0 && left <= map.width && top >= 0 && top <= map.height,
  ).length
  const entering = await enter(page, browserDevtools, visible)
  await sleep(warmUpMs)

  const start = await heapOf(devtools)
  const steady = await watch(page, browserDevtools, seconds)
  const end = await heapOf(devtools)
  await page.evaluate(() => (window.drawnMap.left = true))
  const unrastered = await watch(page, browserDevtools, seconds)
  const drawn = await page.evaluate(() => window.drawnMap.vehicles)
  return { drawn, entering, steady, unrastered, heap: { start, end }, picked: await pickSome(page, fleet, map) }
}

async function enter(page: Page, browser: CDPSession, visible: number): Promise<MapFigures['entering']> {
  const use = await tracePage(browser, async () => {
    await page.getByRole('button', { name: 'Clusters' }).click()
    await page.waitForFunction((count) => window.drawnMap.vehicles >= count, visible, { timeout: timeoutMs })
  })
  return { use, ms: use.seconds * 1000 }
}

async function watch(page: Page, browser: CDPSession, seconds: number): Promise<MapWindow> {
  const counted = () => page.evaluate(() => window.drawnMap)
  let [before, after] = [await counted(), await counted()]
  const use = await tracePage(browser, async () => {
    before = await counted()
    await sleep(seconds * 1000)
    after = await counted()
  })
  return {
    use,
    drawsPerSecond: (after.times - before.times) / use.seconds,
    rowsPerSecond: (after.rows - before.rows) / use.seconds,
  }
}

/** The map's position in the page, CSS pixels. */
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

/** A vehicle's position in pixels of the map. */
interface OnScreen {
  readonly vin: string
  readonly health: Health
  readonly left: number
  readonly top: number
}

/** The position of every vehicle on screen now: Web Mercator, computed here and not by the console. */
function onScreen(fleet: readonly Moving[], { width, height }: Box): OnScreen[] {
  const world = 512 * 2 ** camera.zoom
  const y = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
  const now = Date.now()
  return fleet.map((vehicle) => {
    const { lat, lon } = placeAt(vehicle, now)
    return {
      vin: vehicle.vin,
      health: vehicle.health,
      left: width / 2 + ((lon - camera.lon) / 360) * world,
      top: height / 2 + (y(lat) - y(camera.lat)) * world,
    }
  })
}

/** Points at some vehicles between the panels, and checks which vehicle the map finds under the pointer. */
async function pickSome(page: Page, fleet: readonly Moving[], map: Box): Promise<{ right: number; of: number }> {
  const all = onScreen(fleet, map)
  const open = all.filter(
    ({ left, top }) => left > 380 && left < map.width - 420 && top > 120 && top < map.height - 140,
  )
  let right = 0
  for (let each = 0; each < picks; each++) {
    const aim = open[Math.floor(((each + 0.5) * open.length) / picks)]!
    await page.mouse.move(map.x + aim.left, map.y + aim.top)
    if (await isPicked(page, all, aim)) right += 1
  }
  return { right, of: picks }
}

/** The map checks once a frame which vehicle is under the pointer; frames are slow on a busy machine. */
async function isPicked(page: Page, all: readonly OnScreen[], aim: OnScreen): Promise<boolean> {
  for (let attempt = 0; attempt < 150; attempt++) {
    await sleep(100)
    const [vin] = await page.locator('.lm-hover .mono').allTextContents()
    if (vin !== undefined && isNearest(all, vin, aim)) return true
  }
  return false
}

/** Whether a vehicle is within reach of the pointer, and none of the same health is a pixel nearer. */
function isNearest(all: readonly OnScreen[], vin: string, { left, top }: OnScreen): boolean {
  const distance = (one: OnScreen) => Math.hypot(one.left - left, one.top - top)
  const found = all.find((one) => one.vin === vin)
  return (
    found !== undefined &&
    distance(found) <= reachPx &&
    all.every((one) => one.health !== found.health || distance(one) >= distance(found) - 1)
  )
}
