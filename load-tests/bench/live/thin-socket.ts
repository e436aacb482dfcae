import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** The callbacks of a thin socket. */
interface SocketHandlers {
  /** The upgrade succeeded: frames may be sent. */
  opened(): void
  /** A whole frame arrived: its payload's length in bytes, and its first letter after `{"op":"`. */
  frame(bytes: number, letter: string): void
  closed(): void
}

/** The shared read buffer of all sockets of the process: its content is processed before the next read. */
const readInto = Buffer.alloc(256 * 1024)
const letterAt = '{"op":"'.length
const closeOpcode = 8

/**
 * A WebSocket (RFC 6455) that counts the received frames and reads only one letter of each, so that thousands of
 * viewers leave the cores to the server. Suitable for our own server only: it sends frames unmasked and unfragmented.
 */
export function openThinSocket(
  url: URL,
  headers: Readonly<Record<string, string>>,
  handlers: SocketHandlers,
): { send(text: string): void; terminate(): void } {
  const read = frameReader((bytes, letter, isClose) => (isClose ? socket.destroy() : handlers.frame(bytes, letter)))
  let head = ''
  let isOpen = false
  const socket: Socket = connect({
    host: url.hostname,
    port: Number(url.port),
    noDelay: true,
    onread: {
      buffer: readInto,
      callback(bytes) {
        if (isOpen) read(readInto, 0, bytes)
        else upgrade(bytes)
        return true
      },
    },
  })
  socket.once('connect', () =>
    socket.write(
      `GET ${url.pathname} HTTP/1.1\r\n${lines({
        host: url.host,
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        ...headers,
      })}\r\n`,
    ),
  )
  socket.on('error', () => undefined) // its close event follows
  socket.once('close', () => handlers.closed())

  function upgrade(bytes: number): void {
    const text = readInto.toString('latin1', 0, bytes)
    const before = head.length
    head += text
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    if (!head.startsWith('HTTP/1.1 101 ')) return void socket.destroy()
    isOpen = true
    const rest = end + 4 - before
    handlers.opened()
    if (rest < bytes) read(readInto, rest, bytes)
  }

  return { send: (text) => void socket.write(maskedText(text)), terminate: () => socket.destroy() }
}

/** Reads the stream in any chunks, whole frames or parts of them. */
function frameReader(frame: (bytes: number, letter: string, isClose: boolean) => void) {
  const header: number[] = []
  let length: number | undefined
  let seen = 0
  let letter = ''
  return (chunk: Buffer, from: number, to: number): void => {
    for (let at = from; at < to;) {
      if (length === undefined) {
        header.push(chunk[at++]!)
        length = lengthIn(header)
        if (length === undefined) continue
      }
      if (letter === '' && length > letterAt && at + letterAt - seen < to)
        letter = String.fromCharCode(chunk[at + letterAt - seen]!)
      const taken = Math.min(length - seen, to - at)
      seen += taken
      at += taken
      if (seen < length) continue
      frame(length, letter, (header[0]! & 0x0f) === closeOpcode)
      header.length = seen = 0
      length = undefined
      letter = ''
    }
  }
}

/** The payload's length, once the header is whole (RFC 6455 5.2). */
function lengthIn(header: readonly number[]): number | undefined {
  const short = header[1]
  if (short === undefined || short < 126) return short
  const bytes = short === 126 ? 2 : 8
  if (header.length < 2 + bytes) return undefined
  return header.slice(2).reduce((sum, byte) => sum * 256 + byte, 0)
}

/** A client masks what it sends (5.3); with a mask of zeros the text stays as it is. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload])
}

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
