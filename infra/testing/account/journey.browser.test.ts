import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptMails } from '@carapace/api/src/account/mail/mails.queries.ts'

import { eventually, startConsole, type Visit } from '../support/browser/browser.ts'
import { apiSettings } from '../support/api-settings.ts'

const { site, visit } = await startConsole()
const { secretKey } = apiSettings({ databaseUrl: site.url })

/** Waits for the latest mail to an address with this subject. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const find = async () =>
    (await keptMails(site.db, secretKey, 50)).find((mail) => mail.to === address && subject.test(mail.subject))?.text
  await eventually(find).toBeTypeOf('string')
  return (await find())!
}

/** The path of a mail's link with this label, on any host. */
function linkIn(mail: string, label: string): string {
  const { pathname, search } = new URL(mail.split('\n')[mail.split('\n').indexOf(`${label}:`) + 1]!)
  return pathname + search
}

async function signIn({ page, goto }: Visit, email: string, password: string): Promise<void> {
  await goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
}

/** A code of the current or of a later step: a code counts only once, so later calls need later steps. */
const codeOf = (secret: string, stepsOn = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsOn * 30 })

test('a new administrator registers, verifies, signs in with a second factor, and invites a user', async () => {
  const there = await visit()
  const { page, goto } = there
  const [ana, ben] = ['ana.ruiz@kestrel.example', 'ben.okoro@kestrel.example']

  await goto('/')
  await page.getByRole('link', { name: 'Register your organisation' }).click()
  await page.getByLabel('Work email').fill(ana)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/account-register')

  await goto(linkIn(await mailTo(ana, /Confirm/), 'Complete your registration'))
  await page.getByText('Verified').waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ana)
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Ruiz')
  await page.getByLabel('Company').fill('Kestrel Motors')
  await page.getByLabel('Job title').fill('Head of product security')
  await page.getByLabel('Job function').fill('Security')
  await page.getByLabel('Organisation function').selectOption('Engineering')
  await page.getByLabel('Country').fill('India')
  await page.getByRole('option', { name: /^India/ }).click()
  await page.getByLabel('Phone number').fill('98765 43210')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/completed')

  const activation = await mailTo(ana, /DEMO Trial/)
  const temporary = activation
    .split('\n\n')
    .find((part) => /^\S{10,}$/.test(part.trim()))!
    .trim()
  await signIn(there, ana, temporary)
  await page.waitForURL('**/org/lifecycle/dashboard')
  await page.getByText('Demo expires in 14 days').waitFor()

  const password = 'Kestrel flies 2 high!'
  await goto('/org/lifecycle/reset-password')
  await page.getByLabel('Current password').fill(temporary)
  await page.locator('input[autocomplete=new-password]').nth(0).fill(password)
  await page.locator('input[autocomplete=new-password]').nth(1).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()

  await goto('/org/lifecycle/enable-2fa-code')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await signOut(page)

  await signIn(there, ana, password)
  await page.waitForURL('**/verify-2fa')
  await page.getByLabel('Digit 1 of 6').pressSequentially(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Verify & Continue' }).click()
  await page.waitForURL('**/org/lifecycle/dashboard')

  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Invite Team Member' }).click()
  await page
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Ben Okoro')
  await dialog.getByLabel('Work e-mail').fill(ben)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('cell', { name: ben }).or(page.getByText(ben)).first().waitFor()
  await signOut(page)

  await goto(linkIn(await mailTo(ben, /invited/), 'Set a password and join'))
  const his = 'Harriers hover 3 times?'
  await page.locator('input[autocomplete=new-password]').nth(0).fill(his)
  await page.locator('input[autocomplete=new-password]').nth(1).fill(his)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await signIn(there, ben, his)
  await page.waitForURL('**/org/lifecycle/dashboard')
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByText('Kestrel Motors').first().waitFor()
  expect(await page.getByRole('menuitem', { name: 'Invite Team Member' }).count()).toBe(0)
})
