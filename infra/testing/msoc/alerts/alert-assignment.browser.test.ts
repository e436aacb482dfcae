import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { dialogGone } from '../../support/browser/focus.ts'
import { alerts, onTitle, recorded, rowOf } from '../../support/browser/queue.ts'

const { site, visit } = await startConsole()

test('[QUEUE-86] [QUEUE-87] one merges alerts and undoes it by key, another unmerges', async () => {
  const org = await site.organisation('Merge')
  const [first, second] = await postFleet(site, org)
  const one = await visit({ as: org.members.ANALYST })
  const other = await visit({ as: org.members.ADMIN })
  for (const { page, goto } of [one, other]) {
    await goto(alerts)
    await rowOf(page, first!).waitFor()
    await rowOf(page, second!).waitFor()
  }
  const { page } = one
  const merge = async () => {
    for (const vin of [first!, second!]) await rowOf(page, vin).locator('[data-select]').click()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Merge 2 alerts into one' })
    await dialog.getByRole('radio', { name: new RegExp(first!) }).check()
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Merge/ }).click()
    await dialogGone(page)
    await eventually(async () => (await recorded(site, org, { vehicle: second!, status: 'MERGED' })).length).toBe(1)
  }
  await merge()
  await rowOf(page, first!).getByText('+1 merged').waitFor()
  await page
    .locator('.am-notices')
    .getByText(/merged into ALR-/)
    .waitFor()
  await page.keyboard.press('z')
  await rowOf(page, second!).waitFor()
  await eventually(async () => (await recorded(site, org, { vehicle: second!, status: 'NEW' })).length).toBe(1)

  await merge()
  await rowOf(other.page, first!).getByText('+1 merged').waitFor()
  await rowOf(other.page, first!).click(onTitle)
  const drawer = other.page.getByRole('complementary', { name: 'Alert' })
  const parts = drawer.getByRole('region', { name: /^Merged alerts/ })
  await parts.getByText(`on ${second!}`).waitFor()
  await drawer
    .getByText(/^Merged 1 alert: ALR-/)
    .first()
    .waitFor()
  expect(await axeOf(other.page)).toEqual([])
  await parts.getByRole('button', { name: 'Unmerge', exact: true }).click()
  await eventually(async () => (await recorded(site, org, { vehicle: second!, status: 'NEW' })).length).toBe(1)
  await parts.waitFor({ state: 'detached' })
})

test('[ALERT-PIPELINE-UI-8] [ALERT-PIPELINE-UI-9] [ALERT-PIPELINE-UI-10] alerts are assigned, then late', async () => {
  const org = await site.organisation('Duty')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${alerts}/pipeline`)
  const dialog = page.getByRole('dialog')
  const begin = async (kind: string, vehicles: string, reason: string) => {
    await page.getByRole('button', { name: 'New step' }).first().click()
    await dialog.getByLabel('Kind').selectOption(kind)
    await dialog.getByLabel('Vehicles').fill(vehicles)
    await dialog.getByLabel('Reason').fill(reason)
  }
  await begin('Assignment', `${vin!}, DUTY1`, 'Day duty')
  await dialog.getByText('Choose at least one member.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Duty analyst' }).check()
  await dialog.getByRole('checkbox', { name: 'Duty admin' }).check()
  await dialog.getByRole('button', { name: 'Try on the last day' }).click()
  await dialog.getByText(/^1 alert of the last day matches, 1 open\. Assigned: Duty analyst 1\.$/).waitFor()
  await dialog.getByLabel('Only during a shift').check()
  await dialog.getByLabel('Shift from').waitFor()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByLabel('Only during a shift').uncheck()
  await dialog.getByRole('button', { name: /^Assign/ }).click()
  await dialogGone(page)

  await begin('Escalation', 'DUTY1', 'Nobody looked')
  await dialog.getByLabel('Minutes after it was raised').fill('5')
  await dialog.getByLabel('Hand it over to another member').check()
  await dialog.getByRole('checkbox', { name: 'Duty admin' }).check()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Escalate/ }).click()
  await dialogGone(page)
  const rows = page.getByRole('row')
  const escalation = rows.filter({ hasText: 'Nobody looked' })
  await escalation.getByText(/overdue after 5 min unless acknowledged, then 1 member/).waitFor()
  await escalation.getByRole('button', { name: 'Move up' }).click()
  await eventually(async () => (await rows.nth(1).innerText()).includes('Nobody looked')).toBe(true)
  expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])

  await site.post(org.key, [intrusion('DUTY1', 0x8001)])
  await eventually(async () => (await recorded(site, org, { vehicle: 'DUTY1' }))[0]?.owner?.name).toBe('Duty analyst')
  await goto(alerts)
  await rowOf(page, 'DUTY1').click(onTitle)
  const drawer = page.getByRole('complementary', { name: 'Alert' })
  await drawer.getByText(/^Overdue in .* unless acknowledged, then handed over, by the step “Nobody looked”/).waitFor()
  await drawer.getByText('Assigned to Duty analyst by the step “Day duty”').waitFor()
  await site.sql`UPDATE alert_timers SET due_at = now() WHERE org_uuid = ${org.org.uuid}`
  await rowOf(page, 'DUTY1').getByText('Overdue').waitFor()
  await drawer.getByText(/^Overdue: not acknowledged within 5 min, by the step “Nobody looked”/).waitFor()
  await drawer.getByText('Assigned to Duty admin by the step “Nobody looked”').waitFor()
  expect(await axeOf(page)).toEqual([])
})

test('[QUEUE-88] a similar alert is merged with one click', async () => {
  const org = await site.organisation('Alike')
  const observables = JSON.stringify([{ kind: 'arbitration_id', value: '0x2C1' }])
  await site.sql`
    INSERT INTO alerts
      (org_uuid, number, title, severity, source, rule, dedup_key, count, first_seen, last_seen, risk, observables)
    SELECT ${org.org.uuid}, n, 'Alike ' || n, 1, 'detector', 'alike', 'alike ' || n, 1, now(), now(), 10,
      ${observables}::text::jsonb
    FROM generate_series(1, 2) n`
  await site.sql`UPDATE change_counters SET seq = 2 WHERE org_uuid = ${org.org.uuid}`
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await rowOf(page, 'Alike 1').click(onTitle)
  const drawer = page.getByRole('complementary', { name: 'Alert' })
  const similar = drawer.getByRole('region', { name: /^Similar/ })
  await similar.getByText('arbitration id 0x2C1 · same rule').waitFor()
  await similar.getByRole('button', { name: 'Merge ALR-2 into this alert' }).click()
  await drawer
    .getByRole('region', { name: /^Merged alerts/ })
    .getByText('Alike 2')
    .waitFor()
  expect((await recorded(site, org, { status: 'MERGED' })).map(({ number }) => number)).toEqual([2])
  await eventually(() => similar.getByText('Alike 2').count()).toBe(0)
})
