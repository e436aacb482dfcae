import { randomBytes } from 'node:crypto'
import { type Attack, hammer, holdConnections, linesOf, post, send } from './attack.ts'

const hour = 3_600_000
const mebibyte = 2 ** 20
const portOf = (url: string) => Number(new URL(url).port)

const position = (vehicle: string, ts: number) => ({ type: 'position', vehicle, ts, lat: 1, lon: 2 })
const can = (vehicle: string, ts: number) => ({ type: 'can', vehicle, ts, bus: 'can0', id: 1, data: 'ff' })

/** A request of 20,000 events, as large as one may be. */
const full = (name: string) =>
  linesOf(Array.from({ length: 20_000 }, (_, i) => position(`${name}-${i % 200}`, Date.now() - i)))

const half = (headers: string) =>
  Buffer.concat([
    Buffer.from(
      `POST /ingest/v1/events HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/x-ndjson\r\n` +
        `content-length: ${8 * mebibyte}\r\n\r\n`,
    ),
    Buffer.alloc(mebibyte, 32),
  ])

/** Attacks on the way of events over HTTP. */
export const ingestAttacks: readonly Attack[] = [
  {
    name: 'requests that stop half way',
    who: 'a tenant',
    run: ({ ingest_url: url, key }, signal) =>
      holdConnections(signal, portOf(url), 200, half(`authorization: Bearer ${key}\r\n`)),
  },
  {
    name: 'requests without a key that stop',
    who: 'no tenant',
    run: ({ ingest_url: url }, signal) => holdConnections(signal, portOf(url), 900, half('')),
  },
  {
    name: 'requests of 20,000 events',
    who: 'a tenant',
    async run(target, signal) {
      const bodies = Array.from({ length: 8 }, (_, i) => full(`FULL-${i}`))
      await hammer(signal, 8, (n) => post(target, bodies[n % bodies.length]!, signal))
    },
  },
  {
    name: 'new signal names',
    who: 'a tenant',
    run: (target, signal) =>
      hammer(signal, 8, (n) => {
        const signals = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Invented.N${n}.S${i}`, i]))
        return post(target, linesOf([{ type: 'telemetry', vehicle: `NAMES-${n % 20}`, ts: Date.now(), signals }]))
      }),
  },
  {
    name: 'clocks far away',
    who: 'a tenant',
    run: (target, signal) =>
      hammer(signal, 8, (n) => {
        const times = [8.64e15, Date.now() + 10 * 365 * 24 * hour, 0, -1e14, Date.now() - 29 * 24 * hour]
        return post(target, linesOf(Array.from({ length: 500 }, (_, i) => position(`CLOCK-${n % 5}`, times[i % 5]!))))
      }),
  },
  {
    name: 'requests of 20,000 bad lines',
    who: 'a tenant',
    run: (target, signal) => {
      const bad = Array.from({ length: 20_000 }, (_, i) => `{"type":"position","vehicle":"BAD","ts":${i},"lat":"x"}`)
      return hammer(signal, 4, () => post(target, bad.join('\n'), signal))
    },
  },
  {
    name: '20,000 new vehicles a request',
    who: 'a tenant',
    run: (target, signal) =>
      hammer(signal, 2, (n) =>
        post(target, linesOf(Array.from({ length: 20_000 }, (_, i) => position(`NEW-${n}-${i}`, Date.now()))), signal),
      ),
  },
  {
    name: 'events hourly over 29 days',
    who: 'a tenant',
    run: (target, signal) =>
      hammer(signal, 4, (n) =>
        post(
          target,
          linesOf(Array.from({ length: 690 }, (_, i) => can(`SPREAD-${n % 5}`, Date.now() - i * hour))),
          signal,
        ),
      ),
  },
  {
    name: 'unknown keys',
    who: 'no tenant',
    run: ({ ingest_url: url }, signal) =>
      hammer(signal, 64, () => {
        const authorization = `Bearer cik_${randomBytes(24).toString('base64url')}`
        return send(`${url}/ingest/v1/events`, { authorization }, { method: 'POST', body: '' })
      }),
  },
]
