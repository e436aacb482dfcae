import { expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { encodeRows } from './rows.ts'

/** The vehicle and the latitude of each row, from the binary COPY data. */
function rowsIn(data: Buffer): [vehicle: number, lat: number][] {
  const rows: [number, number][] = []
  for (let at = 19; data.readInt16BE(at) >= 0;) {
    const fields: Buffer[] = []
    const count = data.readInt16BE(at)
    at += 2
    for (let i = 0; i < count; i++) {
      const length = Math.max(0, data.readInt32BE(at))
      fields.push(data.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
    rows.push([fields[2]!.readInt32BE(), fields[5]!.readDoubleBE()])
  }
  return rows
}

test('[BATCH-4] the rows of a vehicle are together, in the order in which they came', () => {
  const items = [
    [7, 1],
    [3, 2],
    [7, 3],
    [3, 4],
  ].map(([id, lat]) => {
    const event = { kind: 'position', ts: 0, deviceTs: null, lat, lon: 0, speedKph: null, headingDeg: null }
    return { org: { id: 1 }, vehicle: { id }, receivedAt: 0, event: { ...event, altitudeM: null, hdop: null } }
  }) as unknown as Item[]
  const rows = encodeRows(items, { of: () => new Map() })
  expect(rowsIn(Buffer.concat(rows.get('positions')!.finish()))).toEqual([
    [3, 2],
    [3, 4],
    [7, 1],
    [7, 3],
  ])
})
