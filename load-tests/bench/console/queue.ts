/// <reference lib="dom" />
// functions that are passed to a page run in the browser
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type BulkFigures, closeInBulk } from './bulk.ts'
import type { SignedIn } from './browser.ts'
import { type PageUse, tracePage } from './trace.ts'

const queue = '/org/msoc/dashboard/alert-management'
/** Selectors of the queue page: the scrolling list, a row with an alert, and placeholders of rows that are loading. */
const rows = { list: '.am-rows', filled: '.am-rows .am-row:not(.am-coming)', coming: '.am-rows .am-coming' }
/** Search text that about one alert title in two thousand contains. */
const words = '0x3e7'
const opens = 5
const settleMs = 3_000

export interface QueueFigures {
  /**
   * From the navigation to the first rows, with the page's code in the browser's cache as on any day but the first: the
   * median of five.
   */
  readonly openMs: number
  /** From the last key press to the matching rows. */
  readonly filterMs: number
  readonly scroll: Scrolled & { readonly use: PageUse }
  readonly bulk: BulkFigures
}

/** A full queue: opened, filtered, scrolled to its end, and half of it closed. */
export async function measureQueue(
  { page, browserDevtools }: SignedIn,
  url: string,
  token: string,
): Promise<QueueFigures> {
  await openQueue(page, url)
  const times: number[] = []
  for (let each = 0; each < opens; each++) times.push(await openQueue(page, url))
  const openMs = times.sort((a, b) => a - b)[opens >> 1]!
  await sleep(settleMs)
  const filterMs = await narrow(page)
  await openQueue(page, url)
  await sleep(settleMs)

  let scrolled: Scrolled | undefined
  const use = await tracePage(browserDevtools, async () => (scrolled = await page.evaluate(goThrough, rows)))
  await page.goto('about:blank')
  return { openMs, filterMs, scroll: { ...scrolled!, use }, bulk: await closeInBulk(url, token) }
}

async function openQueue(page: Page, url: string): Promise<number> {
  await page.goto(`${url}${queue}`, { waitUntil: 'commit' })
  // performance.now() counts from the navigation
  const at = await page.waitForFunction(
    (row) => document.querySelector(row) !== null && performance.now(),
    rows.filled,
    { polling: 'raf' },
  )
  return Number(await at.jsonValue())
}

async function narrow(page: Page): Promise<number> {
  await page.locator('[data-filter]').first().fill(words.slice(0, -1))
  await sleep(settleMs)
  const found = page.evaluate(
    ([row, text]) =>
      new Promise<number>((resolve) => {
        let typed = 0
        const look = () => {
          const shown = [...document.querySelectorAll(row)]
          if (shown.length > 0 && shown.every(({ textContent }) => textContent.includes(text)))
            resolve(performance.now() - typed)
          else requestAnimationFrame(look)
        }
        document.addEventListener(
          'input',
          () => {
            typed = performance.now()
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      }),
    [rows.filled, words] as const,
  )
  await page.keyboard.press('End')
  await page.keyboard.type(words.slice(-1))
  return found
}

interface Scrolled {
  readonly pixels: number
  readonly frames: number
  /** Frames that showed neither a row nor its placeholder in some place; and frames with placeholders. */
  readonly blank: number
  readonly coming: number
  /** Whether it reached the end of the list. */
  readonly end: boolean
}

/** Runs in the page: scrolls by most of a screen each frame, and checks at every frame whether rows cover the list. */
function goThrough({ list: selector, coming: bars }: typeof rows): Promise<Scrolled> {
  const list = document.querySelector<HTMLElement>(selector)!
  const box = list.getBoundingClientRect()
  const seen = { pixels: 0, frames: 0, blank: 0, coming: 0, end: false }
  const places = Array.from({ length: 8 }, (_, at) => box.top + ((at + 0.5) * box.height) / 8)
  const began = performance.now()
  let still = 0

  const rowAt = (y: number) => document.elementFromPoint(box.left + box.width / 2, y)?.closest('.am-row')
  return new Promise((resolve) => {
    const look = () => {
      // this frame shows the scroll position of the previous one
      seen.frames += 1
      if (places.some((y) => !rowAt(y))) seen.blank += 1
      if (document.querySelector(bars)) seen.coming += 1
      const before = list.scrollTop
      list.scrollTop += box.height * 0.8
      seen.pixels = list.scrollTop
      still = list.scrollTop === before ? still + 1 : 0
      seen.end = still > 0 && list.scrollTop + list.clientHeight >= list.scrollHeight - 1
      if (still > 120 || performance.now() - began > 240_000) resolve(seen)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
