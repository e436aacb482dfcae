import '../csp.ts'
import type { ClientFrame } from '@carapace/shared/core/live/live-protocol'
import { createLiveClient, frameIn, type Line } from './client.ts'
import { columnBuffers } from './columns.ts'
import type { LiveEvent } from './machine.ts'
import type { AnyMessage, Order, Report } from './messages.ts'
import { rowBuffers } from './rows.ts'

/** The page's only socket, in its own thread, so that parsing and merging do not slow down the screen. */
const client = createLiveClient({
  now: () => Date.now(),
  random: () => Math.random(),
  open: openSocket,
  report: (report: Report) =>
    self.postMessage(report, { transfer: report.op === 'messages' ? report.messages.flatMap(buffersOf) : [] }),
  after: (ms, run) => setTimeout(run, ms),
})

self.addEventListener('message', (event: MessageEvent<Order>) => client.apply(event.data))
self.addEventListener('online', () => client.apply({ op: 'retry' }))
setInterval(client.tick, 250)

/** The buffers that are handed over to the page instead of copied. */
function buffersOf(message: AnyMessage): ArrayBuffer[] {
  if (message.op === 'columns') return columnBuffers(message)
  return message.op === 'rows' ? rowBuffers(message) : []
}

function openSocket(onEvent: (event: LiveEvent) => void): Line {
  const socket = new WebSocket(liveUrl())
  socket.onopen = () => onEvent({ op: 'opened' })
  socket.onclose = ({ code }) => onEvent({ op: 'closed', code })
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const frame = frameIn(data)
    if (frame) onEvent({ op: 'frame', frame })
  }
  return {
    send: (frame: ClientFrame) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  }
}

function liveUrl(): URL {
  const url = new URL(`${import.meta.env.BASE_URL}api/live`, self.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}
