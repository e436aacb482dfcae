import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { batchesOf } from './batch.ts'
import type { Clock } from '../clock.ts'
import { deliver, newTally, type Delivery } from './deliver.ts'
import type { Line } from './events.ts'
import { openLanes } from './lanes.ts'
import { poster, replyOf, type Post } from './post.ts'
import { fleetOf } from '../vehicles/vehicles.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

interface Seen {
  key: string
  authorization: string
  body: string
}

/** An ingest with the given responses, one for each request (the last one for all further requests). */
async function ingest(
  answers: { status: number; headers?: Record<string, string>; body?: string }[],
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = await read(request)
    seen.push({
      key: String(request.headers['idempotency-key']),
      authorization: String(request.headers.authorization),
      body,
    })
    const answer = answers[Math.min(seen.length, answers.length) - 1]!
    response
      .writeHead(answer.status, answer.headers)
      .end(answer.body ?? JSON.stringify({ accepted: body.trim().split('\n').length, rejected: [] }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closers.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** A clock that records how long it should wait, but does not wait. */
function instantClock(): Clock & { waits: number[] } {
  const waits: number[] = []
  return { waits, now: () => 0, sleep: async (ms) => void waits.push(ms) }
}

function deliveryTo(url: string, clock: Clock): Delivery {
  const { post, close } = poster({ url, key: 'secret' })
  closers.push(close)
  return { post, clock, tally: newTally() }
}

const batch = { body: '{"a":1}\n{"b":2}\n', events: 2 }

test('after 503 the same body is sent again with the same Idempotency-Key, after the time in Retry-After', async () => {
  const { url, seen } = await ingest([
    { status: 503, headers: { 'retry-after': '7' } },
    { status: 429, headers: { 'retry-after': '2' } },
    { status: 200 },
  ])
  const clock = instantClock()
  const delivery = deliveryTo(url, clock)
  expect(await deliver(delivery, batch, 'key-1')).toBe(true)
  expect(seen).toEqual(Array(3).fill({ key: 'key-1', authorization: 'Bearer secret', body: batch.body }))
  expect(clock.waits).toEqual([7000, 2000])
  expect(delivery.tally).toMatchObject({ accepted: 2, retries: 2, refused: 0 })
})

test('a refused connection is retried, each time after a longer wait, until stopped', async () => {
  const stop = new AbortController()
  const clock = instantClock()
  const post: Post = async () => {
    if (clock.waits.length === 8) stop.abort()
    throw new Error('connect ECONNREFUSED')
  }
  const tally = newTally()
  expect(await deliver({ post, clock, tally, signal: stop.signal }, batch, 'key-1')).toBe(false)
  expect(clock.waits.slice(0, 7)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000])
  expect(tally.trouble).toContain('ECONNREFUSED')
})

test('a refusal is not retried, and its events are counted', async () => {
  const { url, seen } = await ingest([{ status: 401, body: '{"message":"This key is not valid"}' }])
  const delivery = deliveryTo(url, instantClock())
  await deliver(delivery, batch, 'key-1')
  expect(seen.length).toBe(1)
  expect(delivery.tally).toMatchObject({ refused: 2, trouble: '401: This key is not valid' })
})

test('rejected lines are counted', () => {
  const reply = replyOf(200, undefined, '{"accepted":1,"rejected":[{"line":2,"reason":"no vehicle"}]}')
  expect(reply).toEqual({ status: 200, accepted: 1, rejected: 1, reason: 'no vehicle' })
  expect(replyOf(502, 'soon', '<html>')).toEqual({
    status: 502,
    accepted: 0,
    rejected: 0,
    reason: '<html>',
    retryAfterMs: 1000,
  })
})

const line = (text: string, rows = 1): Line => ({ text, rows })

test('requests hold at most 2,000 events, 15,000 rows and 6 MiB', () => {
  expect(batchesOf(Array(4001).fill(line('{}'))).map(({ events }) => events)).toEqual([2000, 2000, 1])
  expect(batchesOf(Array(4).fill(line('{}', 7000))).map(({ events }) => events)).toEqual([2, 2])
  expect(batchesOf(Array(3).fill(line('x'.repeat(4_000_000)))).map(({ events }) => events)).toEqual([1, 1, 1])
  expect(batchesOf([line('a'), line('b')])[0]).toEqual({ body: 'a\nb\n', events: 2 })
})

const [vehicle] = fleetOf(1, 1) as [ReturnType<typeof fleetOf>[number]]

test('when too much waits, all of it is dropped and counted: a gap of everything, never of single ticks', async () => {
  const bodies: string[] = []
  const gates: (() => void)[] = []
  const post: Post = async (body) => {
    bodies.push(body)
    await new Promise<void>((open) => gates.push(open))
    return { status: 200, accepted: body.trim().split('\n').length, rejected: 0 }
  }
  const tally = newTally()
  const lanes = openLanes(1, { post, clock: instantClock(), tally }, 3)
  for (const text of ['a', 'b', 'c', 'd', 'e']) lanes.put([{ vehicle, lines: [line(text)] }])
  expect(tally).toMatchObject({ dropped: 3, droppedTicks: 3 })
  expect(lanes.waiting()).toBe(1)

  const drained = lanes.drained()
  gates.shift()!()
  await expect.poll(() => gates.length).toBe(1)
  gates.shift()!()
  await drained
  expect(bodies).toEqual(['a\n', 'e\n'])
  expect(tally.accepted).toBe(2)
})

test('vehicles of different lanes do not wait for each other', () => {
  const bodies: string[] = []
  const post: Post = (body) => (bodies.push(body), new Promise(() => undefined))
  const lanes = openLanes(2, { post, clock: instantClock(), tally: newTally() })
  lanes.put([
    { vehicle, lines: [line('a')] },
    { vehicle: { ...vehicle, index: 1 }, lines: [line('b')] },
  ])
  expect(bodies).toEqual(['a\n', 'b\n'])
})
