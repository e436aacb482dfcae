import { test } from 'vitest'
import { eventually, postFleet, startConsole } from './browser.ts'
import { password } from './installation.ts'

const { site, visit } = await startConsole({ consoleDir: '/tmp/distG' })
const paths: Record<string, string> = {
  profile: '/org/lifecycle/profile-settings', team: '/org/lifecycle/invite-team-member', password: '/org/lifecycle/reset-password',
  twofactor: '/org/lifecycle/enable-2fa-code', organisation: '/org/lifecycle/settings', log: '/org/lifecycle/settings?tab=security-log', releases: '/org/lifecycle/release-history',
}
test('shots', async () => {
  const org = await site.organisation('North Fleet')
  await postFleet(site, org)
  const { ADMIN } = org.members
  await site.call(ADMIN.token, 'v2/app/invite-team-member', { email: 'noor@north-fleet.example', name: 'Noor Haddad', role: 'ENGINEER' })
  await site.signIn(org.org, ADMIN.uuid)
  for (const theme of ['dark', 'light'] as const) {
    for (const width of [1280, 1920, 390]) {
      if (process.env.ONLY && process.env.ONLY !== `${theme}${width}`) continue
      const { page, goto } = await visit({ as: ADMIN, theme, phone: width === 390 })
      if (width !== 390) await page.setViewportSize({ width, height: width === 1280 ? 720 : 1080 })
      for (const [name, path] of Object.entries(paths)) {
        await goto(path)
        await page.locator('h1').waitFor({ state: 'attached' })
        await eventually(() => page.locator('.c-skeleton').count()).toBe(0)
        if (name === 'log') await page.getByRole('row').nth(1).click()
        await page.screenshot({ path: `/tmp/shotsG/${name}-${theme}-${width}.png` })
        if (name === 'twofactor') {
          await page.getByLabel('Your password').fill(password)
          await page.getByRole('button', { name: 'Set up' }).click()
          await page.getByRole('img', { name: /^QR/ }).waitFor()
          await page.screenshot({ path: `/tmp/shotsG/qr-${theme}-${width}.png` })
        }
        if (name === 'team' && width !== 390) {
          await page.getByRole('button', { name: 'Invite team member' }).click()
          await page.screenshot({ path: `/tmp/shotsG/invite-${theme}-${width}.png` })
        }
        if (name === 'profile') await page.locator('.st-body').evaluate((b) => b.scrollTo(0, 9999)).then(() => page.screenshot({ path: `/tmp/shotsG/profile2-${theme}-${width}.png` }))
        if (name === 'organisation') await page.locator('.st-body').evaluate((b) => b.scrollTo(0, 9999)).then(() => page.screenshot({ path: `/tmp/shotsG/organisation2-${theme}-${width}.png` }))
      }
    }
  }
})
