import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captchaErrors, createWidget, type Grecaptcha, isChallenged } from './captcha-widget.ts'

/** The parameters that the widget passed to the library at rendering. */
type Rendered = Parameters<Grecaptcha['render']>[1]

const here = { isProduction: true, hostname: 'soc.nordhaven.example', siteKey: 'key' }

test.for([
  [here, true],
  [{ ...here, isProduction: false }, false],
  [{ ...here, hostname: 'localhost' }, false],
  [{ ...here, hostname: '127.0.0.1' }, false],
  [{ ...here, siteKey: null }, false],
] as const)('[CAPTCHA-1] %o is challenged: %s', ([environment, is]) => expect(isChallenged(environment)).toBe(is))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Google's library as we use it: `answer` produces the outcome of a challenge. */
function fakeLibrary(answer: (parameters: Rendered) => unknown) {
  let parameters: Rendered | undefined
  return {
    render: vi.fn((_container: unknown, options: Rendered) => {
      parameters = options
      return 0
    }),
    execute: vi.fn((_id: number, _options?: { action: string }) => answer(parameters!)),
    reset: vi.fn((_id: number) => undefined),
  }
}

function widgetOver(library: () => Partial<Grecaptcha> | undefined, siteKey: string | null = 'key') {
  const load = vi.fn(() => undefined)
  return { load, ...createWidget({ siteKey, library, load, container: () => ({}) }) }
}

/** The outcome of a token request, and after how many ms it came. */
async function outcome(request: Promise<string>): Promise<{ answer: string; after: number }> {
  const from = Date.now()
  let end = Number.NaN
  const result = request
    .catch((problem: Error) => problem.message)
    .finally(() => {
      end = Date.now()
    })
  await vi.advanceTimersByTimeAsync(30_000)
  return { answer: await result, after: end - from }
}

test('[CAPTCHA-2] the widget is rendered once and used for every challenge', async () => {
  let count = 0
  const library = fakeLibrary(({ callback }) => callback(`token ${++count}`))
  const widget = widgetOver(() => library)
  widget.prepare()
  expect((await outcome(widget.token('login'))).answer).toBe('token 1')
  expect((await outcome(widget.token('register'))).answer).toBe('token 2')
  expect(library.render).toHaveBeenCalledExactlyOnceWith(
    {},
    expect.objectContaining({ sitekey: 'key', size: 'invisible' }),
  )
  expect(library.execute.mock.calls.map(([, options]) => options?.action)).toEqual(['login', 'register'])
  expect(widget.load).not.toHaveBeenCalled()
})

test('[CAPTCHA-3] a library that arrives late is looked for every 50 ms', async () => {
  const library = fakeLibrary(({ callback }) => callback('late'))
  const from = Date.now()
  const widget = widgetOver(() => (Date.now() - from >= 1_010 ? library : undefined))
  expect(await outcome(widget.token('login'))).toEqual({ answer: 'late', after: 1_050 })
  expect(widget.load).toHaveBeenCalledOnce()
})

test('[CAPTCHA-4] without a key it is disabled', async () => {
  const widget = widgetOver(() => undefined, null)
  widget.prepare()
  expect((await outcome(widget.token('login'))).answer).toBe(captchaErrors.disabled)
  expect(widget.load).not.toHaveBeenCalled()
})

test('[CAPTCHA-3] [CAPTCHA-4] a library that never arrives: timeout waiting for the widget', async () => {
  const widget = widgetOver(() => undefined)
  expect(await outcome(widget.token('login'))).toEqual({ answer: captchaErrors.noWidget, after: 3_050 })
})

test('[CAPTCHA-2] [CAPTCHA-3] rendering is tried for 8 s for later challenges, and then again', async () => {
  const library = fakeLibrary(({ callback }) => callback('token'))
  const arrived = { library: undefined as typeof library | undefined }
  const widget = widgetOver(() => arrived.library)
  widget.prepare()
  await vi.advanceTimersByTimeAsync(7_900)
  widget.prepare()
  expect(widget.load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(new Error(captchaErrors.noWidget))
  arrived.library = library
  expect((await outcome(widget.token('login'))).answer).toBe('token')
})

test('[CAPTCHA-3] [CAPTCHA-4] a library that cannot execute: execute timed out', async () => {
  const { render } = fakeLibrary(() => undefined)
  const widget = widgetOver(() => ({ render }))
  widget.prepare()
  await vi.advanceTimersByTimeAsync(100)
  expect(await outcome(widget.token('login'))).toEqual({ answer: captchaErrors.executeTimedOut, after: 2_050 })
})

test.for([
  [
    'throws',
    () => {
      throw new Error('Invalid site key')
    },
  ],
  ['is rejected', () => Promise.reject(new Error('network'))],
  ['reports an error', (options: Rendered) => options['error-callback']()],
] as const)('[CAPTCHA-4] a challenge that %s: execute failed', async ([, answer]) => {
  const widget = widgetOver(() => fake)
  const fake = fakeLibrary(answer)
  expect((await outcome(widget.token('login'))).answer).toBe(captchaErrors.executeFailed)
})

test.for([
  ['comes empty', (options: Rendered) => options.callback('')],
  ['expired', (options: Rendered) => options['expired-callback']()],
] as const)('[CAPTCHA-4] a token that %s: token not received', async ([, answer]) => {
  const fake = fakeLibrary(answer)
  expect((await outcome(widgetOver(() => fake).token('login'))).answer).toBe(captchaErrors.noToken)
})

test('[CAPTCHA-3] [CAPTCHA-4] no answer within 10 s: token not received, and a late answer is ignored', async () => {
  const rendered: Rendered[] = []
  const fake = fakeLibrary((parameters) => void rendered.push(parameters))
  const widget = widgetOver(() => fake)
  widget.prepare()
  await vi.advanceTimersByTimeAsync(100)
  expect(await outcome(widget.token('login'))).toEqual({ answer: captchaErrors.noToken, after: 10_050 })
  rendered[0]!.callback('late')
  expect((await outcome(widget.token('login'))).answer).toBe(captchaErrors.noToken)
})
