import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

import { eventually, startConsole } from '../support/browser/browser.ts'

/** A mock of the service that receives error reports: keeps what it receives. */
const received: string[] = []
const service = createServer((request, response) => {
  void text(request).then((body) => {
    if (body !== '') received.push(`${request.url}\n${body}`)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => void service.close())

const sentryDsn = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/1`
const { site, visit } = await startConsole({ sentryDsn })
const org = await site.organisation('Reports')

test('[ERROR-REPORT-1] [ERROR-REPORT-2] [ERROR-REPORT-3] an error report has the user, but no secrets', async () => {
  const { page, goto, ignoreFaults } = await visit({ as: org.members.VIEWER })
  await goto('/forgot-password/s3cr3t-of-the-link')
  await page.waitForFunction(() => '__SENTRY__' in globalThis)
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('Something broke at /?token=s3cr3t-of-a-sign-in')
      }),
  )
  await eventually(() => received.filter((report) => report.includes('Something broke')).length).toBe(1)

  const reports = received.join('\n')
  expect(reports).toContain(org.members.VIEWER.email)
  expect(reports).toContain('/forgot-password/[removed]')
  for (const secret of ['s3cr3t', org.members.VIEWER.token]) expect(reports).not.toContain(secret)
  ignoreFaults(/Something broke/)
})
