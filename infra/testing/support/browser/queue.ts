import type { Page } from 'playwright-core'

import { eventually } from './browser.ts'
import type { Installation, Organisation } from '../installation.ts'

/** The path of the alert queue. */
export const alerts = '/org/msoc/dashboard/alert-management'

export const rowOf = (page: Page, vin: string) => page.getByRole('option').filter({ hasText: vin })
/** The position of a click that opens a row: at the end of a cell the pointer would hit its filter buttons. */
export const onTitle = { position: { x: 200, y: 16 } }
/** The search parameters of the page's address. */
export const searchParamsOf = (page: Page) => new URL(page.url()).searchParams

interface Recorded {
  readonly uuid: string
  readonly number: number
  readonly status: string
  readonly resolution: string | null
  readonly owner: { readonly name: string } | null
  readonly case_uuid: string | null
}

/** The stored alerts, for any user. */
export async function recorded(
  site: Installation,
  { members }: Organisation,
  query: Record<string, string> = {},
): Promise<Recorded[]> {
  const { body } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', query)
  return body.alerts as Recorded[]
}

/**
 * Creates many open alerts, the latest first, with the organisation's consecutive numbers: each was seen one second
 * before the alert with the number before.
 */
export async function raiseMany(
  site: Installation,
  { org }: Organisation,
  count: number,
  ago = '1 minute',
): Promise<void> {
  await site.sql`
    INSERT INTO alerts
      (uuid, org_uuid, number, title, severity, source, rule, dedup_key, count, first_seen, last_seen, risk)
   
    SELECT gen_random_uuid(), ${org.uuid}, n, 'Alert ' || n || ' of many', 1, 'detector', 'many', 'many ' || n, 1,
      at, at, 10
   
    FROM generate_series(1, ${count}::int) n,
      LATERAL (SELECT now() - ${ago}::interval - n * interval '1 second' AS at) seen`
  await site.sql`UPDATE change_counters SET seq = ${count} WHERE org_uuid = ${org.uuid}`
}

/** Moves to a row of a short list by keyboard. */
export async function walkTo(page: Page, vin: string): Promise<void> {
  const above = (await page.getByRole('option').allInnerTexts()).findIndex((row) => row.includes(vin))
  await page.keyboard.press('j')
  await page.keyboard.press('Home')
  for (let step = 0; step < above; step++) await page.keyboard.press('j')
  await eventually(() => rowOf(page, vin).getAttribute('class')).toContain('am-cursor')
}
