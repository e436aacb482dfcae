import { Failure } from '@carapace/shared/core/failure'

interface OutgoingRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Limits {
  /** Time limit of the whole exchange, ms. */
  readonly ms?: number
  /** Maximum size of the answer, bytes. */
  readonly bytes?: number
}

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/**
 * The only way to call another server: returns its status and body, JSON parsed. Only https (http on this machine), no
 * redirects, limited in time and size.
 *
 * @throws {Failure} BUSY when the server cannot be reached, with the cause for the log
 */
export async function requestExternal(
  url: string,
  init: OutgoingRequest = {},
  { ms = 10_000, bytes = 1024 * 1024 }: Limits = {},
): Promise<{ status: number; body: unknown }> {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.includes(hostname)))
    throw new Error(`${protocol}//${hostname} is allowed over https only.`)
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ms) })
    const text = await textOf(response, bytes)
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  } catch (cause) {
    throw new Failure('BUSY', { message: `${hostname} is not available now. Try again shortly.`, cause })
  }
}

async function textOf({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > most) throw new Error(`The answer is larger than ${most} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
