import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fleetOf } from '../fleet/vehicles/vehicles.ts'
import { watchCalm } from './live/calm.ts'
import { countCpu } from './support/cpu.ts'
import { joinLogs } from './live/join.ts'
import type { PositionSending } from './live/position-sender.ts'
import { printLiveReport } from './live/report.ts'
import { startLiveSubject } from './live/subject.ts'
import { watchUsage } from './live/server-usage.ts'
import { openViewerSessions } from './support/viewer-session.ts'
import { viewportsOf } from './live/viewports.ts'
import { startWatching } from './live/watching.ts'

/**
 * The time from commit to viewer: a fleet at 1 Hz and viewers with real sockets, each viewing a different window of
 * vehicles. One of them stops reading for a minute. At the end all sockets are dropped at once and reconnect within ten
 * seconds. Senders and viewers are separate processes on the same machine, so they share one clock. With --apis 2 the
 * apis are processes, connected by NATS.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    vehicles: { type: 'string', default: '5000' },
    viewers: { type: 'string', default: '1000' },
    held: { type: 'string', default: '200' },
    apis: { type: 'string', default: '1' },
  },
})
const [minutes, vehicles, viewerCount, held, apis] = [
  values.minutes,
  values.vehicles,
  values.viewers,
  values.held,
  values.apis,
].map(Number) as [number, number, number, number, number]
if (!(minutes >= 3)) throw new Error('--minutes: at least 3, since memory is read at minute 2 and at the end')

const seed = 1
/** Enough that each window contains some vehicles whose positions are logged. */
const sampleEvery = Math.max(1, Math.floor(held / 10))
const settleMs = 15_000
const minuteMs = 60_000
/** The viewer that freezes, and the time after the start of the measurement. */
const frozen = 0
const freezeAfterMs = 50_000
/** A quantile does not need the logs of more viewers than this. */
const viewersLogged = 1_000
const stormMs = 10_000
const afterStormMs = 30_000

const folder = mkdtempSync(join(tmpdir(), 'carapace-live-'))
const subject = await startLiveSubject(apis)
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await subject.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs everything and prints the results; returns whether every limit is met. */
async function measure(): Promise<boolean> {
  const fleet = fleetOf(seed, vehicles)
  const tokens = await openViewerSessions(subject.databaseUrl, viewerCount)
  const sent = join(folder, 'sent')
  const sender = fork(join(import.meta.dirname, 'live/position-sender.ts'))
  sender.send({
    url: subject.ingestUrl,
    key: subject.ingestKey,
    seed,
    vehicles,
    sampleEvery,
    log: sent,
  } satisfies PositionSending)
  const usage = watchUsage(subject.apis)
  await sleep(5_000) // every vehicle has reported by now, so the viewers' snapshots contain them
  const emptyBytes = usage.residentAt(Date.now())

  const sampled = fleet.filter(({ index }) => index % sampleEvery === 0).map(({ vin, index }) => [vin, index] as const)
  const logEvery = Math.ceil(viewerCount / viewersLogged)
  const watching = startWatching(
    viewportsOf(fleet, viewerCount, held, Date.now()).map((viewport, at) => ({
      at,
      viewport,
      url: subject.apis[at % subject.apis.length]!,
      token: tokens[at]!,
      isLogged: at % logEvery === 0,
    })),
    sampled,
    folder,
  )
  const heldAtStart = await watching.connected
  await sleep(settleMs)

  const spent = countCpu({
    ...subject.processes,
    ...Object.fromEntries(watching.pids.map((pid, i) => [`viewers ${i + 1}`, { pid }])),
    sender: { pid: sender.pid! },
  })
  usage.restart()
  const calm = watchCalm()
  const began = { at: Date.now(), load: loadavg()[0]!, traffic: await watching.traffic() }
  const freeze = { from: began.at + freezeAfterMs, to: began.at + freezeAfterMs + minuteMs }
  const measured = { from: began.at, to: began.at + minutes * minuteMs }
  await until(freeze.from)
  watching.freezeFirst()
  await until(freeze.to)
  watching.thawFirst()
  await until(measured.to)
  const traffic = await watching.traffic()
  const [cpu, cores, load] = [spent(), usage.cores(), loadavg()[0]!]
  calm.stop()

  const stormAt = Date.now()
  const took = await watching.storm(stormMs)
  const calmAgain = { from: Date.now(), to: Date.now() + afterStormMs }
  await until(calmAgain.to)
  usage.stop()
  const refused = (await watching.traffic()).reconnects - traffic.reconnects
  sender.send('stop')
  const [[tally]] = await Promise.all([once(sender, 'message'), watching.stop()])

  return printLiveReport({
    fleet: vehicles,
    viewers: viewerCount,
    apis,
    heldAtStart,
    seconds: minutes * 60,
    loads: [began.load, load],
    tally,
    traffic: {
      messages: traffic.messages - began.traffic.messages,
      bytes: traffic.bytes - began.traffic.bytes,
      reconnects: traffic.reconnects - began.traffic.reconnects,
      gaps: traffic.gaps - began.traffic.gaps,
    },
    joined: joinLogs(sent, watching.logs, measured, freeze, frozen, calm.at),
    calmPart: calm.part(),
    thawedAt: freeze.to,
    memory: {
      empty: emptyBytes,
      atStart: usage.residentAt(began.at),
      atMinuteTwo: usage.residentAt(began.at + 2 * minuteMs),
      atEnd: usage.residentAt(measured.to),
      afterStorm: usage.residentAt(calmAgain.to),
    },
    cores,
    cpu,
    storm: {
      spreadMs: stormMs,
      lastAfterMs: calmAgain.from - stormAt,
      took,
      refused,
      after: joinLogs(sent, watching.logs, calmAgain, calmAgain, frozen, calm.at).commitToViewer,
    },
  })
}

async function until(at: number): Promise<void> {
  await sleep(Math.max(0, at - Date.now()))
}
