import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callTurns } from './call-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Calls of which the test answers each; `begun` are those that are or were handled, in order. */
function calls() {
  const inTurn = callTurns()
  const begun: string[] = []
  const answers = new Map<string, () => void>()
  const call = (user: string, name: string, signal?: AbortSignal) =>
    inTurn({ org: 'alpha', user, signal }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => answers.set(name, () => resolve(name)))
    })
  return { inTurn, call, begun, answer: (name: string) => (answers.get(name)!(), settled()) }
}

test('[USE-7] six calls of one user are handled at a time, and those of others at once', async () => {
  const { inTurn, call, begun, answer } = calls()
  for (let i = 0; i < 8; i++) void call('a', `a${i}`)
  void call('b', 'b0')
  expect(await inTurn(undefined, async () => 'public')).toBe('public')
  await settled()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b0'])
  await answer('a3')
  expect(begun.at(-1)).toBe('a6')
})

test('[USE-7] a call that waits is not begun when its caller has gone', async () => {
  const { call, begun, answer } = calls()
  for (let i = 0; i < 6; i++) void call('a', `a${i}`)
  const gone = new AbortController()
  const left = call('a', 'left', gone.signal)
  void call('a', 'stays')
  gone.abort()
  await settled()
  await Promise.all([expect(left).rejects.toMatchObject({ code: 'BUSY' }), answer('a0')])
  expect(begun.slice(6)).toEqual(['stays'])
})

test('[USE-7] of more than 500 calls of one user that wait a further one is refused', async () => {
  const { call } = calls()
  for (let i = 0; i < 506; i++) void call('a', `a${i}`)
  await expect(call('a', 'further')).rejects.toMatchObject({ code: 'BUSY' })
})

test('[USE-7] while more calls of a user wait, a place stays free three times as long as its call took', async () => {
  const { call, begun, answer } = calls()
  for (let i = 0; i < 8; i++) void call('a', `a${i}`)
  await vi.advanceTimersByTimeAsync(50)
  await answer('a0')
  await vi.advanceTimersByTimeAsync(149)
  expect(begun).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toHaveLength(7)
  await vi.advanceTimersByTimeAsync(5_000)
  await answer('a1')
  await vi.advanceTimersByTimeAsync(200)
  expect(begun).toHaveLength(8)
  await answer('a2')
  void call('a', 'a8')
  await settled()
  expect(begun).toHaveLength(9)
})
