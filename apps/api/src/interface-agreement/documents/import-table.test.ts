import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { asFile, drained, hostileZip } from '../../core/documents/hostile.fixture.ts'
import { type SheetRow, workbookOf } from '../../core/documents/xlsx-writer.ts'
import { readTable, tableForm } from './import-table.ts'

async function workbook(rows: readonly SheetRow[]): Promise<Buffer> {
  return Buffer.concat(await drained(workbookOf([{ name: 'Sheet', widths: [], rows: () => rows }])))
}
const read = (bytes: Uint8Array | string, form: 'csv' | 'xlsx' = 'xlsx', sheet?: string) =>
  asFile(bytes, (path) => readTable(path, form, sheet))

test('[AGREEMENT-59] rows stay where they are in the file, and what is empty behind them is left out', async () => {
  const bytes = await workbook([
    ['Title', null, 'x', ''],
    [],
    [],
    [null, 7],
    ...Array.from({ length: 3_000 }, () => []),
  ])
  expect(await read(bytes)).toEqual({
    sheets: ['Sheet'],
    sheet: 'Sheet',
    rows: [['Title', '', 'x'], [], [], ['', '7']],
  })
  expect((await read('No.;Work product\r\n\r\n1;"a;b"\r\n', 'csv')).rows).toEqual([
    ['No.', 'Work product'],
    [],
    ['1', 'a;b'],
  ])
})

test.for<[what: string, rows: SheetRow[], message: string]>([
  ['more rows', Array.from({ length: 1_001 }, () => ['x']), '1,000 rows'],
  ['more columns', [Array.from({ length: 61 }, () => 'x')], '60 columns (row 1)'],
  ['more text', Array.from({ length: 1_000 }, () => [randomBytes(3_001).toString('base64')]), '4,000,000 characters'],
  ['nothing', [[], ['', ' ']], 'empty'],
])('[AGREEMENT-59] a file with %s than an agreement is refused with what to do', async ([, rows, message]) => {
  await expect(read(await workbook(rows))).rejects.toThrow(message)
})

test('[AGREEMENT-59] a long cell is cut: its beginning shows that it does not fit', async () => {
  const { rows } = await read(await workbook([['x'.repeat(30_000)]]))
  expect(rows[0]![0]).toHaveLength(4_001)
})

test('[AGREEMENT-59] hostile files are refused: no workbook, a zip bomb, a sheet that is not there', async () => {
  await expect(read('no workbook')).rejects.toThrow('zip')
  const bomb = hostileZip([{ name: 'xl/workbook.xml', content: Buffer.alloc(20 * 1024 * 1024) }])
  await expect(read(bomb)).rejects.toThrow('250 times')
  await expect(read(deflateRawSync(Buffer.alloc(1_000)), 'csv')).rejects.toThrow('UTF-8')
  const refused = await read(await workbook([['x']]), 'xlsx', 'Other').catch((error: unknown) => error)
  expect(refused).toMatchObject({ errors: { sheet: expect.stringContaining('no sheet') } })
})

test('[AGREEMENT-59] a file is a workbook or CSV by its name', () => {
  expect([tableForm('a.XLSX'), tableForm('b.c.csv')]).toEqual(['xlsx', 'csv'])
  for (const name of ['a.xls', 'a.ods', 'csv', 'a.csv.exe']) expect(() => tableForm(name), name).toThrow('not valid')
})
