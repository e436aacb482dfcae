import type { Prepared } from './raw-http.ts'

/** The database's ids, by name. */
export interface Ids {
  readonly organisation: number
  readonly vehicles: ReadonlyMap<string, number>
  readonly signals: ReadonlyMap<string, number>
}

/** Rows of a stream in two forms: as requests of the ingest protocol, and as the text that psql's \copy takes. */
export interface Stream {
  readonly name: 'positions' | 'can_frames' | 'signals'
  readonly columns: readonly string[]
  readonly rows: number
  requests(eventsPerRequest: number, key: string): Prepared[]
  copyLines(ids: Ids): Generator<string>
}

const vehicles = 2_000
const framesPerEvent = 100
const signalsPerEvent = 20

export const vin = (i: number) => `NHVEX24A0SA${String(i).padStart(6, '0')}`

const prepared = (lines: string[], key: string): Prepared => ({
  path: '/ingest/v1/events',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  body: Buffer.from(`${lines.join('\n')}\n`),
})

/** Positions of 2,000 vehicles that drive, one a second each. */
function positionStream(rows: number, from: number): Stream {
  const place = (i: number) => {
    const vehicle = i % vehicles
    const second = Math.floor(i / vehicles)
    return {
      vehicle,
      ts: from + second * 1000,
      lat: round(48 + vehicle / 1000 + second * 1e-4),
      lon: round(9 + vehicle / 1000),
      speed: round(40 + (vehicle % 60)),
      heading: vehicle % 360,
    }
  }
  return {
    name: 'positions',
    columns: ['ts', 'org_id', 'vehicle_id', 'received_at', 'lat', 'lon', 'speed_kph', 'heading_deg'],
    rows,
    requests(eventsPerRequest, key) {
      return chunked(rows, eventsPerRequest, (i) => {
        const { vehicle, ts, lat, lon, speed, heading } = place(i)
        return (
          `{"type":"position","vehicle":"${vin(vehicle)}","ts":${ts},"lat":${lat},"lon":${lon},` +
          `"speed_kph":${speed},"heading_deg":${heading}}`
        )
      }).map((lines) => prepared(lines, key))
    },
    *copyLines(ids) {
      for (let i = 0; i < rows; i++) {
        const { vehicle, ts, lat, lon, speed, heading } = place(i)
        const time = new Date(ts).toISOString()
        const ofVehicle = `${ids.organisation}\t${ids.vehicles.get(vin(vehicle))}`
        yield `${time}\t${ofVehicle}\t${time}\t${lat}\t${lon}\t${speed}\t${heading}`
      }
    },
  }
}

/** Signals of 2,000 vehicles: twenty in each event, one event of a vehicle every ten seconds. */
function signalStream(rows: number, from: number): Stream {
  const names = Array.from({ length: signalsPerEvent }, (_, s) => `Vehicle.Bench.Signal${s}`)
  const event = (n: number) => ({ vehicle: n % vehicles, ts: from + Math.floor(n / vehicles) * 10_000 })
  const value = (n: number, s: number) => ((n * 7 + s * 131) % 10_000) / 10
  return {
    name: 'signals',
    columns: ['ts', 'org_id', 'vehicle_id', 'received_at', 'signal_id', 'value'],
    rows,
    requests(eventsPerRequest, key) {
      return chunked(rows / signalsPerEvent, eventsPerRequest, (n) => {
        const { vehicle, ts } = event(n)
        return JSON.stringify({
          type: 'telemetry',
          vehicle: vin(vehicle),
          ts,
          signals: Object.fromEntries(names.map((name, s) => [name, value(n, s)])),
        })
      }).map((lines) => prepared(lines, key))
    },
    *copyLines(ids) {
      for (let n = 0; n < rows / signalsPerEvent; n++) {
        const { vehicle, ts } = event(n)
        const time = new Date(ts).toISOString()
        const ofVehicle = `${ids.organisation}\t${ids.vehicles.get(vin(vehicle))}`
        for (const [s, name] of names.entries())
          yield `${time}\t${ofVehicle}\t${time}\t${ids.signals.get(name)}\t${value(n, s)}`
      }
    },
  }
}

/** CAN frames of 100 vehicles: 40 ids in turn, packed into events of a hundred. */
function canStream(rows: number, from: number): Stream {
  const frame = (i: number) => ({
    dtUs: (i % framesPerEvent) * 500,
    id: 0x100 + (i % 40) * 8,
    hex: (0x1000000000000000n + BigInt(i)).toString(16).toUpperCase(),
  })
  const event = (n: number) => ({ vehicle: n % 100, ts: from + Math.floor(n / 100) * 50 })
  return {
    name: 'can_frames',
    columns: ['ts', 'org_id', 'vehicle_id', 'received_at', 'bus', 'arbitration_id', 'flags', 'data'],
    rows,
    requests(eventsPerRequest, key) {
      return chunked(rows / framesPerEvent, eventsPerRequest, (n) => {
        const { vehicle, ts } = event(n)
        const frames = Array.from({ length: framesPerEvent }, (_, f) => {
          const { dtUs, id, hex } = frame(n * framesPerEvent + f)
          return `[${dtUs},${id},"${hex}"]`
        })
        return `{"type":"can","vehicle":"${vin(vehicle)}","ts":${ts},"bus":"can0","frames":[${frames.join(',')}]}`
      }).map((lines) => prepared(lines, key))
    },
    *copyLines(ids) {
      for (let n = 0; n < rows / framesPerEvent; n++) {
        const { vehicle, ts } = event(n)
        for (let f = 0; f < framesPerEvent; f++) {
          const { dtUs, id, hex } = frame(n * framesPerEvent + f)
          const time = new Date(ts + dtUs / 1000).toISOString()
          yield `${time}\t${ids.organisation}\t${ids.vehicles.get(vin(vehicle))}\t${time}\tcan0\t${id}\t0\t\\\\x${hex}`
        }
      }
    },
  }
}

/** Streams with the given number of rows, whose vehicles' time begins at `from`, epoch ms. */
export const streams: Readonly<Record<Stream['name'], (rows: number, from: number) => Stream>> = {
  positions: positionStream,
  can_frames: canStream,
  signals: signalStream,
}

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5
}

function chunked(count: number, size: number, line: (i: number) => string): string[][] {
  return Array.from({ length: Math.ceil(count / size) }, (_, c) =>
    Array.from({ length: Math.min(size, count - c * size) }, (_, i) => line(c * size + i)),
  )
}
