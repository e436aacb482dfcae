import { afterEach, expect, test } from 'vitest'
import { accountedTo, currentAccount } from './account-of-work.ts'
import { createSideThread, type SideThread } from './side-thread.ts'
import type { tasks } from './side-thread.fixture.ts'

const program = new URL('./side-thread.fixture.ts', import.meta.url)
const started: SideThread<typeof tasks>[] = []
function create(limits?: Parameters<typeof createSideThread>[1]): SideThread<typeof tasks> {
  const thread = createSideThread<typeof tasks>(program, limits)
  started.push(thread)
  return thread
}
afterEach(() => Promise.all(started.splice(0).map((thread) => thread.stop())))
const given =
  <T>(input: T) =>
  async () =>
    input
const codeOf = async (pending: Promise<unknown>) =>
  pending.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('tasks run one after the other, in the order in which they were requested', async () => {
  const { run } = create()
  expect(await Promise.all([1, 2, 3].map((value) => run('a', 'double', given(value))))).toEqual([2, 4, 6])
})

test('the main thread answers while it works', async () => {
  const { run } = create()
  await run('a', 'double', given(1))
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await run('a', 'spin', given(300))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

test('a task that throws reports the reason, and the next task runs', async () => {
  const { run } = create()
  await expect(run('a', 'break', given('as it should'))).rejects.toThrow('as it should')
  expect(await run('a', 'double', given(4))).toBe(8)
})

test('a task whose input cannot be prepared fails without affecting others', async () => {
  const { run } = create()
  const none = Promise.reject(new Error('nothing there'))
  await expect(run('a', 'double', () => none)).rejects.toThrow('nothing there')
  expect(await run('a', 'double', given(4))).toBe(8)
})

test('a task that takes too long, or all memory, is aborted; the next task runs', async () => {
  const { run } = create({ workMs: 1_000, heapMib: 32 })
  expect(await codeOf(run('a', 'spin', given(60_000)))).toBe('BUSY')
  expect(await run('a', 'double', given(4))).toBe(8)
  const longRunning = create({ workMs: 60_000, heapMib: 32 })
  expect(await codeOf(longRunning.run('a', 'fill', given(undefined as never)))).toBe('BUSY')
  expect(await longRunning.run('a', 'double', given(4))).toBe(8)
})

test('when too many tasks wait, the latest are refused; an owner with many tasks does not delay others', async () => {
  const { run } = create({ waiting: 3, waitingOfOne: 2 })
  const done: string[] = []
  const say = (owner: string) => codeOf(run(owner, 'double', given(1))).then((code) => done.push(`${owner} ${code}`))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(say))
  expect(done.toSorted()).toEqual(['a BUSY', 'a done', 'a done', 'a done', 'b done', 'c BUSY'])
  expect(done.indexOf('b done')).toBeLessThan(done.lastIndexOf('a done'))
})

test('tasks that still wait when the thread stops are refused', async () => {
  const thread = create()
  const waiting = [codeOf(thread.run('a', 'spin', given(60_000))), codeOf(thread.run('a', 'double', given(1)))]
  await thread.stop()
  expect(await Promise.all(waiting)).toEqual(['BUSY', 'BUSY'])
  await expect(thread.run('a', 'double', given(1))).rejects.toThrow('The server is behind')
})

test('each input is read on the account of its caller, not of the one whose task runs before', async () => {
  const { run } = create()
  const accounts: (string | undefined)[] = []
  const note = async () => {
    accounts.push(currentAccount()?.org)
    return 1
  }
  await Promise.all(['first', 'second'].map((org) => accountedTo({ org, user: 'a' }, () => run(org, 'double', note))))
  await run('nobody', 'double', note)
  expect(accounts).toEqual(['first', 'second', undefined])
})
