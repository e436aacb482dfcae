import { Failure } from '@carapace/shared/core/failure'
import { getProgram } from '@carapace/shared/graph/programs/programs.contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn<(endpoint: unknown, input: unknown, options: { signal: AbortSignal }) => unknown>())
const session = vi.hoisted(() => {
  const listeners: ((now: unknown, before: unknown) => void)[] = []
  return { listeners, subscribe: (listener: (now: unknown, before: unknown) => void) => listeners.push(listener) }
})
vi.mock('./call.ts', () => ({ call, messageOf: String }))
vi.mock('../session/session.ts', () => ({ session }))

const { accept, endpointQuery, patch, queryClient } = await import('./query.ts')

const a = { programUuid: 'a' }
const answer = (name: string) => ({ success: true, program: { uuid: 'a', name } }) as never

/** A component that shows an endpoint's answer. */
function shown(input = a) {
  const observer = new QueryObserver(queryClient, endpointQuery(getProgram, input))
  const seen: unknown[] = []
  const leave = observer.subscribe(({ data }) => seen.at(-1) !== data && seen.push(data))
  return { observer, seen, leave, now: () => observer.getCurrentResult() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.resetAllMocks()
  vi.useRealTimers()
})

test('[REQUEST-1] two components that show the same data share one request and one answer', async () => {
  call.mockResolvedValue(answer('one'))
  const [first, second, other] = [shown(), shown(), shown({ programUuid: 'b' })]
  await vi.runAllTimersAsync()
  expect(call.mock.calls.map(([, input]) => input)).toEqual([a, { programUuid: 'b' }])
  expect(first.now().data).toBe(second.now().data)
  for (const each of [first, second, other]) each.leave()
})

test('[REQUEST-1] the request of the last component that unmounts is aborted, and its answer is dropped', async () => {
  call.mockReturnValue(new Promise(() => undefined))
  const [first, second] = [shown(), shown()]
  const { signal } = call.mock.calls[0]![2]
  first.leave()
  expect(signal.aborted).toBe(false)
  second.leave()
  expect(signal.aborted).toBe(true)
  await vi.runAllTimersAsync()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('[REQUEST-2] a refused request is not repeated, and the known answer stays beside it', async () => {
  call.mockResolvedValueOnce(answer('known')).mockRejectedValue(new Failure('BUSY'))
  const { observer, now, leave } = shown()
  await vi.runAllTimersAsync()
  void observer.refetch()
  await vi.runAllTimersAsync()
  expect(call).toHaveBeenCalledTimes(2)
  expect(now()).toMatchObject({ data: answer('known'), error: { code: 'BUSY' } })
  leave()
})

test('[REQUEST-4] all show the answer of a write, and an earlier request does not undo it', async () => {
  let late: (value: unknown) => void = () => undefined
  call.mockResolvedValueOnce(answer('before')).mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  const [first, second] = [shown(), shown()]
  await vi.runAllTimersAsync()
  void first.observer.refetch()
  accept(getProgram, a, answer('written'))
  late(answer('before'))
  await vi.runAllTimersAsync()
  expect([first.now().data, second.now().data]).toEqual([answer('written'), answer('written')])
  expect(call).toHaveBeenCalledTimes(2)
  first.leave()
  second.leave()
})

test('[REQUEST-5] the end of the session, or another session, empties the cache; a renewed user does not', async () => {
  call.mockResolvedValue(answer('one'))
  const { leave } = shown()
  await vi.runAllTimersAsync()
  const turn = (user: unknown, before: unknown) =>
    session.listeners.forEach((listener) => listener({ user }, { user: before }))
  turn({ access_token: 't', name: 'New' }, { access_token: 't', name: 'Old' })
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  turn(undefined, { access_token: 't' })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  leave()
})

test('[REQUEST-4] a change is shown at once, and a request that was pending before does not undo it', async () => {
  let late: (value: unknown) => void = () => undefined
  call.mockResolvedValueOnce(answer('before')).mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  const { observer, now, leave } = shown()
  await vi.runAllTimersAsync()
  void observer.refetch()
  patch<{ program: { name: string } }>(endpointQuery(getProgram, a), (known) => ({
    ...known,
    program: { ...known.program, name: `${known.program.name}, renamed` },
  }))
  expect(now().data).toEqual({ success: true, program: { uuid: 'a', name: 'before, renamed' } })
  late(answer('read'))
  await vi.runAllTimersAsync()
  expect(now().data).toEqual({ success: true, program: { uuid: 'a', name: 'read, renamed' } })
  leave()
})

test('[REQUEST-4] a change before the first answer is made to that answer, and to no later one', async () => {
  call.mockResolvedValueOnce(answer('one')).mockResolvedValueOnce(answer('two'))
  const { observer, seen, leave } = shown()
  patch<{ success: boolean }>(endpointQuery(getProgram, a), (known) => ({ ...known, success: false }))
  await vi.runAllTimersAsync()
  void observer.refetch()
  await vi.runAllTimersAsync()
  expect(seen.map((each) => (each as { success: boolean }).success)).toEqual([false, true])
  leave()
})
