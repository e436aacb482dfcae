import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startInstallation } from './support/installation.ts'
import { countLatencies } from './support/latencies.ts'
import { openLane, type Prepared } from './ingest/raw-http.ts'
import { vin } from './ingest/traffic.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * The time from the POST of an IDS event of high severity to the alert on a viewer's socket, while other events flow.
 * Each probe is for a different vehicle, so that each raises a separate alert.
 */
const eventsPerSecond = 2_000
const probes = 300
const probeMs = 100
const limitMs = 500

const installation = await startInstallation()
const { run } = installation
const latencies = countLatencies()
const sentAt = new Map<string, number>()
try {
  const arrived = await openViewer(await openViewerSession(run.database_url))
  const flowing = new AbortController()
  const flow = keepFlowing(flowing.signal)
  await sleep(3_000)
  await probe()
  for (let waited = 0; arrived() < probes && waited < 10_000; waited += 50) await sleep(50)
  flowing.abort()
  const flowed = await flow
  console.log(
    `${latencies.count} of ${probes} alerts arrived beside ` +
      `${Math.round(flowed).toLocaleString('en')} events/s: p50 ${latencies.quantile(0.5)} ms, p99 ` +
      `${latencies.quantile(0.99)} ms (limit ${limitMs}), longest ${Math.round(latencies.max)} ms`,
  )
  process.exitCode = latencies.count === probes && latencies.quantile(0.99) < limitMs ? 0 : 1
} finally {
  await installation.stop()
}

/** Opens a viewer of msoc.alerts; returns a function that counts the probes that have arrived. */
async function openViewer(token: string): Promise<() => number> {
  const socket = new WebSocket(`${run.url.replace('http', 'ws')}/api/live`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ op: 'hello', token, protocol: 1 }))
  socket.send(JSON.stringify({ op: 'subscribe', sub: 1, channel: 'msoc.alerts', params: {} }))
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        op: string
        data: { kind: string; alert: { vehicle: { vin: string } | null } | null }[]
      }
      if (frame.op === 'snapshot') resolve()
      if (frame.op !== 'changes') return
      for (const { kind, alert } of frame.data) {
        const began = kind === 'raise' ? sentAt.get(alert?.vehicle?.vin ?? '') : undefined
        if (began !== undefined) latencies.add(performance.now() - began)
      }
    })
  })
  await subscribed
  return () => latencies.count
}

function prepared(lines: string[]): Prepared {
  return {
    path: '/ingest/v1/events',
    headers: { authorization: `Bearer ${run.ingest_key}`, 'content-type': 'application/x-ndjson' },
    body: Buffer.from(lines.join('\n')),
  }
}

/** Sends positions, telemetry and CAN frames at the given rate, twenty requests a second; returns the actual rate. */
async function keepFlowing(signal: AbortSignal): Promise<number> {
  const lane = await openLane(new URL(run.ingest_url))
  const began = performance.now()
  let sent = 0
  for (let tick = 0; !signal.aborted; tick++) {
    const lines = Array.from({ length: eventsPerSecond / 20 }, (_, i) =>
      eventLine((tick * 100 + i) % 2_000, Date.now()),
    )
    await lane.send(prepared(lines), `flow-${tick}`)
    sent += lines.length
    await sleep(Math.max(0, began + (tick + 1) * 50 - performance.now()))
  }
  lane.close()
  return sent / ((performance.now() - began) / 1000)
}

function eventLine(vehicle: number, ts: number): string {
  const common = { vehicle: vin(vehicle), ts }
  if (vehicle % 3 === 0)
    return JSON.stringify({ type: 'telemetry', ...common, signals: { 'Vehicle.Speed': 50 + (vehicle % 40) } })
  if (vehicle % 3 === 1)
    return JSON.stringify({ type: 'can', ...common, bus: 'can0', id: 0x100 + (vehicle % 16), data: '0011223344556677' })
  return JSON.stringify({ type: 'position', ...common, lat: 48 + vehicle / 1000, lon: 9 })
}

async function probe(): Promise<void> {
  const lane = await openLane(new URL(run.ingest_url))
  for (let i = 0; i < probes; i++) {
    const name = vin(500_000 + i)
    sentAt.set(name, performance.now())
    await lane.send(
      prepared([JSON.stringify({ type: 'ids.can', vehicle: name, ts: Date.now(), event_id: 0x8001 })]),
      `probe-${i}`,
    )
    await sleep(probeMs)
  }
  lane.close()
}
