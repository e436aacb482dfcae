import http from 'node:http'
import https from 'node:https'

/** The URL for events, and the key of the organisation. */
export interface Target {
  url: string
  key: string
}

/** Ingest's response to one request. */
export interface Reply {
  status: number
  retryAfterMs?: number
  accepted: number
  rejected: number
  /** Why the first rejected line was rejected, or why all lines were refused. */
  reason?: string
}

export type Post = (body: string, idempotencyKey: string) => Promise<Reply>

const TIMEOUT_MS = 60_000

/**
 * Posts NDJSON to the target over persistent connections. A response with any status resolves; only a broken connection
 * rejects.
 */
export function poster(target: Target): { post: Post; close: () => void } {
  const url = new URL('/ingest/v1/events', target.url)
  const client = url.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true })
  const post: Post = (body, idempotencyKey) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${target.key}`,
        'content-type': 'application/x-ndjson',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': idempotencyKey,
      }
      const request = client.request(url, { method: 'POST', agent, headers, timeout: TIMEOUT_MS })
      request.on('timeout', () => request.destroy(new Error(`no reply within ${TIMEOUT_MS / 1000} s`)))
      request.on('error', reject)
      request.on('response', (response) => {
        textOf(response).then(
          (text) => resolve(replyOf(response.statusCode ?? 0, response.headers['retry-after'], text)),
          reject,
        )
      })
      request.end(body)
    })
  return { post, close: () => agent.destroy() }
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return text
}

/** Parses a response. Its body may be anything: a proxy in between may answer in HTML. */
export function replyOf(status: number, retryAfter: string | undefined, text: string): Reply {
  const body = parsed(text)
  const rejected = Array.isArray(body['rejected']) ? (body['rejected'] as { reason?: unknown }[]) : []
  const reason = rejected[0]?.reason ?? body['message'] ?? (status === 200 ? undefined : text.slice(0, 200))
  return {
    status,
    accepted: Number(body['accepted'] ?? 0),
    rejected: rejected.length,
    ...(reason === undefined ? {} : { reason: String(reason) }),
    ...(retryAfter === undefined ? {} : { retryAfterMs: delayOf(retryAfter) }),
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The delay in Retry-After, which is seconds or a date (RFC 9110, 10.2.3); a second if it cannot be parsed. */
function delayOf(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 1000
}
