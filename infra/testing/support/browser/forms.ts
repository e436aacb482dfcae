import type { Page } from 'playwright-core'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'

import { eventually } from './browser.ts'
import type { Installation, Member, Organisation } from '../installation.ts'

export const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The errors in the banner above a form, once it is shown. */
export async function errorsOf(page: Page): Promise<string[]> {
  const banner = page.getByRole('alert')
  await banner.getByRole('heading', { name: 'Errors' }).waitFor()
  return banner.getByRole('listitem').allInnerTexts()
}

/** What the browser logs for a refused call. */
export const refused = /Failed to load resource: .* 4\d\d /

/** Polls the tab's title until it is the expected one. */
export const titleOf = (page: Page) => eventually(() => page.title())

/** Waits for the page that is shown after signing in. */
export const arrived = (page: Page) => page.waitForURL('**/org/lifecycle/dashboard')

/** A mailed link with a secret that the test knows. */
export function mailedLink(
  site: Installation,
  { org }: Organisation,
  { uuid, email }: Member,
  purpose: 'reset-password' | 'sign-in',
): Promise<string> {
  return makeLink(site.db, { purpose, org, email, userUuid: uuid, ms: 60_000 })
}

/** Holds a call back until the returned function is called, so that a test can see the page meanwhile. */
export async function heldBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/${path}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
