/// <reference lib="dom" />
// functions that are passed to a page run there
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getProfile, getTeam, inviteMember, saveProfile } from '@carapace/shared/account/team.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { getOrganisation, saveOrganisation } from '@carapace/shared/account/organisation.contract'
import { getIngestSettings } from '@carapace/shared/msoc/ingest/ingest.contract'

import { codeOf } from '../support/authenticator.ts'
import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { press } from '../support/browser/forms.ts'
import { password } from '../support/installation.ts'

const { site, visit } = await startConsole()

const paths = {
  profile: '/org/lifecycle/profile-settings',
  team: '/org/lifecycle/invite-team-member',
  password: '/org/lifecycle/reset-password',
  twoFactor: '/org/lifecycle/enable-2fa-code',
  organisation: '/org/lifecycle/settings',
  log: '/org/lifecycle/settings?tab=security-log',
  releases: '/org/lifecycle/release-history',
} as const

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const toast = (page: Page, text: string) => page.locator('.bp6-toast').getByText(text).waitFor()
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const statusBar = (page: Page) => page.locator('.status-bar')

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('[SETTINGS-1] [FORMAT-1] a saved time zone applies at once to the status bar and to input', async () => {
  const {
    members: { ADMIN, ANALYST },
  } = await site.organisation('Zones')
  await postFleet(site, await site.organisation('Zones fleet'))
  const { page, goto } = await visit({ as: ANALYST })
  await goto(paths.profile)
  await title(page, 'Your Profile')
  await statusBar(page).getByText('Times in UTC').waitFor()

  await page.getByLabel('Name', { exact: true }).fill('Asha Menon')
  await page.locator('.st-who .c-avatar').getByText('AM').waitFor()
  await page.getByLabel('Job title').fill('SOC lead')
  await page.getByLabel('Country').selectOption('India')
  await page.getByLabel('Phone').fill('98 765')
  await page.getByText('Phone number should be between 10 and 10 digits.').waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Phone').fill('98765 43210')
  await page.getByLabel('Time zone').fill('asia/nowhere')
  await page.getByText('Choose one of the list: type a city.').waitFor()
  await page.getByLabel('Time zone').fill('asia/kolkata')
  await page.getByText(/^It is \d\d:\d\d [ap]m in Asia\/Kolkata, GMT\+5:30\./).waitFor()
  await press(page, 'Save')
  await toast(page, 'Profile saved')
  await statusBar(page).getByText('Times in Asia/Kolkata').waitFor()
  expect((await site.request(ANALYST.token, getProfile, {})).profile).toMatchObject({
    name: 'Asha Menon',
    job_title: 'SOC lead',
    country: 'India',
    mobile_number: '9876543210',
    time_zone: 'Asia/Kolkata',
  })

  await goto('/org/msoc/dashboard?time=2026-01-10T18:00:00Z~2026-01-10T20:00:00Z')
  await page.getByRole('button', { name: 'Fixed window' }).click()
  expect(await page.getByLabel('From (Asia/Kolkata)').inputValue()).toBe('2026-01-10T23:30')
  await page.getByLabel('From (Asia/Kolkata)').fill('2026-01-11T00:00')
  await press(page, 'Show this window')
  await page.waitForURL((url) => url.searchParams.get('time') === '2026-01-10T18:30:00Z~2026-01-10T20:00:00Z')
  expect((await site.request(ADMIN.token, getProfile, {})).profile.time_zone).toBe('UTC')
})

test('[FORMAT-1] open pages apply a time zone that was chosen elsewhere', async () => {
  const {
    members: { VIEWER },
  } = await site.organisation('Elsewhere')
  const { page, goto } = await visit({ as: VIEWER })
  await goto(paths.releases)
  await statusBar(page).getByText('Times in UTC').waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await statusBar(other).getByText('Times in UTC').waitFor()

  await goto(paths.profile)
  await page.getByLabel('Time zone').fill('America/New_York')
  await press(page, 'Save')
  await statusBar(page).getByText('Times in America/New York').waitFor()
  await statusBar(other).getByText('Times in America/New York').waitFor()
  expect((await site.request(VIEWER.token, whoAmI, {})).user.time_zone).toBe('America/New_York')
})

test('[SETTINGS-4] a profile that was changed elsewhere is shown with its current values', async () => {
  const {
    members: { VIEWER },
  } = await site.organisation('Twice')
  const { page, goto, ignoreFaults } = await visit({ as: VIEWER })
  await goto(paths.profile)
  await page.getByLabel('Job title').fill('Mine')
  const { profile } = await site.request(VIEWER.token, getProfile, {})
  await site.request(VIEWER.token, saveProfile, { ...profile, job_title: 'Theirs' })
  await press(page, 'Save')
  await page.getByText('Someone else changed this meanwhile: job title is now Theirs.').waitFor()
  expect(await page.getByLabel('Job title').inputValue()).toBe('Theirs')
  await page.getByLabel('Job title').fill('Mine')
  await press(page, 'Save')
  await toast(page, 'Profile saved')
  ignoreFaults(/409/)
})

test('[SETTINGS-2] sessions are listed; one is ended, then all others', async () => {
  const {
    org,
    members: { ENGINEER },
  } = await site.organisation('Sessions')
  const others = [
    await site.signIn(org, ENGINEER.uuid),
    await site.signIn(org, ENGINEER.uuid),
    await site.signIn(org, ENGINEER.uuid),
  ]
  const { page, goto } = await visit({ as: ENGINEER })
  await goto(paths.profile)
  const lines = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
  await eventually(() => lines.count()).toBe(4)
  expect(await lines.filter({ hasText: 'This session' }).count()).toBe(1)
  expect(await lines.first().innerText()).toMatch(/127\.0\.0\.1/)

  await lines
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click()
  await press(page, 'End the session')
  await eventually(() => lines.count()).toBe(3)
  await press(page, 'Sign out all others')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await eventually(() => lines.count()).toBe(1)
  await eventually(async () =>
    Promise.all(others.map(async (token) => (await site.get(token, 'v2/auth/session')).status)),
  ).toEqual([403, 403, 403])
  expect((await site.get(ENGINEER.token, 'v2/auth/session')).status).toBe(200)
})

test('[SETTINGS-3] users can export their data, and erase it with a typed word and the password', async () => {
  const {
    members: { ADMIN, VIEWER },
  } = await site.organisation('Erasure')
  const { page, goto, ignoreFaults } = await visit({ as: VIEWER })
  await goto(paths.profile)
  const { name, text } = await downloaded(page, () => press(page, 'Download my data'))
  expect(name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  expect(text).toContain(VIEWER.email)

  await press(page, 'Erase my account')
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  const erase = dialog.getByRole('button', { name: 'Erase my account' })
  await dialog.getByLabel('Your e-mail address, to confirm').fill(VIEWER.email)
  expect(await erase.isDisabled()).toBe(true)
  await dialog.getByLabel('Your password').fill('wrong password')
  await erase.click()
  await dialog.getByRole('alert').waitFor()
  expect(await page.evaluate(() => location.pathname)).toBe(paths.profile)
  await dialog.getByLabel('Your password').fill(password)
  await erase.click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('carapace.user'))).toBeNull()
  expect(JSON.stringify(await site.request(ADMIN.token, getTeam, {}))).not.toContain(VIEWER.email)
  ignoreFaults(/4\d\d/)
})

test('a password is changed with the current one; other sessions end', async () => {
  const {
    org,
    members: { ENGINEER },
  } = await site.organisation('Passwords')
  const other = await site.signIn(org, ENGINEER.uuid)
  const { page, goto, ignoreFaults } = await visit({ as: ENGINEER })
  await goto(paths.password)
  await title(page, 'Reset Password')
  const button = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Current password', { exact: true }).fill('not it at all')
  await page.getByLabel('New password', { exact: true }).fill('Fresh-secret-7')
  await page.getByLabel('Re-enter password', { exact: true }).fill('Fresh-secret-8')
  await button.click()
  await page.getByRole('alert').getByText('Passwords do not match!').waitFor()
  await page.getByLabel('Re-enter password', { exact: true }).fill('Fresh-secret-7')
  await button.click()
  await eventually(() => page.getByRole('alert').innerText()).not.toBe('Passwords do not match!')
  expect(await page.evaluate(() => location.pathname)).toBe(paths.password)

  await page.getByLabel('Current password', { exact: true }).fill(password)
  await button.click()
  await toast(page, 'Your password is changed. Your other sessions have ended.')
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
  expect((await site.call('', 'v2/auth/login', { email: ENGINEER.email, password: 'Fresh-secret-7' })).status).toBe(200)
  await eventually(async () => (await site.get(other, 'v2/auth/session')).status).toBe(403)
  ignoreFaults(/422|400/)
})

test('[SETTINGS-6] the second factor is enabled with a code, gets recovery codes, and is disabled', async () => {
  const {
    members: { ANALYST },
  } = await site.organisation('Factors')
  const { page, goto, ignoreFaults } = await visit({ as: ANALYST })
  await goto(paths.twoFactor)
  await title(page, 'Enable 2FA Code')
  await page.getByLabel('Your password').fill(password)
  await press(page, 'Set up')
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '')
  const code = page.getByLabel('Code of your authenticator app', { exact: true })
  await code.fill(String((Number(codeOf(secret)) + 7) % 1_000_000).padStart(6, '0'))
  await press(page, 'Switch on')
  await page.getByRole('alert').waitFor()
  await code.fill(codeOf(secret, Date.now() - 30_000))
  await press(page, 'Switch on')

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await eventually(() => codes.count()).toBe(10)
  const first = await codes.allInnerTexts()
  const file = await downloaded(page, () => press(page, 'Download'))
  expect(file.name).toBe('recovery-codes.txt')
  expect(file.text).toContain(`${first.join('\n')}\n`)
  await press(page, 'I have kept them')
  await page.getByText(/^since \d\d /).waitFor()

  const again = page.getByRole('region', { name: 'New recovery codes' })
  await again.getByLabel('Your password').fill(password)
  await again.getByLabel('Code of your authenticator app').fill(codeOf(secret))
  await again.getByRole('button', { name: 'Make new codes' }).click()
  await eventually(() => codes.count()).toBe(10)
  const second = await codes.allInnerTexts()
  expect(second.filter((each) => first.includes(each))).toEqual([])
  await press(page, 'I have kept them')

  const off = page.getByRole('region', { name: 'Switch it off' })
  await off.getByLabel('Your password').fill(password)
  await off.getByLabel(/recovery code/).fill(second[0]!)
  await off.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('heading', { name: 'Two-factor verification is off' }).waitFor()
  expect((await site.request(ANALYST.token, whoAmI, {})).user.two_factor).toBe(false)
  ignoreFaults(/4\d\d/)
})

test('[SETTINGS-4] [SETTINGS-7] an administrator changes the organisation, and sees conflicts', async () => {
  const org = await site.organisation('North')
  const { ADMIN } = org.members
  const [vin] = await postFleet(site, org)
  const { page, goto, ignoreFaults } = await visit({ as: ADMIN })
  await goto(paths.organisation)
  await title(page, 'Organisation')
  const panel = page.getByRole('region', { name: 'Settings', exact: true })
  await panel.getByLabel('Name').fill('North Fleet')
  await panel.getByLabel('A session ends').fill('7')
  await panel.getByLabel('Show events of the last').fill('90')
  await panel.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Organisation saved')
  const { organisation } = await site.request(ADMIN.token, getOrganisation, {})
  expect(organisation).toMatchObject({ name: 'North Fleet', session_days: 7, retention_days: 90 })

  await site.request(ADMIN.token, saveOrganisation, {
    revision: organisation.revision,
    name: 'South Fleet',
    retention_days: null,
    session_days: 7,
  })
  await panel.getByLabel('Name').fill('East Fleet')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('North admin changed this meanwhile: name is now South Fleet, all events are shown.').waitFor()
  expect(await panel.getByLabel('Name').inputValue()).toBe('South Fleet')
  ignoreFaults(/409/)

  const ingest = page.getByRole('region', { name: 'Ingest settings' })
  await ingest.getByLabel('Reject the event').check()
  await ingest.getByLabel('Seconds between two reports of a vehicle').fill('60')
  await ingest.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => await site.request(ADMIN.token, getIngestSettings, {})).toMatchObject({
    unknown_vehicles: 'reject',
    reports_every_seconds: 60,
  })

  await press(page, 'New key')
  await page.getByRole('dialog').getByLabel('Name').fill('Depot gateway')
  await page.getByRole('button', { name: 'Make the key' }).click()
  expect((await page.getByLabel('The key', { exact: true }).innerText()).length).toBeGreaterThan(20)
  await press(page, 'I have it')
  await press(page, 'Revoke Depot gateway')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await eventually(() => rowOf(page, 'Depot gateway').innerText()).toMatch(/revoked/)

  await page.getByLabel('Find a vehicle').fill(vin!)
  await press(page, `Show the tokens of ${vin!}`)
  await press(page, 'New token')
  const token = (await page.getByLabel('The token', { exact: true }).innerText()).trim()
  expect((await site.track({ id: token, timestamp: Math.floor(Date.now() / 1_000), lat: 48.7, lon: 9.1 })).status).toBe(
    200,
  )
  await press(page, 'I have it')
})

test('[SETTINGS-8] the log is searched and read to its end, and an entry shows its changes', async () => {
  const org = await site.organisation('Log')
  const { ADMIN } = org.members
  const { uuid } = org.org
  await site.sql`INSERT INTO audit_log (org_uuid, at, actor, action, subject, before, after)
    SELECT ${uuid}, now() - n * interval '1 minute', 'Old hand', 'rename thing', 'thing',
      jsonb_build_object('n', n), jsonb_build_object('n', n + 1)
    FROM generate_series(1, 120) n`
  const { page, goto } = await visit({ as: ADMIN })
  await goto(paths.log)
  await title(page, 'Security log')
  const grid = page.getByRole('grid', { name: 'Security log' })
  await eventually(async () => {
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    return Number(await grid.getAttribute('aria-rowcount'))
  }).toBeGreaterThanOrEqual(120)

  await site.request(ADMIN.token, saveOrganisation, {
    revision: (await site.request(ADMIN.token, getOrganisation, {})).organisation.revision,
    name: 'Log book',
    retention_days: null,
    session_days: 30,
  })
  await page.getByLabel('Search the log').fill('organisation settings')
  const found = grid.getByRole('row').filter({ hasText: 'Change organisation settings' })
  await found.waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('organisation settings')
  await found.click()
  const entry = page.getByRole('complementary', { name: 'Entry' })
  expect(await entry.getByRole('row', { name: /^Name/ }).innerText()).toMatch(/Log\s+Log book/)
  await page.keyboard.press('Escape')
  await eventually(() => entry.count()).toBe(0)
})

test('[SETTINGS-5] [SETTINGS-7] [SETTINGS-8] a viewer sees the team and the organisation, read-only', async () => {
  const {
    members: { VIEWER, ADMIN },
  } = await site.organisation('Lookers')
  const { page, goto } = await visit({ as: VIEWER })
  await goto(paths.team)
  await rowOf(page, ADMIN.email).waitFor()
  await page.getByText('Administrators can change this.').waitFor()
  expect(await page.getByRole('button', { name: /^(Invite|Change )/ }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Invitations' }).count()).toBe(0)

  await goto(paths.organisation)
  await title(page, 'Organisation')
  await page
    .getByRole('region', { name: 'Settings', exact: true })
    .getByText('Administrators can change this.')
    .waitFor()
  expect(await page.getByRole('region', { name: 'Settings', exact: true }).getByRole('button').count()).toBe(0)
  expect(await page.getByLabel('A session ends').isDisabled()).toBe(true)
  await page.getByText('Only administrators see the keys').waitFor()
  expect(await page.getByRole('link', { name: 'Security log' }).count()).toBe(0)
  await goto(paths.log)
  await title(page, 'Organisation')
})

test('[SETTINGS-9] the release history begins with the version in the footer', async () => {
  const {
    members: { VIEWER },
  } = await site.organisation('Readers')
  const { page, goto } = await visit({ as: VIEWER })
  await goto(paths.releases)
  await title(page, 'Release history')
  expect(await page.getByRole('listitem').filter({ hasText: 'This version' }).innerText()).toMatch(/^v0\.2\.30 /)
})

const all = Object.entries(paths)

test.for(['dark', 'light'] as const)('axe finds nothing on the settings pages, %s theme', async (theme) => {
  const {
    members: { ADMIN },
  } = await site.organisation(`Axe ${theme}`)
  await site.request(ADMIN.token, inviteMember, {
    email: `invited-${theme}@axe.example`,
    name: 'Invited',
    role: 'VIEWER',
  })
  const { page, goto } = await visit({ as: ADMIN, theme })
  for (const [name, path] of all) {
    await goto(path)
    await page.locator('h1').waitFor()
    await eventually(() => page.locator('.c-skeleton').count()).toBe(0)
    expect({ name, broken: await axeOf(page), sideways: await sidewaysOf(page) }).toEqual({
      name,
      broken: [],
      sideways: 0,
    })
  }
})

test('on a phone no settings page scrolls sideways', async () => {
  const {
    members: { ADMIN },
  } = await site.organisation('Phone')
  const { page, goto } = await visit({ as: ADMIN, phone: true })
  for (const [name, path] of all) {
    await goto(path)
    await page.locator('h1').waitFor({ state: 'attached' })
    await eventually(() => page.locator('.c-skeleton').count()).toBe(0)
    expect({
      name,
      sideways: await sidewaysOf(page),
      cut: await page.locator('.st-body').evaluate((box) => box.scrollWidth - box.clientWidth),
    }).toEqual({ name, sideways: 0, cut: 0 })
  }
})
