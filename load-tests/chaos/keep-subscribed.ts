import WebSocket from 'ws'
import {
  type ClientFrame,
  PROTOCOL,
  type ResumePoint,
  type ServerFrame,
} from '@carapace/shared/core/live/live-protocol'

const againMs = 200

interface Wanted {
  readonly urls: readonly string[]
  readonly token: string
  readonly channel: string
  readonly params: Record<string, unknown>
  /** The position to resume from, called at each connection. */
  readonly from?: () => ResumePoint | undefined
  readonly handleFrame: (frame: ServerFrame) => void
}

/** Keeps one subscription open: whenever its connection breaks, it reconnects to the next server. */
export function keepSubscribed({ urls, token, channel, params, from, handleFrame }: Wanted): { close: () => void } {
  let closing = false
  let socket: WebSocket

  function open(attempt: number): void {
    socket = new WebSocket(`${urls[attempt % urls.length]!.replace(/^http/, 'ws')}/api/live`)
    const say = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
    socket.on('open', () => {
      const point = from?.()
      say({ op: 'hello', token, protocol: PROTOCOL })
      say({ op: 'subscribe', sub: 1, channel, params, ...(point && { from: point }) })
    })
    socket.on('message', (data) => handleFrame(JSON.parse(String(data)) as ServerFrame))
    socket.on('error', () => undefined) // its close event follows
    socket.on('close', () => {
      if (!closing) setTimeout(open, againMs, attempt + 1)
    })
  }

  open(0)
  return {
    close() {
      closing = true
      socket.terminate()
    },
  }
}
