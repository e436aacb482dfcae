import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** A reader whose answers the test triggers: it doubles each key, except 13. */
function reader() {
  const readings: { keys: readonly number[]; answer: () => void; fail: () => void }[] = []
  const request = gathered<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        readings.push({
          keys,
          answer: () => resolve(keys.map((key) => (key === 13 ? undefined : key * 2))),
          fail: () => reject(new Error('away')),
        })
      }),
  )
  return { request, readings, settled: () => new Promise((resolve) => void setImmediate(resolve)) }
}

test('a single requested key is read at once', async () => {
  const { request, readings } = reader()
  const answer = request(1)
  expect(readings.map(({ keys }) => keys)).toEqual([[1]])
  readings[0]!.answer()
  expect(await answer).toBe(2)
})

test('keys requested while two reads are running are read together, and each caller gets its value', async () => {
  const { request, readings, settled } = reader()
  const answers = Promise.all([1, 2, 3, 13, 5].map((key) => request(key)))
  expect(readings.map(({ keys }) => keys)).toEqual([[1], [2]])
  readings[1]!.answer()
  await settled()
  expect(readings[2]!.keys).toEqual([3, 13, 5])
  readings[0]!.answer()
  readings[2]!.answer()
  expect(await answers).toEqual([2, 4, 6, undefined, 10])
})

test('no read has more than 500 keys', async () => {
  const { request, readings, settled } = reader()
  const answers = Promise.all(Array.from({ length: 1_002 }, (_, key) => request(key)))
  for (let i = 0; i < 4; i++) {
    await settled()
    readings[i]!.answer()
  }
  await answers
  expect(readings.map(({ keys }) => keys.length)).toEqual([1, 1, 500, 500])
})

test('a failed read fails its own callers, and the next keys are read', async () => {
  const { request, readings, settled } = reader()
  const [first, second, third] = [request(1), request(2), request(3)]
  readings[0]!.fail()
  await expect(first).rejects.toThrow('away')
  await settled()
  readings[1]!.answer()
  readings[2]!.answer()
  expect(await Promise.all([second, third])).toEqual([4, 6])
})
