import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** How rsyslog queues lines between its listener and PostgreSQL. */
export interface RsyslogQueue {
  /** LinkedList: in memory, like our listener. Disk: every line is written to a file before it is passed on. */
  readonly type: 'LinkedList' | 'Disk'
  /** Lines in a transaction. */
  readonly batch: number
  /** Connections to PostgreSQL. A disk queue has one. */
  readonly workers: number
}

/**
 * The table of rsyslog's own SQL script (Debian's rsyslog-pgsql, install/pgsql). Its built-in template uses these
 * columns.
 */
export async function makeSystemEvents(sql: Sql): Promise<void> {
  await sql`
    CREATE TABLE IF NOT EXISTS systemevents (
      id serial NOT NULL PRIMARY KEY, customerid bigint, receivedat timestamp, devicereportedtime timestamp,
      facility smallint, priority smallint, fromhost varchar(60), message text, ntseverity int, importance int,
      eventsource varchar(60), eventuser varchar(60), eventcategory int, eventid int, eventbinarydata text,
      maxavailable int, currusage int, minusage int, maxusage int, infounitid int, syslogtag varchar(60),
      eventlogtype varchar(60),
      genericfilename varchar(60), systemid int)`
}

/** Starts rsyslog with a TCP listener and PostgreSQL as its only output; resolves when it listens. */
export async function startRsyslog(databaseUrl: string, folder: string, port: number, queue: RsyslogQueue) {
  const [config, log] = [join(folder, 'rsyslog.conf'), join(folder, 'rsyslog.log')]
  writeFileSync(config, configuration(databaseUrl, folder, port, queue))
  writeFileSync(log, '')
  const child = spawn('rsyslogd', ['-n', '-f', config, '-i', join(folder, 'rsyslog.pid')], { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  while (!(await answers(port))) {
    if (child.exitCode !== null)
      throw new Error(`rsyslogd ended with status ${child.exitCode}: ${readFileSync(log, 'utf8')}`)
    await sleep(50)
  }
  return {
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      process.off('exit', endWithUs)
    },
  }
}

/** A full queue makes the senders wait (timeoutEnqueue) and loses nothing, like ours. */
function configuration(
  databaseUrl: string,
  folder: string,
  port: number,
  { type, batch, workers }: RsyslogQueue,
): string {
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl)
  return `
global(workDirectory="${folder}" maxMessageSize="8k")
module(load="imtcp")
module(load="ompgsql")
ruleset(name="store") {
  action(type="ompgsql" server="${hostname}" port="${serverPort}" db="${pathname.slice(1)}"
         user="${username}" pass="${password}"
         queue.type="${type}" queue.filename="store" queue.size="50000" queue.dequeueBatchSize="${batch}"
         queue.workerThreads="${workers}" queue.workerThreadMinimumMessages="1" queue.timeoutEnqueue="600000"
         queue.timeoutShutdown="10000" action.resumeRetryCount="-1")
}
ruleset(name="own") { action(type="omfile" file="${join(folder, 'rsyslog.log')}") }
input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="store")
`
}

function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  return new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  ).finally(() => socket.destroy())
}
