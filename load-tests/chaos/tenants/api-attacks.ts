import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { type ClientFrame, PROTOCOL } from '@carapace/shared/core/live/live-protocol'
import { alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { positionsChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { type Attack, hammer, send, type Target } from './attack.ts'

/** How long a caller waits before it leaves a call, ms. */
const patienceMs = 30
const hour = 3_600_000

function call({ url, token }: Target, path: string, query: Readonly<Record<string, string>>, signal?: AbortSignal) {
  const options = signal ? { signal } : {}
  return send(`${url}/api/${path}?${new URLSearchParams(query)}`, { 'access-token': token }, options)
}

const searchOf = (n: number) => ({ q: `word ${n}`, limit: '200' })

/** A socket that subscribes, unsubscribes and subscribes to something else, all the time. */
async function resubscribe({ url, token }: Target, signal: AbortSignal, number: number): Promise<void> {
  while (!signal.aborted) {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`)
    const say = (frame: ClientFrame) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(frame))
    socket.on('error', () => undefined)
    socket.on('open', () => say({ op: 'hello', token, protocol: PROTOCOL }))
    for (let n = 0; !signal.aborted && socket.readyState <= socket.OPEN; n++) {
      const filter = { q: `word ${number} ${n}` }
      const params = n % 2 === 0 ? { filter } : { bbox: [-180, -90, 180, 90], zoom: n % 20, clusters: true }
      say({ op: 'subscribe', sub: n, channel: n % 2 === 0 ? alertsChannel.name : positionsChannel.name, params })
      if (n >= 4) say({ op: 'unsubscribe', sub: n - 4 })
      await sleep(20)
    }
    socket.terminate()
    await sleep(100)
  }
}

/** Attacks on the api. */
export const apiAttacks: readonly Attack[] = [
  {
    name: 'queries of signals',
    who: 'a viewer',
    run: (target, signal) =>
      hammer(signal, 10, (n) => {
        const window = { from: new Date(Date.now() - 720 * hour).toISOString(), to: new Date().toISOString() }
        return call(target, 'msoc/v1/signals', { vehicle: `NAMES-${n % 20}`, ...window }, signal)
      }),
  },
  {
    name: '100 sockets that resubscribe',
    who: 'a viewer',
    run: async (target, signal) =>
      void (await Promise.all(Array.from({ length: 100 }, (_, i) => resubscribe(target, signal, i)))),
  },
  {
    name: 'searches, 100 at a time',
    who: 'a viewer',
    run: (target, signal) => hammer(signal, 100, (n) => call(target, 'msoc/v1/alerts', searchOf(n), signal)),
  },
  {
    name: 'calls that are left',
    who: 'a viewer',
    run: (target, signal) =>
      hammer(signal, 100, (n) => call(target, 'msoc/v1/alerts', searchOf(n), AbortSignal.timeout(patienceMs))),
  },
  {
    name: 'unknown session tokens',
    who: 'no tenant',
    run: (target, signal) =>
      hammer(signal, 64, () => {
        const token = `cst_${randomBytes(32).toString('base64url')}`
        return call({ ...target, token }, 'v2/auth/session', {}, signal)
      }),
  },
]
