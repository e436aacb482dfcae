import type { Licence } from '@carapace/shared/modules'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '../http/caller.ts'
import { type SessionAccess, watchSessions } from './standing.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-10-22T17:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const modules: Licence[] = ['MSOC', 'FMEA']

function caller(n: number, licence: Partial<Caller['licence']> = {}): Caller {
  return {
    org: { uuid: 'o', id: 1 } as Caller['org'],
    user: { uuid: `u${n}`, name: 'Ada', email: 'a@b.c', role: 'ANALYST' },
    licence: { active: true, until: null, modules, ...licence },
    tokenHash: new Uint8Array([n, n >> 8]),
    address: '::1',
  }
}

function accessOf({ tokenHash, user, licence }: Caller): SessionAccess {
  return { tokenHash, role: user.role, ...licence }
}

/** A session watch over sessions whose state the test sets. */
function watching() {
  const sessions = new Map<Caller, SessionAccess | undefined>()
  const read = vi.fn<(hashes: readonly Uint8Array[]) => Promise<SessionAccess[]>>(
    async (hashes) =>
      [...sessions.values()].filter((one) => one !== undefined && hashes.includes(one.tokenHash)) as SessionAccess[],
  )
  const onError = vi.fn<(error: unknown) => void>()
  const sessionWatch = watchSessions(read, onError)
  const watch = (who: Caller) => {
    if (!sessions.has(who)) sessions.set(who, accessOf(who))
    const close = vi.fn<(code: number, reason: string) => void>()
    return {
      close,
      stop: sessionWatch.watch(who, close),
      set: (next: SessionAccess | undefined) => sessions.set(who, next),
    }
  }
  return { read, onError, watch, stop: () => sessionWatch.stop() }
}

/** The longest time that a socket may stay open after its session ended. */
const check = () => vi.advanceTimersByTimeAsync(5_000)

test('[LIVE-9] the socket of a valid session stays open', async () => {
  const { watch, stop } = watching()
  const { close } = watch(caller(1))
  await check()
  expect(close).not.toHaveBeenCalled()
  stop()
})

test('[LIVE-9] when a session ends, all of its sockets are closed with 4401, and no others', async () => {
  const { watch, stop } = watching()
  const [one, two] = [caller(1), caller(2)]
  const [a, b, other] = [watch(one), watch(one), watch(two)]
  a.set(undefined)
  await check()
  for (const { close } of [a, b]) expect(close).toHaveBeenCalledWith(4401, expect.any(String))
  expect(other.close).not.toHaveBeenCalled()
  stop()
})

test.for<{ what: string; next: Partial<SessionAccess> }>([
  { what: 'another role', next: { role: 'VIEWER' } },
  { what: 'a licence switched off', next: { active: false } },
  { what: 'a module less', next: { modules: ['MSOC'] } },
  { what: 'an end that has passed', next: { until: new Date('2026-10-22T16:59:59Z') } },
])('[LIVE-9] $what closes with 1012', async ({ next }) => {
  const { watch, stop } = watching()
  const who = caller(1)
  const { close, set } = watch(who)
  set({ ...accessOf(who), ...next })
  await check()
  expect(close).toHaveBeenCalledWith(1012, expect.any(String))
  stop()
})

test.for<{ what: string; next: Partial<SessionAccess> }>([
  { what: 'the same modules in another order', next: { modules: ['FMEA', 'MSOC'] } },
  { what: 'a later end', next: { until: new Date('2030-01-01T00:00:00Z') } },
])('[LIVE-9] $what changes nothing', async ({ next }) => {
  const { watch, stop } = watching()
  const who = caller(1)
  const { close, set } = watch(who)
  set({ ...accessOf(who), ...next })
  await check()
  expect(close).not.toHaveBeenCalled()
  stop()
})

test('[LIVE-9] a licence that expires while a socket is open closes the socket', async () => {
  const { watch, stop } = watching()
  const { close } = watch(caller(1, { until: new Date('2026-10-22T17:01:00Z') }))
  await check()
  expect(close).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(close).toHaveBeenCalledWith(1012, expect.any(String))
  stop()
})

test('a session is read once for all its sockets, a thousand at a time, and never without open sockets', async () => {
  const { read, watch, stop } = watching()
  await check()
  expect(read).not.toHaveBeenCalled()
  const first = caller(0)
  const watches = [watch(first), ...Array.from({ length: 1_500 }, (_, n) => watch(n === 0 ? first : caller(n)))]
  await vi.advanceTimersByTimeAsync(3_000)
  expect(read.mock.calls.map(([hashes]) => hashes.length)).toEqual([1_000, 500])
  for (const { stop: forget } of watches) forget()
  read.mockClear()
  await check()
  expect(read).not.toHaveBeenCalled()
  stop()
})

test('a failed check is reported, and closes no socket', async () => {
  const { read, onError, watch, stop } = watching()
  const { close } = watch(caller(1))
  read.mockRejectedValueOnce(new Error('no database'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(onError).toHaveBeenCalledTimes(1)
  expect(close).not.toHaveBeenCalled()
  stop()
})
