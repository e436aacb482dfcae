import { once } from 'node:events'
import { connect } from 'node:net'
import { vin } from '../ingest/traffic.ts'

/** The task of the sending process. */
export interface SyslogSending {
  readonly port: number
  readonly lines: number
  readonly connections: number
}

const vehicles = 2_000
const linesAChunk = 500
const sentences = [
  'Accepted publickey for service from 10.20.0.14 port 51822 ssh2: ED25519 SHA256:9dJ1l0kqf3fT0Xv8q1m6s2Yw',
  'Failed to read sensor 14 of zone controller 3: timed out after 250 ms, 2 tries left',
  'Started Over-the-air update agent, package manifest 2026.11.3 verified by key 0x4f1c',
  'GNSS fix regained after 3 s, 11 satellites, horizontal dilution 0.9',
]
const programs = ['sshd', 'zonald', 'systemd', 'gnssd']

/** A line of RFC 5424, framed by line feeds as most senders do over TCP (RFC 6587 3.4.2). The host is a vehicle. */
function line(i: number, ts: string): string {
  return (
    `<${128 + 6 + (i % 2)}>1 ${ts} ${vin(i % vehicles)} ${programs[i % 4]} ${1000 + (i % 500)} - - ` +
    `${sentences[i % 4]} (${i})\n`
  )
}

/** Prepares all lines, then writes them as fast as the receiver reads; returns the time at which it began, epoch ms. */
async function sendLines({ port, lines, connections }: SyslogSending): Promise<{ startedAt: number }> {
  const ts = new Date().toISOString()
  const chunks = Array.from({ length: Math.ceil(lines / linesAChunk) }, (_, c) =>
    Buffer.from(
      Array.from({ length: Math.min(linesAChunk, lines - c * linesAChunk) }, (__, i) =>
        line(c * linesAChunk + i, ts),
      ).join(''),
    ),
  )
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      return socket
    }),
  )
  const startedAt = Date.now()
  let next = 0
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < chunks.length) if (!socket.write(chunks[next++]!)) await once(socket, 'drain')
      socket.end()
      await once(socket, 'close')
    }),
  )
  return { startedAt }
}

// a separate process that takes requests from its parent: so its cycles are not counted as the receiver's
process.once(
  'message',
  (request) => void sendLines(request as SyslogSending).then((done) => process.send!(done, () => process.disconnect())),
)
