import { login, logout } from '@carapace/shared/account/auth.contract'
import { Failure } from '@carapace/shared/core/failure'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { importVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const user = { access_token: 't1' }
const storage = { getItem: vi.fn(() => null), setItem: vi.fn(), clear: vi.fn() }
const page = { replace: vi.fn() }
const fetched = vi.fn<typeof fetch>()

vi.mock('../session/session.ts', () => ({
  accessToken: () => user.access_token,
  sessionOver: () => {
    storage.clear()
    page.replace('/')
  },
}))

const { call, messageOf, messagesOf, queryOf, upload } = await import('./call.ts')

const reply = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'a=1; XSRF-TOKEN=x%201' })
})
afterEach(() => vi.resetAllMocks())

test('[CALL-1] lists are joined, dates are RFC 3339, absent values are left out', () => {
  const query = queryOf({
    severity: ['critical', 'high'],
    q: 'a b',
    from: new Date(0),
    owner: undefined,
    cursor: null,
    limit: 5,
  })
  expect(query).toBe('?severity=critical%2Chigh&q=a+b&from=1970-01-01T00%3A00%3A00.000Z&limit=5')
  expect(queryOf({})).toBe('')
})

test('[CALL-2] a call carries the session and the forgery-protection cookie', async () => {
  fetched.mockResolvedValue(reply(200, { alerts: [], next_cursor: null, total: 0 }))
  await call(listAlerts, { q: 'can' })
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/msoc/v1/alerts?q=can', {
    headers: { accept: 'application/json', 'ACCESS-TOKEN': 't1', 'X-XSRF-TOKEN': 'x 1' },
  })
})

test('[CALL-3] a refusal is thrown with its code and its fields', async () => {
  fetched.mockResolvedValue(reply(422, { success: false, code: 'INVALID_LOGIN', message: 'No.', errors: {} }))
  await expect(call(login, { email: 'a@b.co', password: 'secret' })).rejects.toMatchObject({
    code: 'INVALID_LOGIN',
    message: 'No.',
  })
})

test.for([
  [422, { success: false, code: 'INVALID_INPUT', message: 'Line 3 has no VIN.', errors: { csv: 'x' }, line: 3 }],
  [413, { success: false, code: 'TOO_LARGE', message: 'At most 1 MiB.', errors: {} }],
] as const)('[CALL-11] a failed upload keeps the status %d, the body and the message', async ([status, body]) => {
  fetched.mockResolvedValue(reply(status, body))
  await expect(upload(importVehicles, { csv: 'vin', dry_run: true })).rejects.toMatchObject({
    status,
    body,
    code: body.code,
    message: body.message,
  })
})

test("[CALL-11] a proxy's error page is kept as text", async () => {
  fetched.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(upload(importVehicles, { csv: 'vin', dry_run: true })).rejects.toMatchObject({
    status: 502,
    body: '<html>Bad gateway</html>',
    code: 'BUSY',
  })
})

test("[CALL-3] a proxy's error page becomes the closest failure", async () => {
  fetched.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(call(listAlerts, {})).rejects.toMatchObject({ code: 'BUSY' })
})

test('[CALL-4] 403 clears local storage and goes to the index page', async () => {
  fetched.mockResolvedValue(reply(403, { success: false, code: 'NOT_SIGNED_IN', message: 'x', errors: {} }))
  await expect(call(listAlerts, {})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(storage.clear).toHaveBeenCalledOnce()
  expect(page.replace).toHaveBeenCalledWith('/')
})

test('[CALL-5] a stale cookie is renewed once, and the call is sent again', async () => {
  const forged = { success: false, code: 'FORGED_REQUEST', message: 'x', errors: {} }
  fetched
    .mockResolvedValueOnce(reply(400, forged))
    .mockResolvedValueOnce(reply(200, {}))
    .mockResolvedValueOnce(reply(200, { success: true }))
  await expect(call(logout, {})).resolves.toEqual({ success: true })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/v2/auth/logout',
    '/api/app/config',
    '/api/v2/auth/logout',
  ])

  fetched
    .mockResolvedValueOnce(reply(400, forged))
    .mockResolvedValueOnce(reply(200, {}))
    .mockResolvedValueOnce(reply(400, forged))
  await expect(call(logout, {})).rejects.toMatchObject({ code: 'FORGED_REQUEST' })
})

test('[CALL-6] no answer is BUSY; an abort stays an abort', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(listAlerts, {})).rejects.toMatchObject({ code: 'BUSY', message: 'The server does not answer.' })

  const aborted = new AbortController()
  aborted.abort()
  fetched.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
  await expect(call(listAlerts, {}, { signal: aborted.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a thrown failure is shown by field where it has fields', async () => {
  const { Failure } = await import('@carapace/shared/core/failure')
  expect(
    messagesOf(new Failure('INVALID_INPUT', { errors: { email: 'Not an email.', password: 'Too short.' } })),
  ).toEqual(['Not an email.', 'Too short.'])
  expect([messagesOf(new Failure('TOO_MANY')), messagesOf(new Error('')), messagesOf('x')].flat()).toEqual([
    'Too many requests. Wait a moment and try again.',
    'An error occurred',
    'An error occurred',
  ])
})

test('[CALL-7] a file is sent as a form, and the browser, which knows the boundary, sets its type', async () => {
  fetched.mockResolvedValue(reply(200, { success: true }))
  await upload(importVehicles, { csv: 'vin\nX', dry_run: true })
  const [url, init] = fetched.mock.calls[0]!
  const form = init!.body as FormData
  expect(url).toBe('/api/msoc/v1/assets/import')
  expect(Object.keys(init!.headers!)).toEqual(['accept', 'ACCESS-TOKEN', 'X-XSRF-TOKEN'])
  expect(form.get('dry_run')).toBe('true')
  expect(await (form.get('csv') as File).text()).toBe('vin\nX')
})

test('[CALL-7] a file that takes longer than ten minutes is aborted, and the message states that', async () => {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ms)
    return limit.signal
  })
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))),
  )
  const outcome = upload(importVehicles, { csv: 'vin', dry_run: true }).catch((problem: unknown) => problem)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await outcome).toMatchObject({ code: 'BUSY', message: 'The file took too long to arrive.' })
  vi.useRealTimers()
})

test.for([
  [new Failure('INVALID_INPUT', { errors: { email: 'Too long.', name: 'Missing.' } }), 'Too long., Missing.'],
  [new Failure('INVALID_INPUT'), 'Some fields are not valid.'],
  [new Error('broken'), 'broken'],
  [new Error(''), 'An error occurred'],
  ['thrown text', 'An error occurred'],
  [undefined, 'An error occurred'],
] as const)('[CALL-8] %s is shown as "%s"', ([problem, text]) => expect(messageOf(problem)).toBe(text))
