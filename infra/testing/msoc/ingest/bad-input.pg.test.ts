import { expect, test, vi } from 'vitest'

import { startInstallation } from '../../support/installation.ts'
import { lineOf, malformed, odd } from '../../support/malformed.ts'
import { heldAfterCollection, mostGrowth } from '../../support/memory.ts'
import { createRandom } from '@carapace/shared/core/random.fixture'

const site = await startInstallation()
const { key, members } = await site.organisation('Alpha')
const { token } = members.ADMIN

/** Valid lines that were sent beside invalid ones, as the table should have them. */
const posted: { ts: Date; lat: number; lon: number; speed_kph: number }[] = []

function soundLine(): string {
  const ts = new Date(Date.now() - posted.length)
  const one = { ts, lat: posted.length / 1_000, lon: 9.12345678901234, speed_kph: posted.length % 200 }
  posted.push(one)
  return JSON.stringify({ type: 'position', vehicle: 'SOUND', ...one, ts: ts.toISOString() })
}

test('there are at least 200 malformed lines', () => {
  expect(malformed.length).toBeGreaterThan(200)
})

test.for(malformed)(
  '[EVENT-2] a line with $name is refused with its number and a reason, and the other lines are stored',
  async ({ line, reason }) => {
    const { status, body } = await site.post(key, [soundLine(), line, soundLine()].join('\n'), {
      headers: { 'idempotency-key': `bad ${posted.length}` },
    })

    expect(status).toBe(200)
    expect(body).toEqual({ accepted: 2, rejected: [{ line: 2, reason: expect.stringMatching(reason) }] })
    expect(body.rejected[0].reason).not.toMatch(/database|\0/)
    expect(body.rejected[0].reason.length).toBeLessThan(400)
  },
)

test('[EVENT-2] the same lines in one request, as lines and as an array, are refused one by one', async () => {
  const asLines = await site.post(key, malformed.flatMap(({ line }) => [soundLine(), line]).join('\n'))
  expect(asLines.body.accepted).toBe(malformed.length)
  expect(asLines.body.rejected.map(({ line }: { line: number }) => line)).toEqual(malformed.map((_, i) => 2 * i + 2))

  const elements = malformed.filter(({ line }) => isJson(line))
  const asArray = await site.post(key, `[${elements.flatMap(({ line }) => [soundLine(), line]).join(',')}]`, {
    headers: { 'content-type': 'application/json' },
  })
  expect(asArray.status).toBe(200)
  expect(asArray.body.rejected.map(({ line }: { line: number }) => line)).toEqual(elements.map((_, i) => 2 * i + 2))
})

test.for(
  odd.map((event) => ({
    event,
    name: lineOf(event)
      .replace(/"vehicle":"GOOD1",("ts":\d{13},)?/, '')
      .slice(0, 160),
  })),
)('[EVENT-2] at the edge of the permitted range, $name causes no failure in later processing', async ({ event }) => {
  const line = lineOf(event)
  const { status, body } = await site.post(
    key,
    [soundLine(), ...Array.from({ length: 5 }, () => line), soundLine()].join('\n'),
  )

  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toMatch(/database/)
  expect([2, 7]).toContain(body.accepted)
  expect(body.accepted + body.rejected.length).toBe(7)
})

test('[EVENT-2] all edge-case events in one request do not affect other events', async () => {
  const { status, body } = await site.post(key, odd.flatMap((event) => [soundLine(), lineOf(event)]).join('\n'))

  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toMatch(/database/)
})

test('[EVENT-2] lines with flipped bits are accepted or refused one by one', async () => {
  const random = createRandom(20_240_601)
  for (let round = 0; round < 5; round++) {
    const lines = Array.from({ length: 200 }, () =>
      flipped(Buffer.from(lineOf(odd[random(odd.length)]!).slice(0, 2_000)), random),
    )
    const { status, body } = await site.post(
      key,
      Buffer.concat(lines.flatMap((line) => [Buffer.from(`${soundLine()}\n`), line, Buffer.from('\n')])),
    )
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/database/)
  }
})

test('[EVENT-1] empty lines and carriage returns are no events, but empty lines count in line numbers', async () => {
  const { body } = await site.post(key, `\n\r\n${soundLine()}\r\n\n\n${soundLine()}\nnot an event\r\n\r`)
  expect(body).toEqual({ accepted: 2, rejected: [{ line: 7, reason: expect.stringMatching(/^not JSON/) }] })
})

test('[EVENT-2] invalid UTF-8 affects only its own line', async () => {
  const { body } = await site.post(
    key,
    Buffer.concat([
      Buffer.from(`${soundLine()}\n{"type":"`),
      Buffer.from([0xc3, 0x28, 0xff, 0xfe]),
      Buffer.from(`"}\n${soundLine()}\n`),
    ]),
  )
  expect(body).toEqual({ accepted: 2, rejected: [{ line: 2, reason: 'not valid UTF-8' }] })
})

test('[EVENT-2] every valid line is in the table as it was sent', async () => {
  const rows = await site.sql`SELECT ts, lat, lon, speed_kph
      FROM positions p
      JOIN vehicles v ON v.id = p.vehicle_id
      WHERE v.vin = 'SOUND'
      AND device_ts IS NULL
      ORDER BY lat, ts`
  expect(rows.length).toBe(posted.length)
  expect(rows.map((row) => ({ ...row }))).toEqual([...posted].sort((a, b) => a.lat - b.lat))
})

test('rejects can be read, with the line, the reason and the event', async () => {
  const lineByEvent = new Map<string, number | null>()
  for (let cursor: string | undefined; ;) {
    const { status, body } = await site.get(token, 'msoc/v1/rejects', { limit: 500, cursor })
    expect(status).toBe(200)
    for (const { event, line } of body.rejects) lineByEvent.set(event, line)
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  for (const { name, line } of malformed)
    expect([name, [...lineByEvent.keys()].includes(line.replaceAll('\0', '␀').slice(0, 4_096))]).toEqual([name, true])
})

test('[REJECT-STORM-1] many rejects raise one alert, whose count rises', async () => {
  const { body } = await site.get(token, 'msoc/v1/alerts', { q: 'reject-storm' })
  expect(body.alerts).toHaveLength(1)
  expect(body.alerts[0].count).toBeGreaterThan(malformed.length)
})

test('bad input does not stay in memory', async () => {
  const everything = [...malformed.map(({ line }) => line), ...odd.map(lineOf)].join('\n')
  const heldBefore = heldAfterCollection()
  for (let round = 0; round < 10; round++) expect((await site.post(key, everything)).status).toBe(200)

  // a socket's memory is released some turns of the event loop later
  await vi.waitFor(() => expect(heldAfterCollection() - heldBefore).toBeLessThan(mostGrowth), {
    timeout: 20_000,
    interval: 100,
  })
})

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** The line with one bit flipped, but never to a line feed, which would split the line. */
function flipped(line: Buffer, random: (below: number) => number): Buffer {
  const at = random(line.length)
  const byte = line[at]! ^ (1 << random(8))
  line[at] = byte === 10 || byte === 13 ? 0 : byte
  return line
}
