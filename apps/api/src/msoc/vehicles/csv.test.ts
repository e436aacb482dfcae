import { expect, test } from 'vitest'
import { readVehicleCsv } from './csv.ts'

test('[BULK-7] columns have any order and case, unknown ones are ignored, missing ones stay unset', async () => {
  expect(await readVehicleCsv('\ufeffHealth,Name,VIN\r\nhealthy, Bus 7 ,V1\r\n\r\n,,V2\r\n')).toMatchObject({
    rows: [
      { line: 2, vin: 'V1', name: 'Bus 7' },
      { line: 4, vin: 'V2', name: '' },
    ],
    errors: [],
  })
  expect(Object.keys((await readVehicleCsv('vin\nV1\n')).rows[0]!)).toEqual(['line', 'vin'])
})

test('[BULK-7] an empty device id or period means none', async () => {
  expect((await readVehicleCsv('vin,device_id,reports_every_seconds\nV1,,\nV2,d,0\n')).rows).toEqual([
    { line: 2, vin: 'V1', device_id: null, reports_every_seconds: null },
    { line: 3, vin: 'V2', device_id: 'd', reports_every_seconds: 0 },
  ])
})

test('[BULK-8] the last cells of a short line are empty, a line that is too long is refused', async () => {
  const { rows, errors } = await readVehicleCsv('vin,name\nV1\nV2,x,y\n')
  expect(rows).toEqual([{ line: 2, vin: 'V1', name: '' }])
  expect(errors).toEqual([{ line: 3, reason: 'It has 3 cells, the header has 2.' }])
})

test.for([['30s'], ['-1'], ['1.5'], ['999999'], ['86401']])('[BULK-8] %s is not a period', async ([seconds]) => {
  const { rows, errors } = await readVehicleCsv(`vin,reports_every_seconds\nV1,${seconds}\n`)
  expect([rows, errors]).toEqual([[], [{ line: 2, reason: expect.stringMatching(/^reports_every_seconds: /) }]])
})

test('[BULK-8] columns named like properties of every object are ignored', async () => {
  expect(await readVehicleCsv('vin,__proto__,constructor\nV1,x,y\n')).toMatchObject({
    rows: [{ line: 2, vin: 'V1' }],
    errors: [],
  })
})
