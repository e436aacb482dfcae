import { setTimeout as sleep } from 'node:timers/promises'
import { heapOf, type SignedIn } from './browser.ts'
import { type PageUse, tracePage } from './trace.ts'

/**
 * The page has settled by then: memory at the end is compared with what it was here, or, in a short run, with a twelfth
 * of it.
 */
const settledMs = 5 * 60_000
const sampleMs = 60_000
const timeoutMs = 120_000
/** A trace of an hour would be the largest thing on the machine. */
const tracedMs = 20_000

export interface WallFigures {
  readonly use: PageUse
  /** MB, after a collection of garbage. */
  readonly heap: { readonly start: number; readonly end: number }
  readonly nodes: { readonly start: number; readonly end: number }
  /** How long after the server was back the wall was live again, ms. */
  readonly healedMs: number
}

/**
 * The wall display, left alone: the server goes away once in the middle and comes back, and nobody touches anything.
 */
export async function measureWall(
  { page, devtools, browserDevtools }: SignedIn,
  url: string,
  seconds: number,
  restart: () => Promise<void>,
): Promise<WallFigures> {
  await devtools.send('Performance.enable')
  await page.goto(`${url}/org/msoc/dashboard?wall=1`)
  await live(page)
  const end = Date.now() + seconds * 1000 - tracedMs
  await sleep(Math.min(settledMs, (seconds * 1000) / 12))
  const start = await sample(devtools)
  await samples(devtools, Date.now() + (end - Date.now()) / 2)
  await restart()
  const back = Date.now()
  await live(page)
  const healedMs = Date.now() - back
  await samples(devtools, end)
  const use = await tracePage(browserDevtools, () => sleep(tracedMs))
  const last = await sample(devtools)
  return { use, healedMs, heap: { start: start.heap, end: last.heap }, nodes: { start: start.nodes, end: last.nodes } }
}

/** Prints how memory goes, a line a minute, until `end`. */
async function samples(devtools: SignedIn['devtools'], end: number): Promise<void> {
  while (Date.now() < end) {
    await sleep(Math.min(sampleMs, Math.max(0, end - Date.now())))
    const { heap, nodes } = await sample(devtools)
    console.log(`${new Date().toISOString().slice(11, 19)} heap ${heap.toFixed(1)} MB, ${nodes} nodes`)
  }
}

async function sample(devtools: SignedIn['devtools']): Promise<{ heap: number; nodes: number }> {
  const heap = await heapOf(devtools)
  const { metrics } = await devtools.send('Performance.getMetrics')
  return { heap, nodes: metrics.find(({ name }) => name === 'Nodes')!.value }
}

/** Waits until the wall says that it is live. */
async function live(page: SignedIn['page']): Promise<void> {
  await page.locator('.wl-live-live').waitFor({ timeout: timeoutMs })
}
