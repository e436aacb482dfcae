import { expect, test } from 'vitest'
import { createReadings } from './readings.ts'
import type { ReadDocument } from './tasks.ts'

const faults: ReadDocument = { faults: [] }

test('[SBOM-12] a reading that is in use is not given up for others: these wait', async () => {
  let time = 0
  const started: string[] = []
  const readings = createReadings(2, () => time)
  const of = (document: string) =>
    readings.of(document, async () => {
      started.push(document)
      return faults
    })
  for (let round = 0; round < 3; round++) {
    expect(await of('a')).toBe(faults)
    expect(await of('b')).toBe(faults)
    expect(of('c')).toBeUndefined()
  }
  expect(started).toEqual(['a', 'b'])
  readings.forget('a')
  expect(await of('c')).toBe(faults)
  time = 3_600_000
  expect(await of('c')).toBe(faults)
  // nobody has used b for an hour
  expect(await of('d')).toBe(faults)
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await readings.stop()
})
