import { expect, test } from 'vitest'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import {
  area,
  canSecondOf,
  failedPasswordOf,
  idsOf,
  type LoadEvent,
  logLineOf,
  positionOf,
  telemetryOf,
} from './traffic.ts'

const now = Date.UTC(2026, 10, 21, 12)
const vehicles = [0, 1, 399, 400, 5_000, 999_999]

test.for(
  Object.entries({
    position: positionOf,
    telemetry: telemetryOf,
    'failed password': failedPasswordOf,
    'second of a bus': (n, ts) => canSecondOf(n, ts),
    'flooded second': (n, ts) => canSecondOf(n, ts, true),
    alarm: (n, ts) => idsOf(n, ts, 0x8001),
    heartbeat: (n, ts) => idsOf(n, ts, 0x8031),
    'log line': (n, ts) => logLineOf(n, ts, n),
  } satisfies Record<string, (n: number, ts: number) => LoadEvent>),
)('ingest accepts a %s unchanged', ([, make]) => {
  for (const n of vehicles) {
    const event = decodeEvent(JSON.parse(JSON.stringify(make(n, now))), { receivedAt: now, keepMs: 86_400_000 })
    expect(event).toMatchObject({ ok: true, value: { deviceTs: null, ts: now } })
  }
})

test('a vehicle moves at its reported speed and heading, within the area', () => {
  for (const n of vehicles) {
    const [from, to] = [positionOf(n, now), positionOf(n, now + 1000)] as {
      lat: number
      lon: number
      speed_kph: number
      heading_deg: number
    }[]
    const [north, east] = [
      (to!.lat - from!.lat) * 111_320,
      (to!.lon - from!.lon) * 111_320 * Math.cos((from!.lat * Math.PI) / 180),
    ]
    expect(Math.abs(Math.hypot(north, east) * 3.6 - from!.speed_kph)).toBeLessThan(4)
    const apart = Math.abs((((Math.atan2(east, north) * 180) / Math.PI - from!.heading_deg + 540) % 360) - 180)
    expect(apart).toBeLessThan(5)
    expect(from!.lon > area[0] && from!.lon < area[2] && from!.lat > area[1] && from!.lat < area[3]).toBe(true)
  }
})

test('a second of a bus is in order, and a flood adds 2,000 frames of the id that wins every arbitration', () => {
  const [calm, flooded] = [canSecondOf(3, now).frames, canSecondOf(3, now, true).frames]
  expect(flooded.map(([dt]) => dt)).toEqual(flooded.map(([dt]) => dt).sort((a, b) => a - b))
  expect(calm).toHaveLength(422)
  expect(flooded.filter(([, id]) => id === 0)).toHaveLength(2_000)
  expect(flooded.filter(([, id]) => id !== 0)).toEqual(calm)
  expect(Math.max(...flooded.map(([dt]) => dt))).toBeLessThan(1_000_000)
})
