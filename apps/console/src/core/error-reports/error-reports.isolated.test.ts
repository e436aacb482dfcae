import { beforeEach, expect, test, vi } from 'vitest'

const sentry = { init: vi.fn(), setUser: vi.fn(), captureException: vi.fn() }
const loaded = vi.fn()
vi.mock('@sentry/browser', () => {
  loaded()
  return sentry
})
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

const { report, startErrorReports } = await import('./error-reports.ts')
const { session } = await import('../session/session.ts')

beforeEach(() => vi.clearAllMocks())

test('[ERROR-REPORT-1] without a DSN nothing is loaded, and no report is sent', async () => {
  await startErrorReports(null)
  report(new Error('x'))
  expect([loaded, sentry.init, sentry.captureException].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})

test('[ERROR-REPORT-2] [ERROR-REPORT-3] with a DSN, the signed-in user is set and reports are scrubbed', async () => {
  await startErrorReports('https://key@reports.example/1')
  const options = sentry.init.mock.calls[0]![0]
  expect(options).toMatchObject({
    dsn: 'https://key@reports.example/1',
    dataCollection: { userInfo: true, cookies: false, httpBodies: [], httpHeaders: false },
  })
  for (const scrub of [options.beforeSend, options.beforeSendTransaction, options.beforeBreadcrumb])
    expect(scrub({ message: '/forgot-password/s3cr3t' })).toEqual({ message: '/forgot-password/[removed]' })

  expect(sentry.setUser).toHaveBeenLastCalledWith(null)
  session.setState({ user: { uuid: 'u1', email: 'maya@x.example', name: 'Maya', access_token: 's3cr3t' } as never })
  expect(sentry.setUser).toHaveBeenLastCalledWith({ id: 'u1', email: 'maya@x.example', username: 'Maya' })
  report('broken')
  expect(sentry.captureException).toHaveBeenCalledExactlyOnceWith('broken')
})
