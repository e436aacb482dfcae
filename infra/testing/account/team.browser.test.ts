import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getTeam, updateMember } from '@carapace/shared/account/team.contract'

import { switchTwoFactorOn } from '../support/authenticator.ts'
import { eventually, startConsole } from '../support/browser/browser.ts'
import { press } from '../support/browser/forms.ts'
import { type Member, password } from '../support/installation.ts'

const { site, visit } = await startConsole()

const team = '/org/lifecycle/invite-team-member'
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  const menu = page.getByRole('menu', { name: `Change ${name}` })
  await press(page, `Change ${name}`)
  await menu.getByRole('menuitem', { name: action }).click()
  await menu.waitFor({ state: 'detached' })
}

const memberOf = async (admin: Member, uuid: string) =>
  (await site.request(admin.token, getTeam, {})).members.find((member: { uuid: string }) => member.uuid === uuid)

test('[SETTINGS-5] an administrator sends, resends and revokes an invitation', async () => {
  const {
    name,
    members: { ADMIN },
  } = await site.organisation('Invites')
  const address = `new@${name.toLowerCase()}.example`
  const { page, goto } = await visit({ as: ADMIN })
  await goto(team)
  await title(page, 'Team Members')
  await page.getByText('Nobody is invited').waitFor()
  await press(page, 'Invite team member')
  const dialog = page.getByRole('dialog', { name: 'Invite Team Member' })
  await dialog.getByLabel('Name').fill('Noor Haddad')
  await dialog.getByLabel('Work e-mail').fill('noor@gmail.com')
  await dialog.getByText(/personal email domain/).waitFor()
  expect(await dialog.getByRole('button', { name: /^Send invitation/ }).isEnabled()).toBe(true)
  await dialog.getByLabel('Work e-mail').fill(address)
  await dialog.getByLabel('Engineer').check()
  await dialog.getByRole('button', { name: /^Send invitation/ }).click()
  await rowOf(page, address).waitFor()
  expect(await rowOf(page, address).innerText()).toMatch(/Noor Haddad.*Engineer.*expires in 2[34] h|1 d/s)

  await press(page, `Resend the invitation of ${address}`)
  await eventually(async () => (await site.sql`SELECT uuid FROM mails WHERE recipient = ${address}`).length).toBe(2)
  await press(page, `Revoke the invitation of ${address}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Nobody is invited').waitFor()
  expect((await site.request(ADMIN.token, getTeam, {})).invitations).toEqual([])
})

test('[SETTINGS-4] [SETTINGS-5] roles change, members leave and return; a conflict names its author', async () => {
  const {
    org,
    members: { ADMIN, ANALYST, VIEWER },
  } = await site.organisation('Crew')
  await switchTwoFactorOn(site, { token: VIEWER.token, password })
  const { page, goto, ignoreFaults } = await visit({ as: ADMIN })
  await goto('/org/settings/invite-team-member')
  await rowOf(page, VIEWER.email).waitFor()
  expect(await rowOf(page, ADMIN.email).getByRole('button').count()).toBe(0)

  await chooseAction(page, 'Crew viewer', 'Change role…')
  await page.getByRole('dialog').getByLabel('Engineer').check()
  await press(page, 'Change role')
  await eventually(() => rowOf(page, VIEWER.email).innerText()).toMatch(/Engineer/)

  await chooseAction(page, 'Crew viewer', 'Reset second factor…')
  await press(page, 'Reset second factor')
  await eventually(async () => (await memberOf(ADMIN, VIEWER.uuid))!.two_factor).toBe(false)

  await eventually(async () => await page.locator('.bp6-dialog').count()).toBe(0)
  await chooseAction(page, 'Crew analyst', 'Change role…')
  const before = await memberOf(ADMIN, ANALYST.uuid)
  await site.request(ADMIN.token, updateMember, { uuid: ANALYST.uuid, revision: before!.revision, active: false })
  await page.getByRole('dialog').getByLabel('Viewer').check()
  await press(page, 'Change role')
  await page.getByText('Crew analyst: Crew admin changed this meanwhile: deactivated.').waitFor()
  await eventually(() => rowOf(page, ANALYST.email).innerText()).toMatch(/Analyst.*Deactivated/s)

  await chooseAction(page, 'Crew analyst', 'Reactivate…')
  await press(page, 'Reactivate')
  await eventually(() => rowOf(page, ANALYST.email).innerText()).toMatch(/Active/)
  await chooseAction(page, 'Crew analyst', 'Deactivate…')
  await press(page, 'Deactivate')
  await eventually(() => rowOf(page, ANALYST.email).innerText()).toMatch(/Deactivated/)
  await chooseAction(page, 'Crew analyst', 'Erase…')
  await press(page, 'Erase')
  await eventually(() => rowOf(page, ANALYST.email).count()).toBe(0)
  expect(
    (await site.sql`SELECT count(*)::int AS n FROM users WHERE org_uuid = ${org.uuid} AND email = ${ANALYST.email}`)[0]!
      .n,
  ).toBe(0)
  ignoreFaults(/409/)
})
