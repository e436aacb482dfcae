import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { positionsChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { countLatencies, type Latencies } from '../../bench/support/latencies.ts'
import { poster } from '../../fleet/sending/post.ts'
import { keepSubscribed } from '../keep-subscribed.ts'
import type { Tenant } from './tenant.ts'

export const measures = ['ingest', 'queue', 'map'] as const
export type Measure = (typeof measures)[number]
export type Measured = Readonly<Record<Measure, Latencies>>

/** A tenant whose ingest, queue and live map are measured all the time. */
export interface Watched {
  /** From now on latencies are counted here. */
  countInto(measured: Measured): void
  /** Resolves once everything sent so far has arrived, or is late. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const vehicleCount = 20
/** Times between two requests with positions, and between two events that raise or repeat an alert, ms. */
const positionsEveryMs = 50
const alertsEveryMs = 150
/** What has not arrived by then counts as this late, ms. */
const lateMs = 20_000

export const newMeasured = (): Measured => ({
  ingest: countLatencies(),
  queue: countLatencies(),
  map: countLatencies(),
})

interface Probe {
  readonly sentAt: number
  readonly into: Measured
}

/** Sends positions and alerts of a tenant's fleet, and notes when they are answered and when viewers see them. */
export function watchTenant(run: { readonly url: string; readonly ingest_url: string }, tenant: Tenant): Watched {
  const { post, close } = poster({ url: run.ingest_url, key: tenant.key })
  const onMap = new Map<string, Probe>()
  const inQueue = new Map<string, Probe>()
  const stop = new AbortController()
  let into = newMeasured()

  function arrived(waiting: Map<string, Probe>, measure: Measure, name: string): void {
    const probe = waiting.get(name)
    if (!probe) return
    waiting.delete(name)
    probe.into[measure].add(performance.now() - probe.sentAt)
  }

  function giveUp(): void {
    for (const [waiting, measure] of [
      [onMap, 'map'],
      [inQueue, 'queue'],
    ] as const)
      for (const [name, { sentAt }] of waiting) if (performance.now() - sentAt > lateMs) arrived(waiting, measure, name)
  }

  async function send(events: readonly object[]): Promise<void> {
    const probe = { sentAt: performance.now(), into }
    const body = events.map((event) => JSON.stringify(event)).join('\n')
    const key = randomUUID()
    // as a real sender does: again until it is taken, and all of that counts
    while (performance.now() - probe.sentAt < lateMs) {
      const reply = await post(body, key).catch(() => undefined)
      if (reply?.status === 200) break
      await sleep(Math.min(reply?.retryAfterMs ?? 200, 1_000))
    }
    probe.into.ingest.add(performance.now() - probe.sentAt)
  }

  async function every(ms: number, work: (n: number) => void): Promise<void> {
    for (let n = 0; !stop.signal.aborted; n++) {
      work(n)
      await sleep(ms)
    }
  }

  const sending = [
    every(positionsEveryMs, (n) => {
      giveUp()
      const ts = Date.now()
      const probed = vinOf(n)
      if (!onMap.has(probed)) onMap.set(probed, { sentAt: performance.now(), into })
      void send(Array.from({ length: vehicleCount }, (_, i) => positionOf(i, ts, n)))
    }),
    every(alertsEveryMs, (n) => {
      const vin = vinOf(n)
      if (inQueue.has(vin)) return
      inQueue.set(vin, { sentAt: performance.now(), into })
      void send([idsEventOf(vin)])
    }),
  ]
  const viewers = [
    keepSubscribed({
      urls: [run.url],
      token: tenant.token,
      channel: positionsChannel.name,
      params: { bbox: [-180, -90, 180, 90], zoom: 14, clusters: false },
      handleFrame: (frame) => {
        for (const { vehicle } of changesOf<{ vehicle?: { vin: string } }>(frame))
          if (vehicle) arrived(onMap, 'map', vehicle.vin)
      },
    }),
    keepSubscribed({
      urls: [run.url],
      token: tenant.token,
      channel: alertsChannel.name,
      params: {},
      handleFrame: (frame) => {
        for (const { alert } of changesOf<{ alert: { vehicle: { vin: string } | null } | null }>(frame))
          if (alert?.vehicle) arrived(inQueue, 'queue', alert.vehicle.vin)
      },
    }),
  ]

  return {
    countInto(measured) {
      into = measured
    },
    async settle() {
      const mine = into
      into = newMeasured()
      const isOpen = () => [...onMap.values(), ...inQueue.values()].some((probe) => probe.into === mine)
      while (isOpen()) await sleep(100)
    },
    async stop() {
      stop.abort()
      await Promise.all(sending)
      for (const viewer of viewers) viewer.close()
      close()
    },
  }
}

function changesOf<Change>(frame: ServerFrame): readonly Change[] {
  return frame.op === 'changes' ? (frame.data as readonly Change[]) : []
}

const vinOf = (n: number) => `WATCHED-${n % vehicleCount}`

const positionOf = (i: number, ts: number, n: number) => ({
  type: 'position',
  vehicle: vinOf(i),
  ts,
  lat: 48 + (n % 10_000) / 10_000,
  lon: 11 + i / 100,
  speed_kph: 40,
})

const idsEventOf = (vehicle: string) => ({
  type: 'ids.can',
  vehicle,
  ts: Date.now(),
  event_id: 0x8001,
  idsm_instance: 1,
  sensor_instance: 2,
  count: 1,
})
