/// <reference lib="dom" />
// functions that are passed to a page run in the browser
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { SignedIn } from '../console/browser.ts'

const opens = 5
const edits = 20
const settleMs = 2_000
const pastedRows = 500

export interface WorksheetFigures {
  readonly openMs: number
  readonly colleagueMs: number
  readonly pasteMs: number
}

/** A worksheet: opened, changed beside a colleague, and pasted into. */
export async function measureWorksheet(
  { page }: SignedIn,
  { page: colleague }: SignedIn,
  address: string,
): Promise<WorksheetFigures> {
  await openSheet(page, address)
  const times: number[] = []
  for (let each = 0; each < opens; each++) times.push(await openSheet(page, address))
  const openMs = times.sort((a, b) => a - b)[opens >> 1]!
  await openSheet(colleague, address)
  await sleep(settleMs)
  const colleagueMs = await editBeside(page, colleague)
  return { openMs, colleagueMs, pasteMs: await pasteMany(page) }
}

const cellWith = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true }).first()

/** From the click in the menu to the first line, ms. */
async function openSheet(page: Page, address: string): Promise<number> {
  await page.goto(address.replace('fmea-analysis', 'settings'))
  const link = page.getByRole('navigation').getByRole('link', { name: 'Software FMEA' })
  await link.waitFor()
  await sleep(settleMs)
  const opened = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clicked = 0
        const look = () =>
          document.querySelector('.sheet-lead button')
            ? resolve(performance.now() - clicked)
            : requestAnimationFrame(look)
        document.addEventListener(
          'click',
          () => {
            clicked = performance.now()
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      }),
  )
  await link.click()
  const ms = await opened
  return ms
}

/** From Enter in one window to the text in the other, ms: the 95th percentile. */
async function editBeside(page: Page, colleague: Page): Promise<number> {
  const times: number[] = []
  let before = 'Design rule 1'
  for (let edit = 0; edit < edits; edit++) {
    const text = `Rule ${edit} of this window`
    await cellWith(page, before).click()
    await page.keyboard.type(text)
    const seen = colleague.waitForFunction((words) => document.body.textContent.includes(words) && Date.now(), text, {
      polling: 'raf',
    })
    const began = Date.now()
    await page.keyboard.press('Enter')
    times.push(Number(await (await seen).jsonValue()) - began)
    before = text
  }
  return times.sort((a, b) => a - b)[Math.ceil(edits * 0.95) - 1]!
}

/** From the paste of 500 rows of 8 cells to the answer that they are stored, ms. */
async function pasteMany(page: Page): Promise<number> {
  const row = (n: number) => [`Pasted cause ${n}`, `Rule ${n}`, 3, `Check ${n}`, 4].join('\t')
  // from the cause to the special characteristic: two columns between are computed, and left as they are
  const block = Array.from({ length: pastedRows }, (_, n) => `${row(n)}\t\t\tSC ${n}`).join('\r\n')
  await cellWith(page, 'Cause 0').click()
  const stored = page.waitForResponse((response) => response.url().endsWith('/v2/app/save-artefacts'), {
    timeout: 60_000,
  })
  const began = performance.now()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, block)
  const response = await stored
  if (!response.ok()) throw new Error(`The paste was refused: ${await response.text()}`)
  await cellWith(page, 'Pasted cause 0').waitFor()
  return performance.now() - began
}
