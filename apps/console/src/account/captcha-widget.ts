/** The part of Google's library that we use: https://developers.google.com/recaptcha/docs/invisible */
export interface Grecaptcha {
  /** Returns the widget's number, which the other two methods need. */
  render(container: unknown, parameters: RenderParameters): number
  execute(widgetId: number, options?: { action: string }): unknown
  reset(widgetId: number): void
}

interface RenderParameters {
  readonly sitekey: string
  readonly size: 'invisible'
  readonly callback: (token: string) => void
  readonly 'error-callback': () => void
  readonly 'expired-callback': () => void
}

interface Environment {
  readonly isProduction: boolean
  readonly hostname: string
  readonly siteKey: string | null
}

/** Whether users must prove that they are human: not during development, and not without a key (rule CAPTCHA-1). */
export function isChallenged({ isProduction, hostname, siteKey }: Environment): boolean {
  return isProduction && hostname !== 'localhost' && hostname !== '127.0.0.1' && siteKey !== null
}

type Sleep = (ms: number) => Promise<void>
const pause: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

interface WidgetNeeds {
  /** Null: no challenges. */
  readonly siteKey: string | null
  /** The library, as far as it is loaded. */
  readonly library: () => Partial<Grecaptcha> | undefined
  /** Starts to load the library. */
  readonly load: () => void
  readonly container: () => unknown
  readonly sleep?: Sleep
}

export interface Widget {
  /** Starts to load and render, so that the widget is ready for a challenge. */
  readonly prepare: () => void
  /** Runs a challenge and returns the token. */
  readonly token: (action: string) => Promise<string>
}

/** The time limit of each step, and how often we poll, ms (rule CAPTCHA-3). */
const limits = { rendered: 8_000, widgetId: 3_000, executable: 2_000, token: 10_000 }
const pollMs = 50

/** One message for each way in which a challenge can fail (rule CAPTCHA-4). */
export const captchaErrors = {
  disabled: 'reCAPTCHA is disabled in this environment.',
  noWidget: 'Timeout waiting for the reCAPTCHA widget.',
  executeTimedOut: 'reCAPTCHA execute timed out.',
  executeFailed: 'reCAPTCHA execute failed.',
  noToken: 'reCAPTCHA token not received.',
} as const

/** Polls every 50 ms until the value exists. */
async function until<T>(read: () => T | undefined, ms: number, problem: string, sleep: Sleep): Promise<T> {
  for (let waited = 0; waited <= ms; waited += pollMs) {
    const found = read()
    if (found !== undefined) return found
    await sleep(pollMs)
  }
  throw new Error(problem)
}

/** One challenge, and its outcome once there is one. */
interface Attempt {
  answer: { readonly token: string } | 'failed' | undefined
}

/** The invisible widget: rendered once and used again at each challenge (rule CAPTCHA-2). */
export function createWidget({ siteKey, library, load, container, sleep = pause }: WidgetNeeds): Widget {
  let isRendering = false
  let widgetId: number | undefined
  let attempt: Attempt = { answer: undefined }

  const having = (part: 'render' | 'execute') => {
    const arrived = library()
    return arrived?.[part] === undefined ? undefined : (arrived as Grecaptcha)
  }

  const render = async (sitekey: string) => {
    if (library() === undefined) load()
    const ready = await until(() => having('render'), limits.rendered, captchaErrors.noWidget, sleep)
    widgetId = ready.render(container(), {
      sitekey,
      size: 'invisible',
      callback: (token) => {
        attempt.answer = { token }
      },
      'error-callback': () => {
        attempt.answer = 'failed'
      },
      'expired-callback': () => {
        attempt.answer = { token: '' }
      },
    })
  }

  const prepare = () => {
    if (siteKey === null || isRendering || widgetId !== undefined) return
    isRendering = true
    render(siteKey)
      .catch(console.warn) // a challenge that waits for the widget reports the failure to the user
      .finally(() => {
        isRendering = false
      })
  }

  const execute = async (id: number, action: string): Promise<Attempt> => {
    const ready = await until(() => having('execute'), limits.executable, captchaErrors.executeTimedOut, sleep)
    const mine: Attempt = { answer: undefined }
    attempt = mine
    const fail = () => {
      mine.answer = 'failed'
    }
    try {
      ready.reset(id)
      // it may never settle, since the user may not solve the pictures: the callbacks deliver the result
      Promise.resolve(ready.execute(id, { action })).catch(fail)
    } catch {
      fail()
    }
    return mine
  }

  const token = async (action: string): Promise<string> => {
    if (siteKey === null) throw new Error(captchaErrors.disabled)
    prepare()
    const id = await until(() => widgetId, limits.widgetId, captchaErrors.noWidget, sleep)
    const challenge = await execute(id, action)
    const answer = await until(() => challenge.answer, limits.token, captchaErrors.noToken, sleep)
    if (answer === 'failed') throw new Error(captchaErrors.executeFailed)
    if (answer.token === '') throw new Error(captchaErrors.noToken)
    return answer.token
  }

  return { prepare, token }
}
