import type { Endpoint, InputOf, OutputOf } from '@carapace/shared/core/endpoint'
import type { FailureReply } from '@carapace/shared/core/failure'

/** The caller: a session's token; undefined for an unauthenticated call. */
type Token = string | undefined

interface Reply {
  readonly status: number
  readonly text: string
}

/** A client of an api for tests, typed by the endpoint contracts. */
export function typedClient(apiUrl: string) {
  async function send(token: Token, { method, path }: Endpoint, input: object): Promise<Reply> {
    const headers: Record<string, string> = token === undefined ? {} : { 'access-token': token }
    const response =
      method === 'GET'
        ? await fetch(`${apiUrl}${path}?${queryOf(input)}`, { headers })
        : await fetch(`${apiUrl}${path}`, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          })
    return { status: response.status, text: await response.text() }
  }

  return {
    /**
     * The output of an endpoint for an input; a text if the endpoint produces a file.
     *
     * @throws an `Error` with status and text if the endpoint refuses
     */
    async request<E extends Endpoint>(token: Token, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
      const { status, text } = await send(token, endpoint, input as object)
      if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${text}`)
      return (endpoint.produces === undefined ? JSON.parse(text) : text) as OutputOf<E>
    },
    /**
     * The refusal of an input, which may violate the contract.
     *
     * @throws an `Error` with the answer if the endpoint does not refuse
     */
    async refusal(
      token: Token,
      endpoint: Endpoint,
      input: object,
    ): Promise<FailureReply & { readonly status: number }> {
      const { status, text } = await send(token, endpoint, input)
      if (status < 400) throw new Error(`${endpoint.path} answered ${status}: ${text}`)
      return { status, ...(JSON.parse(text) as FailureReply) }
    },
  }
}

/** A query string as the console writes it: lists joined by commas, absent fields left out. */
function queryOf(input: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, textOf(value))
  }
  return query
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(',') : String(value)
}
