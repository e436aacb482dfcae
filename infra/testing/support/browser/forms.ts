import type { Page } from 'playwright-core'
import { makeLink } from '@carapace/api/src/account/mail/links.queries.ts'

import { eventually } from './browser.ts'
import type { Installation, Member, Organisation } from '../installation.ts'

export const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What stands in the banner above a form, once it is there. */
export async function errorsOf(page: Page): Promise<string[]> {
  const banner = page.getByRole('alert')
  await banner.getByRole('heading', { name: 'Errors' }).waitFor()
  return banner.getByRole('listitem').allInnerTexts()
}

/** What the browser logs of a refused call. */
export const refused = /Failed to load resource: .* 4\d\d /

/** The tab's title, until it is what a test expects. */
export const titleOf = (page: Page) => eventually(() => page.title())

/** Where everybody arrives who signs in. */
export const arrived = (page: Page) => page.waitForURL('**/org/lifecycle/dashboard')

/** A link of which a test knows the secret, as it is mailed. */
export function mailedLink(
  site: Installation,
  { org }: Organisation,
  { uuid, email }: Member,
  purpose: 'reset-password' | 'sign-in',
): Promise<string> {
  return makeLink(site.db, { purpose, org, email, userUuid: uuid, ms: 60_000 })
}

/** Holds a call back until it is let go: what a page shows meanwhile can be looked at. */
export async function heldBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/${path}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
