import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Channel } from './channel.ts'
import { ClientFrame, closeCodes, PROTOCOL, ServerFrame } from './live-protocol.ts'

/** The protocol's number, and the fingerprint of its wire format. */
const known = { protocol: 1, fingerprint: '955e9af91292b6def93043f55cf335fe0fe24f2cd32254458c27453da79da43d' }

const source = resolve(import.meta.dirname, '../..')

/** Every channel that any contract declares, by name. */
async function channels(): Promise<Channel[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.contract.ts'),
  )
  const contracts = await Promise.all(
    files.map((file) => import(resolve(source, file)) as Promise<Record<string, unknown>>),
  )
  return contracts
    .flatMap((contract) => Object.values(contract))
    .filter(isChannel)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isChannel(exported: unknown): exported is Channel {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'delivery' in exported &&
    'snapshot' in exported &&
    'change' in exported
  )
}

const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io })

async function fingerprint(): Promise<string> {
  const wire = {
    client: shapeOf(ClientFrame, 'input'),
    server: shapeOf(ServerFrame, 'output'),
    channels: (await channels()).map(({ name, delivery, params, snapshot, change }) => ({
      name,
      delivery,
      params: shapeOf(params, 'input'),
      snapshot: shapeOf(snapshot, 'output'),
      change: shapeOf(change, 'output'),
    })),
  }
  return createHash('sha256').update(JSON.stringify(wire)).digest('hex')
}

test('[LIVE-10] the wire format matches its protocol number', async () => {
  const now = { protocol: PROTOCOL, fingerprint: await fingerprint() }
  expect(
    now,
    'The wire changed. Additions keep its number; anything that an open console would misread raises PROTOCOL in ' +
      `live-protocol.ts. Put this into \`known\` here: ${JSON.stringify(now)}`,
  ).toEqual(known)
})

test('[LIVE-10] every channel is in the fingerprint, and channel names are unique', async () => {
  const names = (await channels()).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'msoc.alerts',
      'msoc.can',
      'msoc.cases',
      'msoc.counters',
      'msoc.pipeline',
      'msoc.positions',
      'msoc.syslog',
      'msoc.vehicle',
    ]),
  )
})

test.for([
  { what: 'a hello', frame: { op: 'hello', token: 't', protocol: 1 }, valid: true },
  { what: 'a hello without a token', frame: { op: 'hello', protocol: 1 }, valid: false },
  { what: 'a subscription', frame: { op: 'subscribe', sub: 0, channel: 'msoc.alerts' }, valid: true },
  {
    what: 'a subscription that resumes',
    frame: { op: 'subscribe', sub: 0, channel: 'x', params: { a: 1 }, from: { epoch: 'e', seq: 0 } },
    valid: true,
  },
  { what: 'a subscription with half a number', frame: { op: 'subscribe', sub: 0.5, channel: 'x' }, valid: false },
  { what: 'an endless channel', frame: { op: 'subscribe', sub: 0, channel: 'x'.repeat(65) }, valid: false },
  { what: 'an unknown op', frame: { op: 'shout' }, valid: false },
])('[LIVE-4] $what is a valid frame of the client: $valid', ({ frame, valid }) => {
  expect(ClientFrame.safeParse(frame).success).toBe(valid)
})

test('[LIVE-1] close codes are unique', () => {
  const codes = Object.values(closeCodes)
  expect(new Set(codes).size).toBe(codes.length)
})
