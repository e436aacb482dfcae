/// <reference lib="dom" />
// functions that are passed to a page run there
import { expect, test } from 'vitest'

import { startConsole } from '../support/browser/browser.ts'
import { titleOf } from '../support/browser/forms.ts'

const { site, visit } = await startConsole()
const { members } = await site.organisation('Alpha')
const vin = 'WVWTITLE000000001'
const saved = await site.call(members.ADMIN.token, 'msoc/v1/assets/save-vehicle', { vin })

test.for([
  ['/live-map', 'Live map'],
  ['/alert-management/general', 'Alert'],
  [`/projects/vehicle/info?vehicle=${saved.body.vehicle.uuid}`, vin],
] as const)('[NAVIGATION-12] the tab of %s is titled %s and the name of the workspace', async ([path, title]) => {
  const { page, goto } = await visit({ as: members.ANALYST })
  await goto('/org/msoc/dashboard/jobs/current')
  await titleOf(page).toMatch(/^(?!Live map|Alert)/)
  await goto(`/org/msoc/dashboard${path}`)
  await titleOf(page).toBe(`${title} - Carapace`)
  expect(await page.title()).not.toContain(saved.body.vehicle.uuid)
})

test.for([
  ['/', 'Sign in'],
  ['/register', 'Register'],
  ['/account-register', 'Registration in progress'],
  ['/send-forgot-password-link', 'Forgot Password'],
  ['/forgot-password/a-mailed-secret', 'Set Password'],
  ['/verify-2fa', 'Verify 2FA'],
  ['/completed', 'Registration complete'],
  ['/pricing', 'Plans'],
  ['/privacy-policy', 'Privacy Policy'],
] as const)('[NAVIGATION-12] without a session the tab of %s is titled %s', async ([path, title]) => {
  const { page, goto } = await visit({})
  await page.addInitScript(() => localStorage.setItem('two_factor_token', 'one that waits'))
  await goto(path)
  await titleOf(page).toBe(`${title} - Carapace`)
  expect(await page.title()).not.toContain('secret')
})
