import type { Locator, Page } from 'playwright-core'

import { eventually } from './browser.ts'

/** Waits until keys go to an element or into it: what just came up is seen a moment before it has the focus. */
export async function focusIn(element: Locator): Promise<void> {
  await eventually(() => element.evaluate((shown) => shown.contains(shown.ownerDocument.activeElement))).toBe(true)
}

/** Waits until no dialog takes the keys from the page. */
export async function dialogGone(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
