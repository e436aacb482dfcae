import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, holdConnections } from './attack.ts'

/** Datagrams a turn, and the pause between two turns, ms: some 20,000 lines a second. */
const datagramsPerTurn = 200
const turnMs = 10

async function sendDatagrams(port: number, signal: AbortSignal, lineOf: (n: number) => string): Promise<void> {
  const socket = createSocket('udp4')
  for (let n = 0; !signal.aborted;) {
    for (let i = 0; i < datagramsPerTurn; i++) socket.send(lineOf(n++), port, '127.0.0.1')
    await sleep(turnMs)
  }
  socket.close()
}

/** Attacks over syslog. */
export const syslogAttacks: readonly Attack[] = [
  {
    name: 'log lines with a key over UDP',
    who: 'a tenant',
    run: ({ syslog_port: port, key }, signal) =>
      sendDatagrams(
        port,
        signal,
        (n) => `<13>1 - host app - - [carapace@32473 key="${key}" vehicle="L${n % 50}"] ${n}`,
      ),
  },
  {
    name: 'log lines with unknown keys over UDP',
    who: 'no tenant',
    run: ({ syslog_port: port }, signal) =>
      sendDatagrams(port, signal, (n) => `<13>1 - host app - - [carapace@32473 key="cik_unknown-${n}"] ${n}`),
  },
  {
    name: 'log lines without a key over UDP',
    who: 'no tenant',
    run: ({ syslog_port: port }, signal) =>
      sendDatagrams(port, signal, (n) => `<86>1 - WATCHED-${n % 20} sshd 42 - - Failed password for root ${n}`),
  },
  {
    name: '2,000 idle syslog connections',
    who: 'no tenant',
    run: ({ syslog_port: port }, signal) => holdConnections(signal, port, 2_000, '<13>1 an unfinished frame'),
  },
]
