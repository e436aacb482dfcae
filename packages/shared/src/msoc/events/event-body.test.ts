import { expect, test } from 'vitest'
import { decodeBody } from './event-body.ts'
import { arrival } from './events.fixture.ts'

const good = JSON.stringify({ type: 'position', vehicle: 'v', ts: arrival.receivedAt, lat: 1, lon: 2 })

function read(body: string | Buffer, type: 'ndjson' | 'json' = 'ndjson') {
  const taken: number[] = []
  const rejects: { line: number; reason: string; text: string; vehicle: string | null }[] = []
  const slices = decodeBody(
    Buffer.from(body),
    type,
    arrival,
    (_event, line) => taken.push(line),
    (line, reason, text, vehicle) => rejects.push({ line, reason, text, vehicle }),
  )
  let yields = 0
  for (let slice = slices.next(); ; slice = slices.next(), yields++)
    if (slice.done) return { fault: slice.value, taken, rejects, yields }
}

test('[EVENT-2] valid lines are accepted next to invalid ones, each with its line number', () => {
  const { fault, taken, rejects } = read(`${good}\n{"type":"position","vehicle":"w"}\n\nnonsense\n${good}\n`)
  expect(fault).toBeUndefined()
  expect(taken).toEqual([1, 5])
  expect(rejects).toMatchObject([
    {
      line: 2,
      reason: 'ts: RFC 3339 or epoch milliseconds is needed',
      vehicle: 'w',
      text: '{"type":"position","vehicle":"w"}',
    },
    { line: 4, reason: expect.stringMatching(/^not JSON: /) as string, vehicle: null, text: 'nonsense' },
  ])
})

test('[EVENT-2] lines may end with a carriage return, and the last one without a line end', () => {
  expect(read(`${good}\r\n\r\n${good}`)).toMatchObject({ taken: [1, 3], rejects: [] })
})

test('[EVENT-2] only the line that is not UTF-8 is a reject', () => {
  const { taken, rejects } = read(
    Buffer.concat([Buffer.from(`${good}\n{"vehicle":"`), Buffer.from([0xff]), Buffer.from(`"}\n${good}`)]),
  )
  expect(taken).toEqual([1, 3])
  expect(rejects).toMatchObject([{ line: 2, reason: 'not valid UTF-8' }])
})

test("[EVENT-2] a sender's own replacement character is accepted", () => {
  expect(
    read(JSON.stringify({ type: 'syslog', vehicle: 'v', ts: arrival.receivedAt, message: '\ufffd' })).taken,
  ).toEqual([1])
})

test('[EVENT-2] elements of an array are numbered from one', () => {
  const { taken, rejects } = read(`[${good}, 7, ${good}]`, 'json')
  expect(taken).toEqual([1, 3])
  expect(rejects).toEqual([{ line: 2, reason: 'an event is a JSON object', text: '7', vehicle: null }])
})

test('[EVENT-2] a single object counts as an array of one', () => {
  expect(read(good, 'json').taken).toEqual([1])
})

test.for([
  { what: 'not JSON', body: Buffer.from('[1,'), reason: 'the body is not JSON' },
  { what: 'not UTF-8', body: Buffer.from([0x5b, 0xff, 0x5d]), reason: 'the body is not valid UTF-8' },
])('[EVENT-2] an array that is $what is refused as a whole', ({ body, reason }) => {
  expect(read(body, 'json').fault).toMatchObject({ status: 400, reason: expect.stringContaining(reason) as string })
})

test('[EVENT-2] an element nested a million deep is a reject like any other', () => {
  const { taken, rejects } = read(`[${good},${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]`, 'json')
  expect(taken).toEqual([1])
  expect(rejects).toMatchObject([{ line: 2, text: '(nested too deeply to show)' }])
})

test("[EVENT-2] a reject's vehicle is the stated one, cut and without NUL", () => {
  expect(read(JSON.stringify({ vehicle: `\0${'x'.repeat(100)}` })).rejects[0]!.vehicle).toBe('x'.repeat(63))
})

test.for(['ndjson', 'json'] as const)('[EVENT-1] 20,000 events as %s are accepted, 20,001 are refused', (type) => {
  const body = (count: number) =>
    type === 'json' ? `[${Array.from({ length: count }, () => '0').join(',')}]` : '0\n'.repeat(count)
  expect(read(body(20_000), type)).toMatchObject({ fault: undefined, rejects: { length: 20_000 } })
  expect(read(body(20_001), type)).toMatchObject({ fault: { status: 413 }, taken: [], rejects: [] })
})

test('[SHARE-20] a large body is decoded in slices of 500 lines, a small one at once', () => {
  const bodyOf = (count: number) => Array.from({ length: count }, () => good)
  expect(read(bodyOf(500).join('\n'))).toMatchObject({ yields: 0 })
  expect(read(bodyOf(1_501).join('\n'))).toMatchObject({ yields: 3 })
  expect(read(`[${bodyOf(1_501).join(',')}]`, 'json')).toMatchObject({ yields: 3 })
})
