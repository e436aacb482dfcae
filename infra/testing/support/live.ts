import { PROTOCOL, ServerFrame } from '@carapace/shared/core/live/live-protocol'

/** Timeout for expected messages, ms: much longer than needed, since test machines are busy. */
const timeoutMs = 20_000

export interface Subscription {
  readonly sub: number
  /** Its data so far, from the snapshot and the changes, as the channel sent them. */
  readonly changes: unknown[]
  readonly frames: ServerFrame[]
  /** The snapshot of the subscription; rejects if it was refused. */
  snapshot(): Promise<{ epoch: string; seq: number; data: unknown }>
  /** The error code of the refusal. */
  refusal(): Promise<string>
  /** Calls `look` after every frame until the result is neither undefined nor false. */
  until<T>(look: (subscription: Subscription) => T | undefined | false, what: string): Promise<T>
  /** The seq of the latest data. */
  seq(): number
  end(): void
}

export interface LiveClient {
  readonly frames: ServerFrame[]
  readonly closed: Promise<{ code: number; reason: string }>
  send(frame: object | string): void
  subscribe(channel: string, params?: object, from?: { epoch: string; seq: number }): Subscription
  until<T>(look: () => T | undefined | false, what: string): Promise<T>
  close(): void
}

/** A viewer: connects, authenticates if it has a token, and keeps all received frames. */
export async function connectLive(port: number, token?: string): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
  const frames: ServerFrame[] = []
  const looks = new Set<() => void>()
  const lookAgain = () => looks.forEach((look) => look())
  socket.addEventListener('message', ({ data }) => {
    frames.push(ServerFrame.parse(JSON.parse(String(data))))
    lookAgain()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => {
      resolve({ code, reason })
      lookAgain()
    })
  })

  function until<T>(look: () => T | undefined | false, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const again = () => {
        const seen = look()
        if (seen === undefined || seen === false) {
          if (socket.readyState === WebSocket.CLOSED)
            settle(() => reject(new Error(`The socket closed before ${what}.`)))
        } else settle(() => resolve(seen))
      }
      const settle = (end: () => void) => {
        clearTimeout(timer)
        looks.delete(again)
        end()
      }
      const timer = setTimeout(
        () =>
          settle(() =>
            reject(
              new Error(`In vain: ${what}. The latest frames: ${JSON.stringify(frames.slice(-3)).slice(0, 2_000)}`),
            ),
          ),
        timeoutMs,
      )
      looks.add(again)
      again()
    })
  }

  const send = (frame: object | string) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  let subs = 0
  const client: LiveClient = {
    frames,
    closed,
    send,
    until,
    subscribe(channel, params = {}, from) {
      const sub = ++subs
      send({ op: 'subscribe', sub, channel, params, ...(from && { from }) })
      return subscriptionOf(client, sub)
    },
    close: () => socket.close(),
  }
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The live socket could not be opened.')))
  })
  if (token !== undefined) {
    send({ op: 'hello', token, protocol: PROTOCOL })
    await until(() => frames.some(({ op }) => op === 'welcome'), 'a welcome')
  }
  return client
}

function subscriptionOf(client: LiveClient, sub: number): Subscription {
  const mine = () => client.frames.filter((frame) => 'sub' in frame && frame.sub === sub)
  const refused = () => mine().find((frame) => frame.op === 'error')
  const subscription: Subscription = {
    sub,
    get frames() {
      return mine()
    },
    get changes() {
      return mine().flatMap((frame) => (frame.op === 'changes' ? frame.data : []))
    },
    async snapshot() {
      const frame = await client.until(() => mine().find(({ op }) => op === 'snapshot' || op === 'error'), 'a snapshot')
      if (frame.op !== 'snapshot') throw new Error(`The subscription was refused: ${JSON.stringify(frame)}`)
      return frame
    },
    refusal: async () => (await client.until(refused, 'a refusal')).code,
    until: (look, what) => client.until(() => look(subscription), what),
    seq: () => mine().reduce((seq, frame) => (frame.op === 'snapshot' || frame.op === 'changes' ? frame.seq : seq), -1),
    end: () => client.send({ op: 'unsubscribe', sub }),
  }
  return subscription
}
