import { expect, test } from 'vitest'
import { silenceRounds } from './silence.queries.ts'

/** Rounds at these seconds after the start; 'fails' where the database does not answer. Returns the `since` of each. */
async function rounds(at: readonly (number | readonly [second: number, 'fails'])[]): Promise<number[]> {
  let now = 0
  const seen: number[] = []
  let isFailing = false
  const round = silenceRounds(
    0,
    () => now,
    (_deps, since) => {
      seen.push(since / 1_000)
      return isFailing ? Promise.reject(new Error('down')) : Promise.resolve()
    },
  )
  for (const one of at) {
    now = (typeof one === 'number' ? one : one[0]) * 1_000
    isFailing = typeof one !== 'number'
    await round({} as never).catch(() => undefined)
  }
  return seen
}

test('[SILENCE-4] a vehicle is silent only for as long as ingest receives', async () => {
  expect(await rounds([5, 10, 15])).toEqual([0, 0, 0])
})

test('[SILENCE-4] after a pause of the process it counts from the end of the pause', async () => {
  expect(await rounds([5, 10, 130, 135])).toEqual([0, 0, 130, 130])
})

test('[SILENCE-4] while the database does not answer nothing is received', async () => {
  expect(await rounds([5, [10, 'fails'], [15, 'fails'], [30, 'fails'], [60, 'fails'], 65, 70])).toEqual([
    0, 0, 0, 30, 60, 65, 65,
  ])
})

test('[OWN-GAP-2] while the broker is away nobody is looked for, and after that silence begins again', async () => {
  let now = 0
  let trouble: string | undefined
  const watched: number[] = []
  const reported: string[] = []
  const round = silenceRounds(
    0,
    () => now,
    (_deps, since) => Promise.resolve(void watched.push(since / 1_000)),
    { until: () => now, trouble: () => trouble },
    (_deps, cause) => Promise.resolve(void reported.push(cause)),
  )
  for (const [second, cause] of [[5], [10, 'away'], [15, 'away'], [20], [25]] as const) {
    now = second * 1_000
    trouble = cause
    await round({} as never)
  }
  expect(watched).toEqual([0, 20, 20])
  expect(reported).toEqual(['away', 'away'])
})
