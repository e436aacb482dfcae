import { expect, test } from 'vitest'

import { fairTurns } from './fair-turns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Turns of which the test ends each; `begun` are those that began, in order. */
function turns(limits: Partial<Parameters<typeof fairTurns>[0]>) {
  const fair = fairTurns({ atOnce: 4, perOwner: 3, waitingPerOwner: 10, ...limits }, () => new Error('too much'))
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (owner: string, name: string) =>
    fair.run(owner, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  return { run, begun, end: (name: string) => (ends.get(name)!(), settled()) }
}

test('[USE-1] one owner has a part of the places, and another begins at once', async () => {
  const { run, begun } = turns({})
  for (let i = 0; i < 6; i++) void run('a', `a${i}`)
  await settled()
  expect(begun).toEqual(['a0', 'a1', 'a2'])
  void run('b', 'b0')
  await settled()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'b0'])
})

test('[USE-1] a place that is free goes to the owner that has the fewest, then to who waited longest', async () => {
  const { run, begun, end } = turns({ atOnce: 3, perOwner: 3 })
  for (const name of ['a0', 'a1', 'a2', 'a3']) void run('a', name)
  void run('b', 'b0')
  await settled()
  await end('a0')
  expect(begun.at(-1)).toBe('b0')
  await end('b0')
  expect(begun.at(-1)).toBe('a3')
})

test('[USE-1] too much of one owner is refused, what fails frees its place', async () => {
  const { run, end } = turns({ atOnce: 1, waitingPerOwner: 1 })
  const first = run('a', 'a0')
  const second = run('a', 'a1')
  await expect(run('a', 'a2')).rejects.toThrow('too much')
  await settled()
  await end('a0')
  await expect(first).resolves.toBe('a0')
  await end('a1')
  await expect(second).resolves.toBe('a1')
})

test('[USE-1] work that fails frees its place', async () => {
  const fair = fairTurns({ atOnce: 1, perOwner: 1, waitingPerOwner: 1 }, () => new Error('too much'))
  await expect(fair.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(fair.run('a', async () => 'after')).resolves.toBe('after')
})
