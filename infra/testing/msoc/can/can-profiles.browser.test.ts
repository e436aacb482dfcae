import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, sidewaysOf, startConsole } from '../../support/browser/browser.ts'
import { calmTraffic, keepCapture } from '../../support/can-bus.ts'
import type { Organisation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/analyzers/profiles'
const start = Date.now() - 600_000

const badge = (page: Page, text: string) => page.locator('.c-page-head .c-badge').filter({ hasText: text })

async function send({ key }: Organisation, vehicle: string, from: number, seconds: number): Promise<void> {
  await site.post(
    key,
    calmTraffic('can0', from, seconds).map(({ ts, bus, id, flags, data }) => ({
      type: 'can',
      vehicle,
      ts,
      bus,
      id,
      ext: flags === 1,
      data: Buffer.from(data).toString('hex'),
    })),
  )
}

test('[PROFILE-UI-4] [PROFILE-UI-6] [PROFILE-UI-8] a profile from a capture goes from draft to retired', async () => {
  const org = await site.organisation('Learners')
  const capture = await keepCapture(site.sql, org.org, 'drive.log', [calmTraffic('can0', start, 30)])
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${list}?capture=${capture}`)
  const dialog = page.getByRole('dialog', { name: 'Learn a profile' })
  await eventually(() => dialog.getByLabel('Capture', { exact: true }).inputValue()).toBe(capture)
  await dialog.getByLabel('Vehicle model').fill('EQX-24')
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Learn/ }).click()
  await page.getByText('A draft was learned: 2 ids over 30 s.').waitFor()

  await page.getByRole('row').filter({ hasText: 'EQX-24 v1' }).click()
  await page.getByRole('heading', { name: 'EQX-24 v1, can0' }).waitFor()
  await badge(page, 'Draft').waitFor()
  const ids = page.getByRole('grid', { name: 'Ids of the profile' })
  await ids.getByRole('row').filter({ hasText: '2B0' }).click()
  const detail = page.getByRole('region', { name: 'Id 0x000002B0' })
  await detail.getByText('100 ms ± 0', { exact: false }).waitFor()
  expect(await detail.getByRole('row', { name: /^0 / }).textContent()).toContain('01010101always 55')
  await page.getByLabel('Search ids').fill('1a0')
  await eventually(() => ids.getByRole('row').count()).toBe(2)

  await page.getByRole('link', { name: /^Exceptions/ }).click()
  await page.getByLabel('Detector').selectOption('can-period')
  await page.getByLabel('About').selectOption({ label: '0x1A0 ' })
  await page.getByRole('button', { name: 'Keep quiet' }).click()
  await page.getByText('keeps quiet about 0x1A0').waitFor()
  await page.getByRole('link', { name: 'Differences' }).click()
  await page.getByText('It is the first profile of this model and bus.').waitFor()

  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog', { name: 'Activate EQX-24 v1?' }).getByRole('button', { name: 'Activate' }).click()
  await badge(page, 'Active').waitFor()
  const [row] = await site.sql`SELECT state, activated_by, profile->'exceptions' AS exceptions
      FROM can_profiles
      WHERE org_uuid = ${org.org.uuid}`
  expect(row).toEqual({
    state: 'ACTIVE',
    activated_by: 'Learners analyst',
    exceptions: [{ id: 0x1a0, ext: false, detector: 'can-period' }],
  })
  await page.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await badge(page, 'Retired').waitFor()
})

test('[PROFILE-UI-7] a second profile shows its differences from the active one', async () => {
  const org = await site.organisation('Comparers')
  const learned = async (frames: ReturnType<typeof calmTraffic>) => {
    const capture_uuid = await keepCapture(site.sql, org.org, 'drive.log', [frames])
    await site.call(org.members.ADMIN.token, 'msoc/v1/can/profiles/learn', { model: 'M', bus: 'can0', capture_uuid })
  }
  const rows = async () => (await site.get(org.members.ADMIN.token, 'msoc/v1/can/profiles')).body.profiles
  await learned(calmTraffic('can0', start, 10))
  await eventually(async () => (await rows()).length).toBe(1)
  await learned(calmTraffic('can0', start, 10).filter(({ id }) => id === 0x1a0))
  await eventually(async () => (await rows()).length).toBe(2)
  const [second, first] = await rows()
  await site.call(org.members.ADMIN.token, 'msoc/v1/can/profiles/activate', { uuid: first.uuid, revision: 1 })

  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${list}?profile=${second.uuid}&view=differences`)
  const change = page
    .getByRole('region', { name: 'Differences from M v1, active' })
    .getByRole('row')
    .filter({ hasText: '0x000002B0' })
  await change.getByText('removed').waitFor()
  expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true)
  await goto(`${list}?profile=${first.uuid}&view=exceptions`)
  await badge(page, 'Active').waitFor()
  await eventually(() => page.getByRole('button', { name: 'Keep quiet' }).isDisabled()).toBe(true)
  await goto(`${list}?profile=${second.uuid}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'CAN profiles' }).waitFor()
  await eventually(() => page.getByRole('grid', { name: 'CAN profiles' }).getByRole('row').count()).toBe(2)
})

test('[PROFILE-UI-9] [PROFILE-UI-10] a vehicle shows how its buses are monitored, and learns them again', async () => {
  const org = await site.organisation('Watchers')
  await createVehicle(site, org.members.ADMIN.token, { vin: 'WWATCH1', model: 'M' })
  await send(org, 'WWATCH1', start, 40)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  const panel = page.getByRole('region', { name: 'CAN buses' })
  await goto('/org/msoc/dashboard/projects/vehicle/info?vehicle=WWATCH1')
  await panel.getByText(/learning, (39|40) of 60 s/).waitFor()
  await send(org, 'WWATCH1', start + 40_000, 25)
  await panel.getByText(/watched by its own past, learned from 6[45] s/).waitFor()
  await panel.getByRole('button', { name: 'Learn again' }).click()
  await page
    .getByRole('dialog', { name: 'Learn the buses of WWATCH1 again?' })
    .getByRole('button', { name: 'Learn again' })
    .click()
  await panel.getByText('learning, 0 of 60 s').waitFor()

  const capture_uuid = await keepCapture(site.sql, org.org, 'drive.log', [calmTraffic('can0', start, 10)])
  await site.call(org.members.ADMIN.token, 'msoc/v1/can/profiles/learn', { model: 'M', bus: 'can0', capture_uuid })
  await eventually(
    async () => (await site.sql`SELECT 1 FROM can_profiles WHERE org_uuid = ${org.org.uuid}`).length,
  ).toBe(1)
  await site.sql`UPDATE can_profiles SET state = 'ACTIVE' WHERE org_uuid = ${org.org.uuid}`
  await goto('/org/msoc/dashboard/projects/vehicle/ids-can?vehicle=WWATCH1')
  await page.locator('main').getByRole('link', { name: 'profile M v1' }).click()
  await page.getByRole('heading', { name: 'M v1, can0' }).waitFor()
  expect(await site.sql`SELECT can_generation FROM vehicles WHERE vin = 'WWATCH1'`).toEqual([{ can_generation: 1 }])
})

test('[PROFILE-UI-1] scrolling to the end loads more profiles, and a search finds any of them', async () => {
  const org = await site.organisation('Keepers')
  const profile = {
    shape: 1,
    learned: { frames: 0, seconds: 0, vehicles: 0 },
    load: { mean: 0, peak: 0 },
    ids: [],
    exceptions: [],
  }
  await site.sql`
    INSERT INTO can_profiles (org_uuid, model, bus, version, origin, profile, created_by, created_at)
   
    SELECT ${org.org.uuid}, 'Many ' || n, 'can0', 1, 'DBC', ${site.sql.json(profile)}, 'x',
      now() - n * interval '1 minute'
    FROM generate_series(1, 120) n`
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(list)
  await page.getByText('120 profiles').waitFor()
  const table = page.getByRole('grid', { name: 'CAN profiles' })
  await eventually(async () => {
    await table.press('End')
    return page.getByRole('row').filter({ hasText: 'Many 120 v1' }).count()
  }).toBe(1)
  await page.getByLabel('Search profiles').fill('many 77')
  await page.getByText('1 profile', { exact: true }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Many 77 v1' }).count()).toBe(1)
})

test.for(['dark', 'light'] as const)(
  '[PROFILE-UI-3] [PROFILE-UI-5] the list and the review are accessible, %s',
  async (theme) => {
    const org = await site.organisation(`Readers ${theme}`)
    const capture_uuid = await keepCapture(site.sql, org.org, 'drive.log', [calmTraffic('can0', start, 10)])
    await site.call(org.members.ADMIN.token, 'msoc/v1/can/profiles/learn', {
      model: 'EQX-24',
      bus: 'can0',
      capture_uuid,
      note: 'a quiet drive',
    })
    const profiles = async () => (await site.get(org.members.ADMIN.token, 'msoc/v1/can/profiles')).body.profiles
    await eventually(async () => (await profiles()).length).toBe(1)
    const [{ uuid }] = await profiles()
    await site.call(org.members.ADMIN.token, 'msoc/v1/can/profiles/save', {
      uuid,
      revision: 1,
      exceptions: [{ id: null, ext: false, detector: 'can-flood' }],
    })
    const { page, goto } = await visit({ as: org.members.VIEWER, theme })
    await goto(list)
    await page.getByRole('row').filter({ hasText: 'a quiet drive' }).waitFor()
    expect(await page.getByRole('button', { name: /^Learn profile/ }).isDisabled()).toBe(true)
    expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
    await goto(`${list}?profile=${uuid}&id=x1A0`)
    await page.getByRole('region', { name: 'Id 0x1A0' }).waitFor()
    expect([await axeOf(page), await sidewaysOf(page)]).toEqual([[], 0])
    for (const view of ['differences', 'exceptions']) {
      await goto(`${list}?profile=${uuid}&view=${view}`)
      await page.getByRole('heading', { name: 'EQX-24 v1, can0' }).waitFor()
      await page.locator('.c-state, .cpr-quiet').waitFor()
      expect([view, await axeOf(page), await sidewaysOf(page)]).toEqual([view, [], 0])
    }
  },
)
