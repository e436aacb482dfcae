/// <reference lib="dom" />
// functions that are passed to a page run in the browser
import type { Page } from 'playwright-core'

/** The table of an agreement in the console. */
export const tableOf = (agreement: string, more = '') =>
  `/org/interface-agreement/information-exchange?agreement=${agreement}${more}`

/** What a test does with the table on a page. */
export function onTable(page: Page) {
  const grid = page.getByRole('grid', { name: /^Rows of/ })
  return {
    grid,
    /** The cell of a field in a row, by the row's number. */
    cell: (row: number, field: string) => page.locator(`[id="sheet-${row}-${field}"]`),
    /** The toggle of a mark, such as `customer_r`. */
    mark: (row: number, field: string) => page.locator(`[id="sheet-${row}-${field}"] .ia-mark`),
    open: (row: number) => grid.getByRole('button', { name: new RegExp(`^${row}: open `) }).click(),
    drawer: page.getByRole('complementary', { name: /^Row / }),
    /** The other side's proposal in the drawer. */
    proposal: page.getByRole('complementary', { name: /^Row / }).getByRole('region', { name: 'Proposal', exact: true }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    dialog: page.getByRole('dialog'),
    /** The parties with what is open, and how much is agreed. */
    strip: page.getByRole('region', { name: 'Parties' }),
    /** Types over a cell and goes down. */
    fill: async (row: number, field: string, text: string): Promise<void> => {
      await page.locator(`[id="sheet-${row}-${field}"]`).click({ position: { x: 3, y: 3 } })
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    /** Pastes a text as a spreadsheet's clipboard does. */
    paste: (text: string) =>
      page.evaluate((content) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', content)
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, text),
    /** Sends what is typed, with a note. */
    send: async (note = ''): Promise<void> => {
      await page.getByRole('button', { name: /^Send \d+ changes? to/ }).click()
      await page.getByLabel('Note to the other side').fill(note)
      await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  }
}
