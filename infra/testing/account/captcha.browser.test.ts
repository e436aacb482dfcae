import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'

import { startConsole } from '../support/browser/browser.ts'
import { password } from '../support/installation.ts'

/** Replaces the service that verifies tokens. */
const service = createServer((request, reply) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () =>
    reply
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify({
          success: new URLSearchParams(body).get('response') === 'a person',
          hostname: 'soc.localhost',
        }),
      ),
  )
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
afterAll(() => service.close())
const verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`

const { site, served, visit } = await startConsole({ recaptcha: { siteKey: 'site-key', secret: 'secret', verifyUrl } })
const { members } = await site.organisation('Alpha')

/** Another host name of the same server, since no captcha is shown on 127.0.0.1. */
const host = served.url.replace('127.0.0.1', 'soc.localhost')

/** A stub of Google's library: every challenge returns `token`. */
const library = (token: string) => `
  let options
  window.rendered = 0
  window.grecaptcha = {
    render: (_container, parameters) => { options = parameters; return window.rendered++ },
    reset: () => undefined,
    execute: (_id, { action }) => { window.action = action; options.callback(${JSON.stringify(token)}) },
  }`

async function challenged(page: Page, token: string): Promise<void> {
  await page.route('https://www.google.com/recaptcha/api.js?render=explicit', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: library(token) }),
  )
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${host}/`)
  // this host name is a separate origin: the profile reset does not clear what an earlier test stored there
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('Email').fill(members.ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[CAPTCHA-1] [CAPTCHA-2] with a site key a user signs in with a token of the single widget', async () => {
  const { page } = await visit()
  await challenged(page, 'a person')
  const [request] = await Promise.all([page.waitForRequest('**/api/v2/auth/login'), signIn(page)])
  expect(request.postDataJSON()).toMatchObject({ recaptcha_token: 'a person' })
  await page.waitForURL('**/org/lifecycle/dashboard')
  expect(await page.evaluate('[window.rendered, window.action]')).toEqual([1, 'login'])
})

test('[CAPTCHA-2] a token that the service rejects shows an error, and the widget can be used again', async () => {
  const { page, ignoreFaults } = await visit()
  await challenged(page, 'a machine')
  await signIn(page)
  const errors = page.getByRole('alert').getByRole('listitem')
  await errors.waitFor()
  expect(await errors.allInnerTexts()).toEqual([expect.stringMatching(/\w/)])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate('window.rendered')).toBe(1)
  ignoreFaults(/Failed to load resource: .* 4\d\d /)
})

test("[CAPTCHA-4] a challenge without a token shows the specification's error text", async () => {
  const { page } = await visit()
  await challenged(page, '')
  await signIn(page)
  const errors = page.getByRole('alert').getByRole('listitem')
  await errors.waitFor()
  expect(await errors.allInnerTexts()).toEqual(['reCAPTCHA token not received.'])
})

test('[CAPTCHA-1] on 127.0.0.1 there is no captcha', async () => {
  const { page, goto, ignoreFaults } = await visit()
  let fetched = 0
  await page.route('https://www.google.com/**', (route) => {
    fetched += 1
    return route.abort()
  })
  await goto('/')
  await page.getByLabel('Email').fill(members.ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v2/auth/login'),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ])
  expect([request.postDataJSON().recaptcha_token, fetched]).toEqual([null, 0])
  await page.getByRole('alert').waitFor()
  ignoreFaults(/Failed to load resource: .* 4\d\d /)
})
