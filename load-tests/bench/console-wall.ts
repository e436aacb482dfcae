import { setTimeout as sleep } from 'node:timers/promises'
import { heapOf, type SignedIn } from './console-browser.ts'
import { type PageUse, tracePage } from './console-trace.ts'

const warmUpMs = 10_000

export interface WallFigures {
  readonly use: PageUse
  readonly heap: { readonly start: number; readonly end: number }
}

/** The wall display, left alone. */
export async function measureWall({ page, devtools, browserDevtools }: SignedIn, url: string, seconds: number): Promise<WallFigures> {
  await page.goto(`${url}/org/msoc/dashboard?wall=1`)
  await page.locator('main').waitFor()
  await sleep(warmUpMs)
  const start = await heapOf(devtools)
  const use = await tracePage(browserDevtools, () => sleep(seconds * 1000))
  return { use, heap: { start, end: await heapOf(devtools) } }
}
