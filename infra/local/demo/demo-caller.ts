/** The user agent of the simulated people: nobody who signs in with it is a visitor. */
export const demoAgent = 'carapace-demo'

/** Calls the API: GET without a body, POST with JSON, or with the bytes of a document. Throws what it refuses. */
export type DemoCall = <Answer>(path: string, body?: object | string) => Promise<Answer>

/** The API is at `url`, with the base path. Signs in when that is needed, and again when the session is over. */
export function demoCaller(url: string, email: string, password: string, signal: AbortSignal): DemoCall {
  let token: string | undefined

  async function signIn(): Promise<string> {
    const reply = await send('v2/auth/login', { email, password })
    if (!reply.ok) throw new Error(`The sign-in of ${email} answered ${reply.status}`)
    return ((await reply.json()) as { user: { access_token: string } }).user.access_token
  }

  const send = (path: string, body?: object | string) =>
    fetch(`${url}/api/${path}`, {
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        'access-token': token ?? '',
        'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json',
        'user-agent': demoAgent,
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    })

  return async (path, body) => {
    token ??= await signIn()
    const reply = await send(path, body)
    if (reply.status === 403) token = undefined
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
}
