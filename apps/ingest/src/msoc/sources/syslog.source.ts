import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { createDeframer } from '@carapace/shared/msoc/events/syslog-frames'
import type { Log } from '../../core/log.ts'
import type { Metrics } from '../../core/metrics.ts'
import type { AddressLimit } from '../../core/address-limit.ts'
import type { LineLimit } from '../../core/line-limit.ts'
import type { createRateLimit, Senders } from '../../core/senders.ts'
import type { SyslogHosts } from './syslog-hosts.queries.ts'
import { addLine, type Line, mayHaveKey } from './syslog-lines.ts'
import type { Chunk, ChunkReceiver } from '../chunk.ts'
import type { Pipeline } from '../pipeline.ts'

/** Maximum lines that wait for a commit, over all transports; beyond it UDP lines are lost and counted, TCP waits. */
const linesHeld = 50_000
/** The same for datagrams without a key, so that nobody's lines leave room for those of somebody (rule SHARE-16). */
const keylessHeld = linesHeld / 2
const connectionsPerListener = 4_000
const idleMs = 10 * 60_000
/** Time for a connection's first whole frame, its TLS handshake included, ms (rule SHARE-7). */
const firstFrameMs = 15_000

type Transport = 'udp' | 'tcp' | 'tls'

interface Deps {
  readonly senders: Senders
  readonly rateLimit: ReturnType<typeof createRateLimit>
  readonly addresses: AddressLimit
  /** Limits the lines without a key of an address. */
  readonly keyless: LineLimit
  readonly taker: ChunkReceiver
  /** Knows the host names of vehicles. */
  readonly pipeline: Pick<Pipeline, 'fleets'>
  readonly metrics: Metrics
  readonly log: Log
  readonly host: string
  /** The organisations of hosts whose lines have no key. */
  readonly hosts: SyslogHosts
  /** The organisation of other lines without a key; undefined: the only one that exists. */
  readonly organisation: string | undefined
}

export interface SyslogListeners {
  readonly port: number
  readonly tlsPort: number | undefined
  close(): Promise<void>
}

/**
 * Listens for syslog: UDP and TCP on one port (RFC 5426, RFC 6587), TLS on another (RFC 5425). Delivery is at most
 * once; losses are counted.
 */
export async function listenForSyslog(
  ports: { port: number; tlsPort: number; tls: { cert: Buffer; key: Buffer } | undefined },
  parts: Deps,
): Promise<SyslogListeners> {
  const intake = createIntake(parts)
  const tcp = createTcpServer((socket) => intake.stream(socket, 'tcp'))
  const port = await listen(tcp, ports.port, parts.host)
  const udp = await listenUdp(port, parts.host, intake)
  const tls =
    ports.tls &&
    createTlsServer({ ...ports.tls, minVersion: 'TLSv1.2', handshakeTimeout: firstFrameMs }, (socket) =>
      intake.stream(socket, 'tls'),
    )
  tls?.on('tlsClientError', (error) =>
    parts.log.warn({ reason: error.message }, 'a syslog sender failed the TLS handshake'),
  )
  const tlsPort = tls && (await listen(tls, ports.tlsPort, parts.host))
  for (const server of [tcp, tls]) {
    if (!server) continue
    server.maxConnections = connectionsPerListener
    parts.addresses.guard(server)
  }
  return {
    port,
    tlsPort,
    async close() {
      udp.close()
      tcp.close()
      tls?.close()
      await intake.close()
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

async function listenUdp(port: number, host: string, intake: Intake): Promise<UdpSocket> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  socket.on('message', (datagram, { address }) => intake.datagram(datagram, address))
  socket.bind(port, host)
  await once(socket, 'listening')
  return socket
}

type Intake = ReturnType<typeof createIntake>

function createIntake(parts: Deps) {
  const { taker, metrics, log, keyless } = parts
  const open = new Set<Socket>()
  const underWay = new Set<Promise<unknown>>()
  let held = 0
  let batch: Line[] = []

  /** Collects the lines of one turn of the event loop into one batch. */
  function take(transport: Transport, line: Buffer, address: string): void {
    held += 1
    batch.push({ transport, line, receivedAt: Date.now(), address })
    if (batch.length === 1) setImmediate(flush)
  }

  function flush(): void {
    const lines = batch
    batch = []
    const work = store(lines)
      .catch((error: unknown) => {
        log.error({ err: error, lines: lines.length }, 'syslog lines could not be stored')
        for (const { transport } of lines) metrics.lost.inc({ transport })
      })
      .finally(() => {
        held -= lines.length
        underWay.delete(work)
      })
    underWay.add(work)
  }

  async function store(lines: readonly Line[]): Promise<void> {
    const chunks = new Map<string, Chunk>()
    for (const line of lines) if (!(await addLine(chunks, parts, line))) metrics.lost.inc({ transport: line.transport })
    await Promise.all(chunks.values().map((chunk) => taker.submit(chunk)))
  }

  function stream(socket: Socket | TLSSocket, transport: 'tcp' | 'tls'): void {
    const deframer = createDeframer()
    const address = socket.remoteAddress ?? ''
    const mustWait = () => held > linesHeld || keyless.isFull(address)
    const receive = (frames: ReturnType<typeof deframer.push>) => {
      if (frames.length > 0) clearTimeout(first)
      for (const frame of frames) {
        if ('frame' in frame) {
          const line = Buffer.from(frame.frame)
          if (!mayHaveKey(line)) keyless.charge(address)
          take(transport, line, address)
        } else {
          metrics.lost.inc({ transport })
          log.warn({ reason: frame.rejected, transport }, 'a syslog frame was refused')
        }
      }
    }
    open.add(socket)
    const first = setTimeout(() => socket.destroy(), firstFrameMs)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      receive(deframer.push(chunk))
      if (mustWait()) pauseWhile(socket, mustWait)
    })
    socket.on('end', () => receive(deframer.end()))
    socket.on('error', (error) => log.warn({ reason: error.message, transport }, 'a syslog connection broke'))
    socket.on('close', () => {
      clearTimeout(first)
      open.delete(socket)
    })
  }

  return {
    stream,
    datagram(datagram: Buffer, address: string): void {
      const isTaken = mayHaveKey(datagram) ? held <= linesHeld : held <= keylessHeld && keyless.takes(address)
      if (isTaken) take('udp', Buffer.from(datagram), address)
      else metrics.lost.inc({ transport: 'udp' })
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      if (batch.length > 0) flush()
      await Promise.all(underWay)
    },
  }
}

function pauseWhile(socket: Socket, full: () => boolean): void {
  socket.pause()
  const timer = setInterval(() => {
    if (full() && !socket.destroyed) return
    clearInterval(timer)
    socket.resume()
  }, 20)
}
