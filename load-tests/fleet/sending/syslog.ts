import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import type { LogLine } from './events.ts'

/** The address for log lines, and the ingest key in them. */
export interface SyslogTarget {
  host: string
  port: number
  transport: 'udp' | 'tcp'
  key: string
}

/** Sends log lines at most once: lines lost with a broken connection are counted in `lost`. */
interface SyslogSender {
  send(lines: readonly LogLine[]): void
  readonly sent: number
  readonly lost: number
  close(): void
}

/** A log line in the format of RFC 5424, with the vehicle as its host and the ingest key in structured data. */
export function syslogText({ vehicle, ts, facility, severity, app, pid, message }: LogLine, key: string): string {
  const value = key.replace(/["\\\]]/g, '\\$&')
  return (
    `<${facility * 8 + severity}>1 ${new Date(ts).toISOString()} ${vehicle} ${app} ${pid} - ` +
    `[carapace@32473 key="${value}"] ${message}`
  )
}

export function openSyslog(target: SyslogTarget): SyslogSender {
  return target.transport === 'udp' ? overUdp(target) : overTcp(target)
}

function overUdp({ host, port, key }: SyslogTarget): SyslogSender {
  const socket = createSocket('udp4').unref()
  const counts = { sent: 0, lost: 0 }
  const done = (failure: Error | null) => {
    if (failure) counts.lost++
    else counts.sent++
  }
  socket.on('error', () => undefined) // each send reports its own failure
  return withCounts(counts, {
    send: (lines) => lines.forEach((line) => socket.send(syslogText(line, key), port, host, done)),
    close: () => socket.close(),
  })
}

/** Octet-counted frames (RFC 6587) over one connection. After it broke, the next lines open a new one. */
function overTcp({ host, port, key }: SyslogTarget): SyslogSender {
  const counts = { sent: 0, lost: 0 }
  let open: Socket | undefined
  const connection = () => {
    if (open && !open.destroyed) return open
    open = connect(port, host).unref()
    open.on('error', () => undefined) // the failed writes report it
    return open
  }
  const done = (failure?: Error | null) => {
    if (failure) counts.lost++
    else counts.sent++
  }
  return withCounts(counts, {
    send: (lines) =>
      lines.forEach((line) => {
        const text = syslogText(line, key)
        connection().write(`${Buffer.byteLength(text)} ${text}`, done)
      }),
    close: () => open?.end(),
  })
}

function withCounts(
  counts: { sent: number; lost: number },
  sender: Pick<SyslogSender, 'send' | 'close'>,
): SyslogSender {
  return {
    ...sender,
    get sent() {
      return counts.sent
    },
    get lost() {
      return counts.lost
    },
  }
}

/** No syslog listener: lines are discarded. */
export const noSyslog: SyslogSender = { send: () => undefined, sent: 0, lost: 0, close: () => undefined }
