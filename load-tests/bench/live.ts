import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fleetOf } from '../fleet/vehicles.ts'
import { watchCalm } from './calm.ts'
import { type Installation, startInstallation } from './installation.ts'
import { joinLogs } from './join.ts'
import type { PositionSending } from './position-sender.ts'
import { printLiveReport } from './live-report.ts'
import { watchUsage } from './server-usage.ts'
import { openViewerSession } from './viewer-session.ts'
import type { Viewing, ViewersSaid, ViewersTold } from './viewers.ts'
import { viewportsOf } from './viewports.ts'

/**
 * From commit to viewer: a fleet at 1 Hz, a thousand viewers with real sockets, each looking at another 200 vehicles, one of
 * whom stops reading for a minute. Senders and viewers are processes of their own on the same machine, hence on one clock.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '3' }, vehicles: { type: 'string', default: '5000' }, viewers: { type: 'string', default: '1000' } },
})
const [minutes, vehicles, viewerCount] = [Number(values.minutes), Number(values.vehicles), Number(values.viewers)]
if (!(minutes >= 3)) throw new Error('--minutes: at least 3, since memory is read at minute 2 and at the end')

const seed = 1
const held = 200
const sampleEvery = 20
const settleMs = 15_000
const minuteMs = 60_000
/** The viewer that freezes, and when, after the start of the measurement. */
const frozen = 0
const freezeAfterMs = 50_000

const folder = mkdtempSync(join(tmpdir(), 'carapace-live-'))
const logs = { sender: join(folder, 'sent'), viewers: join(folder, 'seen') }
const installation = await startInstallation()
try {
  process.exitCode = (await measure(installation)) ? 0 : 1
} finally {
  await installation.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs it all and prints what came of it; whether every limit is kept. */
async function measure({ run }: Installation): Promise<boolean> {
  const fleet = fleetOf(seed, vehicles)
  const token = await openViewerSession(run.database_url)

  const sender = fork(join(import.meta.dirname, 'position-sender.ts'))
  sender.send({ url: run.ingest_url, key: run.ingest_key, seed, vehicles, sampleEvery, log: logs.sender } satisfies PositionSending)
  await sleep(5_000) // every vehicle has been heard of, so that the viewers' snapshots hold them

  const watching = fork(join(import.meta.dirname, 'viewers.ts'))
  const sampled = fleet.filter(({ index }) => index % sampleEvery === 0).map(({ vin, index }) => [vin, index] as const)
  watching.send({ url: run.url, token, viewports: viewportsOf(fleet, viewerCount, held, Date.now()), sampled, log: logs.viewers } satisfies Viewing)
  const { connected } = await said(watching, 'connected')
  await sleep(settleMs)

  const usage = watchUsage(run.url)
  const calm = watchCalm()
  const began = { at: Date.now(), load: loadavg()[0]!, traffic: await trafficOf(watching) }
  const freeze = { from: began.at + freezeAfterMs, to: began.at + freezeAfterMs + minuteMs }
  const measured = { from: began.at, to: began.at + minutes * minuteMs }
  await until(freeze.from)
  watching.send({ freeze: frozen } satisfies ViewersTold)
  await until(freeze.to)
  watching.send({ thaw: frozen } satisfies ViewersTold)
  await until(measured.to)

  const traffic = await trafficOf(watching)
  const load = loadavg()[0]!
  usage.stop()
  calm.stop()
  watching.send('stop' satisfies ViewersTold)
  sender.send('stop')
  const [[tally]] = await Promise.all([once(sender, 'message'), said(watching, 'closed')])

  return printLiveReport({
    fleet: vehicles, viewers: viewerCount, heldAtStart: connected.held, seconds: minutes * 60, loads: [began.load, load], tally,
    traffic: {
      messages: traffic.messages - began.traffic.messages, bytes: traffic.bytes - began.traffic.bytes,
      reconnects: traffic.reconnects - began.traffic.reconnects, gaps: traffic.gaps - began.traffic.gaps,
    },
    joined: joinLogs(logs.sender, logs.viewers, measured, freeze, frozen, calm.at),
    calmPart: calm.part(),
    thawedAt: freeze.to,
    memory: { atMinuteTwo: usage.residentAt(began.at + 2 * minuteMs), atEnd: usage.residentAt(measured.to) },
    cores: usage.cores(),
  })
}

async function until(at: number): Promise<void> {
  await sleep(Math.max(0, at - Date.now()))
}

async function trafficOf(watching: ChildProcess) {
  watching.send('traffic' satisfies ViewersTold)
  return (await said(watching, 'traffic')).traffic
}

/** The next message of that kind; fails when the process ends first. */
function said<K extends 'connected' | 'traffic' | 'closed'>(child: ChildProcess, kind: K): Promise<Extract<ViewersSaid, Record<K, unknown>>> {
  return new Promise((resolve, reject) => {
    const hear = (message: unknown) => {
      if (!(kind in (message as object))) return
      child.off('message', hear)
      resolve(message as Extract<ViewersSaid, Record<K, unknown>>)
    }
    child.on('message', hear)
    child.once('exit', (status) => reject(new Error(`a load process ended with status ${status}`)))
  })
}
