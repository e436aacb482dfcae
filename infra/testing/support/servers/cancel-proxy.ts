import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The code of PostgreSQL's CancelRequest, after its length of 16. */
const cancelCode = 80_877_102
const isCancel = (data: Buffer) => data.length === 16 && data.readInt32BE(4) === cancelCode
/** How long a late request is held: the next query is under way by then. */
const lateMs = 300

/** A way to a PostgreSQL on which requests to cancel arrive at once, late, or not at all. */
export async function cancelProxy(server: string, cancels: 'at once' | 'late' | 'refused') {
  const real = new URL(server)
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
    void once(socket, 'data').then(([data]: Buffer[]) => forward(socket, data!))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  async function forward(socket: Socket, first: Buffer): Promise<void> {
    if (isCancel(first) && cancels === 'refused') return void socket.resetAndDestroy()
    socket.pause()
    if (isCancel(first) && cancels === 'late') await pause(lateMs)
    const upstream = connect(Number(real.port), real.hostname).on('error', () => undefined)
    upstream.write(first)
    socket.pipe(upstream).pipe(socket)
  }

  const url = new URL(server)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
