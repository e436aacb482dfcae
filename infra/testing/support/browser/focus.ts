import type { Locator, Page } from 'playwright-core'

import { eventually } from './browser.ts'

/** Waits until an element or one inside it has the focus: a new element is visible shortly before it is focused. */
export async function focusIn(element: Locator): Promise<void> {
  await eventually(() => element.evaluate((shown) => shown.contains(shown.ownerDocument.activeElement))).toBe(true)
}

/** Waits until no dialog holds the focus. */
export async function dialogGone(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
