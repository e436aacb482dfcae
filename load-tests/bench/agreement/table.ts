/// <reference lib="dom" />
// functions that are passed to a page run in the browser
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { SignedIn } from '../console/browser.ts'
import { type PageUse, tracePage } from '../console/trace.ts'

const settleMs = 3_000
const moves = 200
const typedRows = [14, 15, 17, 18]
const sent = 10
const scrollMs = 4_000

export interface TableFigures {
  readonly moving: PageUse
  readonly typing: PageUse
  readonly scrolling: { readonly slowMs: number; readonly framesPerSecond: number }
  readonly otherSideMs: number
}

/** The table with all its columns: moved through, typed into, scrolled, and beside the screen of the other side. */
export async function measureTable(one: SignedIn, other: SignedIn, address: string): Promise<TableFigures> {
  await Promise.all([one, other].map(({ page }) => open(page, address)))
  const { page, browserDevtools } = one
  await cell(page, 2, 'iso_reference').click()
  const moving = await tracePage(browserDevtools, () => moveAround(page))
  const typing = await tracePage(browserDevtools, () => typeValues(page))
  const scrolling = await scrolled(page)
  return { moving, typing, scrolling, otherSideMs: await sendBeside(page, other.page) }
}

const cell = (page: Page, row: number, field: string) => page.locator(`[id="sheet-${row}-${field}"]`)

/** Opens the table with every column shown. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Justification', 'Criteria for exchange', 'Special agreements', 'Expected content'])
    await page.locator('.dt-choice').getByText(name, { exact: true }).click()
  await page.keyboard.press('Escape')
  await cell(page, 2, 'work_product').waitFor()
  await sleep(settleMs)
}

/** The cursor with a key held down: some thirty moves a second. */
async function moveAround(page: Page): Promise<void> {
  for (let move = 0; move < moves; move += 1) {
    await page.keyboard.press(['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft'][move % 5]!)
    await sleep(33)
  }
}

/** Texts, marks and choices, each stored before the next row. */
async function typeValues(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home')
  for (const row of typedRows) {
    await cell(page, row, 'specific_document').click()
    await page.keyboard.type(`Document of row ${row}`, { delay: 30 })
    await page.keyboard.press('Enter')
    await cell(page, row, 'customer_r').click({ position: { x: 2, y: 2 } })
    for (const key of ['r', 'i', 's', 'a']) {
      await page.keyboard.press(key)
      await sleep(100)
    }
    await sleep(500)
  }
}

/** The time between frames while the table is scrolled down and up with a wheel. */
async function scrolled(page: Page) {
  await cell(page, 18, 'status').hover()
  const frames = page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const began = performance.now()
        let last = began
        const next = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - began < ms) requestAnimationFrame(next)
          else resolve(gaps.slice(1).toSorted((a, b) => a - b))
        }
        requestAnimationFrame(next)
      }),
    scrollMs,
  )
  const began = Date.now()
  for (let step = 0; Date.now() - began < scrollMs - 200; step += 1) {
    await page.mouse.wheel(0, step % 40 < 20 ? 60 : -60)
    await sleep(16)
  }
  const gaps = await frames
  const slowMs = gaps[Math.floor(gaps.length * 0.95)]!
  return { slowMs, framesPerSecond: gaps.length / (scrollMs / 1_000) }
}

/** From the click on Send to the value on the other side's screen, ms: the 95th percentile. */
async function sendBeside(page: Page, other: Page): Promise<number> {
  const times: number[] = []
  await page.keyboard.press('Control+Home')
  for (let round = 0; round < sent; round += 1) {
    const text = `State ${round} of this side`
    await cell(page, 14, 'status').click({ position: { x: 3, y: 3 } })
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Send \d+ changes? to/ }).click()
    const seen = other.waitForFunction((words) => document.body.textContent.includes(words) && Date.now(), text, {
      polling: 'raf',
    })
    const button = page.getByRole('dialog').getByRole('button', { name: /^Send/ })
    await button.waitFor()
    const began = Date.now()
    await button.click()
    times.push(Number(await (await seen).jsonValue()) - began)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return times.sort((a, b) => a - b)[Math.floor(sent * 0.95) - 1]!
}
