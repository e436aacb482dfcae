import { setTimeout as sleep } from 'node:timers/promises'
import { heapOf, type SignedIn } from './browser.ts'
import { type PageUse, tracePage } from './trace.ts'

/**
 * The time until the page has settled: memory at the end is compared with memory at this time or, in a short run, after
 * a twelfth of the run.
 */
const settledMs = 5 * 60_000
const sampleMs = 60_000
const timeoutMs = 120_000
/** Only this much is traced: a trace of an hour would be the largest file on the machine. */
const tracedMs = 20_000

export interface WallFigures {
  readonly use: PageUse
  /** MB, after a garbage collection. */
  readonly heap: { readonly start: number; readonly end: number }
  readonly nodes: { readonly start: number; readonly end: number }
  /** The time from the server's restart until the wall was live again, ms. */
  readonly healedMs: number
}

/**
 * Measures the wall display without user interaction: the server stops once in the middle and starts again.
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

/** Prints the memory use once a minute, until `end`. */
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

/** Waits until the wall shows that it is live. */
async function live(page: SignedIn['page']): Promise<void> {
  await page.locator('.wl-live-live').waitFor({ timeout: timeoutMs })
}
