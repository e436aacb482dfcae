import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyIdleMs, livingBody, readBody } from './body.ts'
import { createBudget } from './budget.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const failure = (code: string) => expect.objectContaining({ code }) as Error

test('[SHARE-2] a body is reserved as it arrives, and read whole', async () => {
  const budget = createBudget(100)
  const body = new PassThrough()
  const read = readBody(body, 50, budget.open('a'))
  body.write('first ')
  await vi.advanceTimersByTimeAsync(1)
  expect(budget.used()).toBe(6)
  body.end('second')
  expect(String(await read)).toBe('first second')
  expect(budget.used()).toBe(12)
})

test.for([
  { what: 'beyond its limit', limit: 5, code: 'TOO_LARGE' },
  { what: 'beyond the share of its organisation', limit: 50, code: 'BUSY' },
])('[SHARE-2] a body $what is refused, and the rest of it is read and dropped', async ({ limit, code }) => {
  const budget = createBudget(20)
  const body = new PassThrough()
  const read = readBody(body, limit, budget.open('a'))
  body.write('0123456789!')
  await expect(read).rejects.toThrowError(failure(code))
  body.end('more')
  await vi.advanceTimersByTimeAsync(1)
  expect(body.readableEnded).toBe(true)
  expect(budget.used()).toBe(0)
})

test('[SHARE-5] a body without a byte for 10 s is refused; one that comes slowly is not', async () => {
  const body = new PassThrough()
  const read = readBody(body, 50)
  const refused = expect(read).rejects.toThrowError(failure('INVALID_INPUT'))
  body.write('a')
  await vi.advanceTimersByTimeAsync(bodyIdleMs - 1)
  body.write('b')
  await vi.advanceTimersByTimeAsync(bodyIdleMs - 1)
  body.write('c')
  await vi.advanceTimersByTimeAsync(bodyIdleMs)
  await refused
  expect(body.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(body.destroyed).toBe(true)
})

test('a body that breaks off is refused', async () => {
  const body = new PassThrough()
  const read = readBody(body, 50)
  body.write('half')
  body.destroy()
  await expect(read).rejects.toThrowError(failure('INVALID_INPUT'))
})

test('[SHARE-5] a streamed body may wait for its reader for any time, and not for its sender', async () => {
  const body = new PassThrough()
  const stream = livingBody(body)
  body.write('a')
  expect(String((await stream.next()).value)).toBe('a')
  await vi.advanceTimersByTimeAsync(10 * bodyIdleMs)
  body.write('b')
  expect(String((await stream.next()).value)).toBe('b')
  const silent = expect(stream.next()).rejects.toThrowError(failure('INVALID_INPUT'))
  await vi.advanceTimersByTimeAsync(bodyIdleMs)
  await silent
})
