/// <reference lib="dom" />
// functions that are passed to a page run there
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { codeOf, switchTwoFactorOn } from '../support/authenticator.ts'
import { eventually, startConsole } from '../support/browser/browser.ts'
import { arrived, errorsOf, fill, heldBack, press, refused, titleOf } from '../support/browser/forms.ts'
import { password } from '../support/installation.ts'

const { site, visit } = await startConsole()

test("without a pending sign-in, the second factor's page redirects to the login", async () => {
  const { page, goto } = await visit()
  await goto('/verify-2fa')
  await page.getByLabel('Email').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('[FORM-6] [CODE-BOX-1] [CODE-BOX-2] [CODE-BOX-3] [CODE-BOX-4] [SESSION-4] the second factor', async () => {
  const {
    members: { ADMIN },
  } = await site.organisation('Twofold')
  const { secret } = await switchTwoFactorOn(site, { token: ADMIN.token, password })
  const { page, goto, ignoreFaults } = await visit()
  await goto('/')
  await fill(page, 'Email', ADMIN.email)
  await fill(page, 'Password', password)
  await press(page, 'Sign in')
  await page.waitForURL('**/verify-2fa')
  await titleOf(page).toBe('Verify 2FA - Carapace')
  await page.getByText('Enter the 6-digit code from your authenticator app.').waitFor()
  await page.getByText('Codes refresh every 30 seconds.').waitFor()
  expect(
    await page.evaluate(() => [
      localStorage.getItem('two_factor_token') !== null,
      localStorage.getItem('carapace.user'),
    ]),
  ).toEqual([true, null])

  const boxes = page.getByLabel(/^Digit \d of 6$/)
  const digits = () =>
    boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value || '_').join(''))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const button = page.getByRole('button', { name: 'Verify & Continue' })
  await page.keyboard.type('12a3')
  await eventually(async () => [await digits(), await focused()]).toEqual(['123___', 'Digit 4 of 6'])
  await page.keyboard.press('Backspace')
  await eventually(async () => [await digits(), await focused()]).toEqual(['12____', 'Digit 3 of 6'])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await eventually(focused).toBe('Digit 1 of 6')
  await page.keyboard.type('9')
  await eventually(digits).toBe('92____')
  expect(await button.isDisabled()).toBe(true)

  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')
  await paste(page, ` ${wrong.slice(0, 3)} ${wrong.slice(3)} `)
  await eventually(digits).toBe(wrong)
  await page.keyboard.press('Enter')
  expect(await errorsOf(page)).toEqual(['The code is not right.'])
  await eventually(async () => [await digits(), await focused()]).toEqual(['______', 'Digit 1 of 6'])

  const answer = await heldBack(page, 'v2/auth/2fa/validate')
  await page.keyboard.type(codeOf(secret))
  await button.click()
  await page.getByRole('status').filter({ hasText: 'Verifying…' }).waitFor()
  expect(await button.isDisabled()).toBe(true)
  answer()
  await arrived(page)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('two_factor_token'),
      JSON.parse(localStorage.getItem('carapace.user')!).email,
    ]),
  ).toEqual([null, ADMIN.email])
  ignoreFaults(refused)
})

/** Pastes text that was copied elsewhere. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('[FORM-6] [FORM-8] a recovery code signs in too, and Back does not return to its form', async () => {
  const {
    members: { ADMIN },
  } = await site.organisation('Recovering')
  const { recoveryCodes } = await switchTwoFactorOn(site, { token: ADMIN.token, password })
  const { page, goto } = await visit()
  await goto('/')
  await fill(page, 'Email', ADMIN.email)
  await fill(page, 'Password', password)
  await press(page, 'Sign in')
  await press(page, 'Use a recovery code')
  const button = page.getByRole('button', { name: 'Verify & Continue' })
  expect(await button.isDisabled()).toBe(true)
  await fill(page, 'Recovery code', recoveryCodes[0]!.toUpperCase())
  await button.click()
  await arrived(page)
  await page.goBack()
  await arrived(page)
})

test('[SESSION-4] an expired sign-in shows a message, and Back to Login clears it', async () => {
  const {
    members: { ADMIN },
  } = await site.organisation('Late')
  await switchTwoFactorOn(site, { token: ADMIN.token, password })
  const { page, goto, ignoreFaults } = await visit()
  await goto('/')
  await fill(page, 'Email', ADMIN.email)
  await fill(page, 'Password', password)
  await press(page, 'Sign in')
  await page.waitForURL('**/verify-2fa')
  await page.evaluate(() => localStorage.setItem('two_factor_token', 'none that waits'))
  await page.reload()
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type('123456')
  await press(page, 'Verify & Continue')
  expect(await errorsOf(page)).toEqual(['This sign-in is over. Sign in again.'])
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('two_factor_token'))).toBe(null)
  ignoreFaults(refused)
})

/** Each screen in the state with the most content. */
