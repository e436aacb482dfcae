import { expect, test } from 'vitest'

import { axeOf, eventually, intrusion, postFleet, startConsole } from '../../support/browser/browser.ts'

const { site, visit } = await startConsole()
const alerts = '/org/msoc/dashboard/alert-management'

test('[QUEUE-83] [QUEUE-35] [QUEUE-84] [QUEUE-82] alerts of a rule: closed with a comment, reopened', async () => {
  const org = await site.organisation('Rules')
  const vins = await postFleet(site, org)
  await site.post(
    org.key,
    vins.slice(4, 9).map((vin) => intrusion(vin, 0x8001)),
  )
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('v')
  const rule = page.getByRole('row').filter({ hasText: 'SecOC verification failed' })
  await rule.waitFor()
  expect(await rule.innerText()).toMatch(/High\s+SecOC verification failed ids\.can 0x8001\s+6\s+6\s+6/)
  expect(await axeOf(page)).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await eventually(() => page.getByRole('option').count()).toBe(6)
  await page.keyboard.press('A')
  await page.getByText('All 6 matching selected').waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Comment (optional)').fill('1st workshop test')
  await page.getByRole('radio', { name: /Legitimate/ }).check()
  await page.getByLabel('Comment (optional)').press('Control+Enter')

  const strip = page.getByRole('region', { name: 'Close 6 alerts', exact: true })
  await strip.getByText('Completed: 6 updated.').waitFor()
  const { body } = await site.get(org.members.ANALYST.token, 'msoc/v1/alerts', { rule: 'ids.can 0x8001' })
  const { changes } = (await site.get(org.members.ANALYST.token, 'msoc/v1/alerts/get', { uuid: body.alerts[0].uuid }))
    .body
  expect(changes.find(({ kind }: { kind: string }) => kind === 'close').detail).toMatchObject({
    comment: '1st workshop test',
  })
  await page.keyboard.press('z')
  await page.getByText('Completed: 6 restored.').waitFor()
  await eventually(async () => {
    const { body: now } = await site.get(org.members.ANALYST.token, 'msoc/v1/alerts', { rule: 'ids.can 0x8001' })
    return now.alerts.map(({ status }: { status: string }) => status)
  }).toEqual(Array.from({ length: 6 }, () => 'NEW'))
})

test('[QUEUE-85] axe finds nothing on a fixed window, and with the cursor far from the visible rows', async () => {
  const org = await site.organisation('Far')
  const vins = Array.from({ length: 60 }, (_, n) => `FAR-${String(n).padStart(3, '0')}`)
  await site.post(
    org.key,
    vins.map((vin) => intrusion(vin, 0x8001)),
  )
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const span = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  await goto(`${alerts}?time=${span.join('~')}`)
  await page.getByText('These are all that were last seen').waitFor()
  const list = page.getByRole('listbox', { name: 'Alerts' })
  await page.keyboard.press('j')
  await eventually(() => list.getAttribute('aria-activedescendant')).toMatch(/^alert-/)
  expect(await axeOf(page)).toEqual([])
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await eventually(() => list.getAttribute('aria-activedescendant')).toBe(null)
  expect(await axeOf(page)).toEqual([])
})

test('[QUEUE-45] escalating is undone by its key: the new alerts are new again and the case is closed', async () => {
  const org = await site.organisation('Regret')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  await page.getByRole('option').filter({ hasText: vin! }).waitFor()
  await page.getByRole('option').filter({ hasText: vin! }).locator('[data-select]').click()
  await page.keyboard.press('e')
  await page.getByLabel('Title of the case').fill('By mistake')
  await page.getByRole('button', { name: 'Escalate' }).last().click()
  await page.getByText('escalated to CAS-1.').waitFor()
  await page.keyboard.press('z')
  await page.getByText(/^Undone: ALR-\d+ restored\. CAS-1 is closed\.$/).waitFor()
  const { body } = await site.get(org.members.ANALYST.token, 'msoc/v1/alerts', { vehicle: vin! })
  expect(body.alerts[0]).toMatchObject({ status: 'NEW', acknowledged_at: null, case_uuid: null })
})

test.for([1280, 1600])('[DASHBOARD-UI-20] no figure covers another at %i px', async (width) => {
  const org = await site.organisation(`Wide ${width}`)
  await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await page.setViewportSize({ width, height: 900 })
  await goto('/org/msoc/dashboard')
  await eventually(() => page.locator('.db-kpi').filter({ hasText: 'Open alerts' }).innerText()).toMatch(/3/)
  const covered = await page.locator('.db-kpi').evaluateAll((kpis) =>
    kpis.flatMap((kpi) => {
      const value = kpi.querySelector('.db-kpi-value')!.getBoundingClientRect()
      const note = kpi.querySelector('.db-kpi-note')!.getBoundingClientRect()
      const box = kpi.getBoundingClientRect()
      const isCovered = note.top < value.bottom - 1 && note.left < value.right
      return isCovered || note.right > box.right || value.right > box.right ? [kpi.textContent] : []
    }),
  )
  expect(covered).toEqual([])
})

test('[SETTINGS-10] all pages of the settings are in view', async () => {
  const { members } = await site.organisation('Tabs')
  const { page, goto } = await visit({ as: members.ADMIN })
  await page.setViewportSize({ width: 1280, height: 720 })
  await goto('/org/lifecycle/profile-settings')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await eventually(() => tabs.count()).toBe(7)
  const right = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right))
  expect(Math.max(...right)).toBeLessThanOrEqual(1280)
})
