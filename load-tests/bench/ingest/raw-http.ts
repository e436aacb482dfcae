import { connect, type Socket } from 'node:net'

/** A prepared request, without the parts that differ each time it is sent. */
export interface Prepared {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * One keep-alive connection that sends requests in sequence with as little work as possible: a benchmark's sender
 * shares its cores with the server, and every cycle it uses is taken from the measured server.
 */
export interface Lane {
  /** Resolves with the status and the body; rejects when the connection breaks. */
  send(request: Prepared, idempotencyKey: string): Promise<{ status: number; body: string }>
  close(): void
}

export async function openLane(url: URL): Promise<Lane> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return { send: (request, key) => roundTrip(socket, url, request, key), close: () => socket.destroy() }
}

function roundTrip(
  socket: Socket,
  url: URL,
  { path, headers, body }: Prepared,
  key: string,
): Promise<{ status: number; body: string }> {
  const head = `POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}content-length: ${body.length}\r\nidempotency-key: ${key}\r\n\r\n`
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const stop = () => {
      socket.off('data', read)
      socket.off('error', fail)
      socket.off('close', closed)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const closed = () => fail(new Error('the server closed the connection'))
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = parse(received)
      if (!answer) return
      stop()
      resolve(answer)
    }
    socket.on('data', read)
    socket.once('error', fail)
    socket.once('close', closed)
    socket.cork()
    socket.write(head)
    socket.write(body)
    socket.uncork()
  })
}

function parse(bytes: Buffer): { status: number; body: string } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < end + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', end + 4, end + 4 + length) }
}
