import { expect, test } from 'vitest'

import { axeOf, eventually, position, postFleet, startConsole } from '../../support/browser/browser.ts'
import type { Organisation } from '../../support/installation.ts'

const { site, visit } = await startConsole()
const tab = (name: string) => `/org/msoc/dashboard/jobs/${name}`

/** Stores a job as a worker would have left it. */
async function jobOf(
  { org, members }: Organisation,
  title: string,
  status: string,
  more: { done?: number; total?: number; error?: string } = {},
): Promise<void> {
  const { done = 0, total = 100, error = null } = more
  await site.sql`
    INSERT INTO jobs
      (org_uuid, kind, title, status, done, total, outcome, messages, error, input, created_by_uuid,
        started_at, finished_at, beat_at)
   
    VALUES (${org.uuid}, 'alerts.update', ${title}, ${status}, ${done}, ${total},
      ${site.sql.json({ updated: done })}, ${site.sql.json(['ALR-7 is closed.'])}, ${error}, '{}',
      ${members.ADMIN.uuid},
      now() - interval '1 minute', ${status === 'RUNNING' ? null : new Date()}, now() + interval '1 hour')`
}

test('jobs are in their tabs, with their progress, their outcome, and why they failed', async () => {
  const org = await site.organisation('Tabs')
  await jobOf(org, 'Close 100 alerts', 'RUNNING', { done: 40 })
  await jobOf(org, 'Acknowledge 12 alerts', 'COMPLETED', { done: 12, total: 12 })
  await jobOf(org, 'Import vehicles', 'FAILED', { done: 3, error: 'The file ends in the middle of a line.' })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto('/org/msoc/dashboard/jobs')
  await page.waitForURL(`**${tab('current')}`)
  const running = page.getByRole('listitem').filter({ hasText: 'Close 100 alerts' })
  await running.waitFor()
  expect(await running.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(await page.getByText('Import vehicles').count()).toBe(0)

  await page.getByRole('link', { name: 'Completed' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Acknowledge 12 alerts' }).getByText('12 updated').waitFor()
  await page.getByText('1 message').click()
  await page.getByText('ALR-7 is closed.').waitFor()

  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByText('The file ends in the middle of a line.').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).isEnabled()).toBe(true)
})

test('[JOB-UI-4] stopping a job asks for confirmation first, and the job leaves the list', async () => {
  const org = await site.organisation('Stopping')
  await jobOf(org, 'Close everything', 'RUNNING', { done: 40 })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tab('current'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click()
  await page.getByText('Nothing is running').waitFor()
  expect(await site.sql`SELECT status FROM jobs WHERE org_uuid = ${org.org.uuid}`).toMatchObject([
    { status: 'CANCELLED' },
  ])
  await goto(tab('completed'))
  await page.getByRole('listitem').filter({ hasText: 'Close everything' }).getByText('Cancelled').waitFor()
})

test('a rejected event is corrected, sent again and stored', async () => {
  const org = await site.organisation('Mending')
  const [vin] = await postFleet(site, org)
  await site.post(org.key, [position(vin!, 0, { lat: 99 })])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tab('rejects'))
  await page.getByText('lat: a number from -90 to 90 is needed').first().click()
  const editor = page.getByRole('complementary', { name: 'Rejected event' })
  const text = editor.getByLabel('Event')
  await text.fill('{ "type":')
  await editor.getByText('This is not JSON').waitFor()
  expect(await editor.getByRole('button', { name: 'Send the mended event' }).isDisabled()).toBe(true)

  await text.fill(JSON.stringify(position(vin!, 0)))
  await editor.getByRole('button', { name: 'Send the mended event' }).click()
  await editor.getByText('It is stored now.').waitFor()
  await eventually(
    async () => (await site.get(org.members.ADMIN.token, 'msoc/v1/positions', { vehicle: vin! })).body.positions.length,
  ).toBe(2)
})

test('[REJECT-UI-5] several events are sent again at once, and those still wrong are refused again', async () => {
  const org = await site.organisation('Several')
  const [vin] = await postFleet(site, org)
  await site.post(org.key, [position(vin!, 0, { lat: 98 }), position(vin!, 0, { lat: 97 })])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tab('rejects'))
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Pick all shown' }).click()
  const bar = page.getByRole('toolbar', { name: 'Picked events' })
  await bar.getByText('2 picked').waitFor()
  await bar.getByRole('button', { name: 'Send again' }).click()
  await eventually(() => page.getByRole('gridcell', { name: 'Refused' }).count()).toBe(2)
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(false)
})

test('[INGEST-UI-3] a key is created, shown once, used, and revoked', async () => {
  const org = await site.organisation('Keys')
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto(tab('ingest'))
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Depot gateway')
  await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click()
  const key = await page.getByLabel('The key').innerText()
  expect((await site.post(key, [position('DEPOT-1', 0)])).body).toMatchObject({ accepted: 1 })
  await page.getByRole('button', { name: 'I have it' }).click()
  await eventually(() => page.getByText(key).count()).toBe(0)

  await page.getByRole('button', { name: 'Revoke Depot gateway' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row').filter({ hasText: 'Depot gateway' }).getByText('revoked').waitFor()
})

test('[INGEST-UI-3] an analyst sees the sources, and that keys and settings are for administrators', async () => {
  const org = await site.organisation('Analysts')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(tab('ingest'))
  await page.getByText('Only administrators see the keys').waitFor()
  await page
    .getByRole('region', { name: 'Ingest settings' })
    .getByText('Your role can look. Administrators can change this.')
    .waitFor()
  await postFleet(site, org)
  const source = page.getByRole('region', { name: 'Pipeline' }).getByRole('row').filter({ hasText: 'http' })
  await source.waitFor()
  expect(await source.getByRole('cell').count()).toBe(7)
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s tabs', async (theme) => {
  const org = await site.organisation(`Axe ${theme}`)
  const [vin] = await postFleet(site, org)
  await site.post(org.key, [position(vin!, 0, { lat: 98 })])
  await jobOf(org, 'Close 100 alerts', 'RUNNING', { done: 40 })
  await jobOf(org, 'Import vehicles', 'FAILED', { done: 3, error: 'The file ends in the middle of a line.' })
  const { page, goto } = await visit({ as: org.members.ADMIN, theme })
  for (const [name, text] of [
    ['current', 'Close 100 alerts'],
    ['failed', 'Import vehicles'],
    ['ingest', `Axe ${theme} key`],
    ['rejects', 'lat: a number'],
  ] as const) {
    await goto(tab(name))
    await page.getByText(text).first().waitFor()
    expect([name, await axeOf(page)]).toEqual([name, []])
  }
  await page.getByText('lat: a number').first().click()
  await page.getByRole('complementary', { name: 'Rejected event' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})
