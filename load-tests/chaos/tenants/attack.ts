import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from './tenant.ts'

/** What an attacker knows: the addresses of an installation, and what its own organisation has there. */
export interface Target extends Tenant {
  readonly url: string
  readonly ingest_url: string
  readonly syslog_port: number
}

export interface Attack {
  readonly name: string
  readonly who: 'a tenant' | 'a viewer' | 'no tenant'
  /** Goes on until it is aborted. */
  run(target: Target, signal: AbortSignal): Promise<void>
}

/** Not that of the measured tenant. */
const attackersAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

const agent = new Agent({ keepAlive: true, maxSockets: 256, localAddress: attackersAddress })

/** Sends a request; resolves with its status, 0 where there was no answer. */
export function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  { method = 'GET', body, signal }: { method?: string; body?: string | undefined; signal?: AbortSignal } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent, method, headers, signal, localAddress: attackersAddress }, (response) => {
      response
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', () => resolve(0))
        .resume()
    })
    outgoing.on('error', () => resolve(0)).end(body)
  })
}

/** Posts events with a key; resolves with the status. */
export function post({ ingest_url: url, key }: Target, events: string, signal?: AbortSignal): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
  return send(`${url}/ingest/v1/events`, headers, { method: 'POST', body: events, ...(signal && { signal }) })
}

export const linesOf = (events: readonly object[]): string => events.map((event) => JSON.stringify(event)).join('\n')

/** Does something over and over, several at a time, whatever comes of it. */
export async function hammer(
  signal: AbortSignal,
  parallel: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let n = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (!signal.aborted) {
        const answer = await work(n++).catch(() => 0)
        // what is refused at once is tried again at once, but not in an endless loop without a pause
        await sleep(answer === 200 ? 0 : 5)
      }
    }),
  )
}

/** Keeps connections open that write `text` and then nothing; opens another one for each that is closed. */
export async function holdConnections(
  signal: AbortSignal,
  port: number,
  count: number,
  text: string | Buffer,
): Promise<void> {
  const sockets = new Set<Socket>()
  while (!signal.aborted) {
    for (let some = 0; some < 50 && sockets.size < count; some++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: attackersAddress })
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      socket.write(text)
    }
    await sleep(20)
  }
  for (const socket of sockets) socket.destroy()
}
