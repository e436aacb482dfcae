import { Failure } from '@carapace/shared/core/failure'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Opened, Outlet } from './viewer.ts'
import { viewing } from './viewer.fixture.ts'

const soft = 256 * 1024
const hard = 8 * 1024 * 1024

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type World = ReturnType<typeof viewing>

/** Begins subscription 1 and returns its outlet. */
async function begun(
  { viewer }: World,
  delivery: 'state' | 'event' | 'firehose',
  opened: Partial<Opened> = {},
): Promise<Outlet> {
  let given: Outlet | undefined
  await viewer.begin(1, `msoc.${delivery}`, delivery, async (outlet) => {
    given = outlet
    return { close: () => undefined, ...opened }
  })
  return given!
}

const counted = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
  (await metric.get()).values.reduce((sum, { value }) => sum + value, 0)

test("[LIVE-5] changed state is sent at the viewer's turn", async () => {
  const world = viewing()
  const changes = [undefined, { seq: 7, data: ['{"a":1}', '2'] }, { seq: 8, data: [] }]
  await begun(world, 'state', { turn: () => changes.shift() })
  for (let i = 0; i < 3; i++) world.viewer.turn()
  expect(world.sent).toEqual([{ op: 'changes', sub: 1, seq: 7, data: [{ a: 1 }, 2] }])
})

test('[LIVE-5] above the soft limit state is not even read, and is sent when the viewer has caught up', async () => {
  const world = viewing()
  const turn = vi.fn<() => { seq: number; data: string[] }>(() => ({ seq: 1, data: ['1'] }))
  await begun(world, 'state', { turn })
  world.socket.bufferedAmount = soft + 1
  world.viewer.turn()
  expect(turn).not.toHaveBeenCalled()
  world.socket.bufferedAmount = soft
  world.viewer.turn()
  expect(world.sent).toHaveLength(1)
})

test('[LIVE-5] more than 5,000 state changes are sent as several frames', async () => {
  const world = viewing()
  const changes = [{ seq: 7, data: Array.from({ length: 5_001 }, (_, n) => String(n)) }]
  await begun(world, 'state', { turn: () => changes.shift() })
  world.viewer.turn()
  expect(world.sent).toMatchObject([
    { seq: 7, data: { length: 5_000 } },
    { seq: 7, data: [5_000] },
  ])
})

test('[LIVE-6] events are sent at once, also above the soft limit', async () => {
  const world = viewing()
  const outlet = await begun(world, 'event')
  outlet.snapshot('e', 4, '{"alerts":[]}')
  world.socket.bufferedAmount = hard
  outlet.changes(5, ['{"seq":5}'])
  outlet.changes(5, [])
  expect(world.sent).toEqual([
    { op: 'snapshot', sub: 1, epoch: 'e', seq: 4, data: { alerts: [] } },
    { op: 'changes', sub: 1, seq: 5, data: [{ seq: 5 }] },
  ])
})

test('[LIVE-6] above the hard limit an event closes the viewer with 4408, once', async () => {
  const world = viewing()
  const outlet = await begun(world, 'event')
  world.socket.bufferedAmount = hard + 1
  outlet.changes(5, ['5'])
  outlet.changes(6, ['6'])
  expect(world.sent).toEqual([])
  expect(world.socket.closings).toMatchObject([{ code: 4408 }])
  expect(await counted(world.metrics.closed)).toBe(1)
})

test('[LIVE-6] the connection of a viewer that does not read its close frame is terminated', async () => {
  const world = viewing()
  const outlet = await begun(world, 'event')
  world.socket.bufferedAmount = hard + 1
  outlet.changes(5, ['5'])
  vi.advanceTimersByTime(1_999)
  expect(world.socket.terminated).toBe(0)
  vi.advanceTimersByTime(1)
  expect(world.socket.terminated).toBe(1)
})

test("[LIVE-7] firehose data waits for the viewer's turn", async () => {
  const world = viewing()
  const outlet = await begun(world, 'firehose')
  outlet.offer(['1', '2'])
  outlet.offer(['3'])
  expect(world.sent).toEqual([])
  world.viewer.turn()
  world.viewer.turn()
  expect(world.sent).toEqual([{ op: 'changes', sub: 1, seq: 3, data: [1, 2, 3] }])
})

test('[LIVE-7] of more than 4,000 entries the rest is dropped, which is reported before the data', async () => {
  const world = viewing()
  const outlet = await begun(world, 'firehose')
  outlet.offer(Array.from({ length: 3_999 }, () => '1'))
  outlet.offer(['2', '3', '4'])
  outlet.offer(['5'])
  world.viewer.turn()
  expect(world.sent[0]).toEqual({ op: 'gap', sub: 1, dropped: 3 })
  expect(world.sent[1]).toMatchObject({ op: 'changes', seq: 4_000, data: { length: 4_000, 3_999: 2 } })
  outlet.offer(['6'])
  world.viewer.turn()
  expect(world.sent.slice(2)).toEqual([{ op: 'changes', sub: 1, seq: 4_001, data: [6] }])
  expect(await counted(world.metrics.shed)).toBe(3)
})

test('[LIVE-7] above the soft limit waiting data is dropped, and reported when the viewer has caught up', async () => {
  const world = viewing()
  const outlet = await begun(world, 'firehose')
  world.socket.bufferedAmount = soft + 1
  for (let i = 0; i < 3; i++) {
    outlet.offer(['1', '2'])
    world.viewer.turn()
  }
  outlet.gap(10)
  expect(world.sent).toEqual([])
  world.socket.bufferedAmount = 0
  world.viewer.turn()
  expect(world.sent).toEqual([{ op: 'gap', sub: 1, dropped: 16 }])
})

test('[LIVE-8] nothing is sent for an ended subscription, and its resources are released', async () => {
  const world = viewing()
  const close = vi.fn<() => void>()
  const outlet = await begun(world, 'firehose', { close })
  outlet.offer(['1'])
  world.viewer.end(1)
  world.viewer.end(1)
  outlet.snapshot('e', 1, '{}')
  outlet.changes(1, ['1'])
  outlet.offer(['1'])
  world.viewer.turn()
  expect(world.sent).toEqual([])
  expect(close).toHaveBeenCalledTimes(1)
  expect(await counted(world.metrics.subscriptions)).toBe(0)
})

test('[LIVE-3] a subscription that loses access ends with an error that names it', async () => {
  const world = viewing()
  const close = vi.fn<() => void>()
  const outlet = await begun(world, 'event', { close })
  outlet.refuse(new Failure('NOT_FOUND', { message: 'It is gone.' }))
  outlet.refuse(new Failure('NOT_FOUND'))
  outlet.changes(1, ['1'])
  expect(world.sent).toEqual([{ op: 'error', sub: 1, code: 'NOT_FOUND', message: 'It is gone.' }])
  expect(close).toHaveBeenCalledTimes(1)
  expect(world.viewer.has(1)).toBe(false)
})

test('[LIVE-8] a subscription that ends while it is opening is closed once it is open', async () => {
  const world = viewing()
  const close = vi.fn<() => void>()
  const opening = Promise.withResolvers<Opened>()
  const begins = world.viewer.begin(1, 'msoc.can', 'firehose', () => opening.promise)
  expect(world.viewer.has(1)).toBe(true)
  world.viewer.end(1)
  opening.resolve({ close })
  await begins
  expect(close).toHaveBeenCalledTimes(1)
  expect(world.viewer.subscriptions).toBe(0)
})

test('[LIVE-8] a subscription that cannot be opened leaves its number free', async () => {
  const world = viewing()
  await expect(
    world.viewer.begin(1, 'msoc.can', 'firehose', () => Promise.reject(new Error('not there'))),
  ).rejects.toThrow('not there')
  expect(world.viewer.has(1)).toBe(false)
  expect(await counted(world.metrics.subscriptions)).toBe(0)
})

test('[LIVE-8] a subscription that fails after its number was reused does not end the other one', async () => {
  const world = viewing()
  const opening = Promise.withResolvers<Opened>()
  const begins = world.viewer.begin(1, 'msoc.can', 'firehose', () => opening.promise)
  world.viewer.end(1)
  const outlet = await begun(world, 'event')
  opening.reject(new Error('too late'))
  await expect(begins).rejects.toThrow('too late')
  expect(world.viewer.has(1)).toBe(true)
  outlet.changes(1, ['1'])
  expect(world.sent).toHaveLength(1)
})

test('[LIVE-8] when the socket closes, all its subscriptions end, and nothing more is sent', async () => {
  const world = viewing()
  const close = vi.fn<() => void>()
  const outlet = await begun(world, 'event', { close })
  world.socket.end()
  expect(close).toHaveBeenCalledTimes(1)
  outlet.changes(1, ['1'])
  world.viewer.send({ op: 'pong', at: 1 })
  expect(world.sent).toEqual([])
  expect(world.viewer.subscriptions).toBe(0)
})

test('[LIVE-5] a slow viewer does not delay another one', async () => {
  const [slow, quick] = [viewing(), viewing()]
  const turn = () => ({ seq: 1, data: ['1'] })
  await begun(slow, 'state', { turn })
  await begun(quick, 'state', { turn })
  slow.socket.bufferedAmount = hard * 2
  for (const { viewer } of [slow, quick]) viewer.turn()
  expect([slow.sent.length, quick.sent.length]).toEqual([0, 1])
})
