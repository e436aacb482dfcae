import { expect, test, vi } from 'vitest'
import type { AnyMessage, Wanted } from './messages.ts'
import { createSharedFeeds } from './shared.ts'

const wanted = (params: Wanted['params'] = {}, more: Partial<Wanted> = {}): Wanted => ({
  channel: 'msoc.alerts',
  delivery: 'event',
  params,
  raw: false,
  ...more,
})

const snapshot = (seq: number): AnyMessage => ({ op: 'snapshot', epoch: 'e', seq, data: seq })
const changes = (seq: number): AnyMessage => ({ op: 'changes', seq, data: [seq] })

/** A worker simulated by the test: the open subscriptions, and the messages that it sends to the page. */
function world() {
  const open: { readonly wanted: Wanted; readonly emit: (message: AnyMessage) => void }[] = []
  let opened = 0
  const listen = createSharedFeeds((request, listener) => {
    opened += 1
    const own = { wanted: request, emit: listener }
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  })
  const join = (request = wanted()) => {
    const received: AnyMessage[] = []
    return { received, leave: listen(request, (message) => received.push(message)) }
  }
  return { open, join, listen, opened: () => opened, emit: (message: AnyMessage) => open[0]!.emit(message) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('[SOCKET-11] the same channel and parameters are one subscription, in any order of the parameters', () => {
  const { join, opened } = world()
  join(wanted({ q: 'a', status: ['open'] }))
  join(wanted({ status: ['open'], q: 'a' }))
  expect(opened()).toBe(1)
  join(wanted({ q: 'b', status: ['open'] }))
  join(wanted({ q: 'a', status: ['open'] }, { channel: 'msoc.cases' }))
  expect(opened()).toBe(3)
})

test('[SOCKET-11] every listener gets each message, and the last to leave closes the subscription', () => {
  const { join, open, emit } = world()
  const [first, second] = [join(), join()]
  emit(snapshot(1))
  expect([first.received, second.received]).toEqual([[snapshot(1)], [snapshot(1)]])
  first.leave()
  first.leave()
  emit(changes(2))
  expect(first.received).toHaveLength(1)
  expect(second.received).toEqual([snapshot(1), changes(2)])
  expect(open).toHaveLength(1)
  second.leave()
  expect(open).toHaveLength(0)
})

test('[SOCKET-11] a listener that joins after the snapshot gets it, and nothing twice', async () => {
  const { join, emit, opened } = world()
  const first = join()
  for (const message of [snapshot(1), changes(2), snapshot(3)]) emit(message)
  const late = join()
  expect(late.received).toEqual([])
  await settled()
  emit(changes(4))
  expect(late.received).toEqual([snapshot(3), changes(4)])
  expect(first.received).toEqual([snapshot(1), changes(2), snapshot(3), changes(4)])
  expect(opened()).toBe(1)
})

test('[SOCKET-11] a listener that joins before the first message waits with the others', async () => {
  const { join, emit, opened } = world()
  join()
  const late = join()
  await settled()
  emit(snapshot(1))
  expect(late.received).toEqual([snapshot(1)])
  expect(opened()).toBe(1)
})

test('[SOCKET-11] a listener that leaves at once gets nothing', async () => {
  const { join, emit } = world()
  join()
  emit(snapshot(1))
  const late = join()
  late.leave()
  await settled()
  expect(late.received).toEqual([])
})

test.for([
  changes(2),
  { op: 'gap', dropped: 1 },
  { op: 'columns' } as AnyMessage,
  { op: 'error', code: 'NOT_FOUND', message: 'No.' },
] as const)('[SOCKET-11] joining after $op opens it again, and all get the new snapshot', async (message) => {
  const { join, emit, open, opened } = world()
  const first = join()
  emit(snapshot(1))
  emit(message)
  const [late, later] = [join(), join()]
  await settled()
  expect(late.received).toEqual([])
  expect(open).toHaveLength(1)
  expect(opened()).toBe(2)
  emit(snapshot(9))
  expect([late.received, later.received]).toEqual([[snapshot(9)], [snapshot(9)]])
  expect(first.received.at(-1)).toEqual(snapshot(9))
})

test('[SOCKET-11] a subscription that ended is opened again by the next listener', async () => {
  const { join, emit, opened } = world()
  const first = join()
  emit(snapshot(1))
  first.leave()
  const next = join()
  await settled()
  expect(opened()).toBe(2)
  expect(next.received).toEqual([])
})

test('the other listeners get the message although a listener throws', () => {
  const { listen, emit } = world()
  listen(wanted(), () => {
    throw new Error('broken')
  })
  const other = vi.fn()
  listen(wanted(), other)
  expect(() => emit(snapshot(1))).toThrow('broken')
  expect(other).toHaveBeenCalledExactlyOnceWith(snapshot(1))
})
