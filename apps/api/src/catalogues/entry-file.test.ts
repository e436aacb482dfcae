import { expect, test } from 'vitest'
import { Failure } from '@carapace/shared/core/failure'
import { readEntryFile } from './entry-file.ts'

async function* bytes(...chunks: (string | number[])[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : Uint8Array.from(chunk)
}
const readDamages = (text: string) => readEntryFile('damage', 'csv', bytes(text))
const refusal = async (reading: Promise<unknown>) =>
  reading.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Failure ? Object.values(error.errors).join() : error),
  )

test('[CATALOGUE-9] rows are read by their column names, each with its line number', async () => {
  const { rows, refused } = await readDamages(
    '\ufeffTitle,Code,Loses,Safety\r\n"Fire, in the dark",D-1,integrity | availability,severe\r\n\r\nTwo,D-2,,\r\n',
  )
  expect(rows).toEqual([
    {
      row: 2,
      code: 'D-1',
      title: 'Fire, in the dark',
      fields: { loses: ['integrity', 'availability'], safety: 'severe' },
      source: '',
      sourceId: '',
    },
    { row: 4, code: 'D-2', title: 'Two', fields: { loses: [], safety: null }, source: '', sourceId: '' },
  ])
  expect(refused).toEqual([])
})

test('[CATALOGUE-8] an invalid row is refused with its line number, and the other rows are read', async () => {
  const { rows, refused } = await readDamages('code,title\n,none\nA,one\nA,again\nB,x,y\nC,\u0000\nE,fine')
  expect(rows.map(({ code }) => code)).toEqual(['A', 'E'])
  expect(refused).toEqual([
    { row: 2, reason: 'code: 1 to 60 letters.' },
    { row: 4, reason: 'A is already in row 3.' },
    { row: 5, reason: 'It has 3 cells, the header has 2.' },
    { row: 6, reason: 'It has a character that is no text.' },
  ])
})

test('[CATALOGUE-11] a cell that an export escaped gets its value back, and a formula is only text', async () => {
  const { rows } = await readDamages('code,title,description\nA,"\'=HYPERLINK(""http://x"")",=1+1')
  expect(rows[0]).toMatchObject({ title: '=HYPERLINK("http://x")', fields: { description: '=1+1' } })
})

test.for<readonly [text: string, why: string]>([
  ['title\nx', 'one of them must be code'],
  ['', 'no entry in it'],
  ['code,title', 'no entry in it'],
  ['code,colour\nx,y', 'has no column colour'],
  ['code,code\nx,y', 'is there twice'],
  ['code,title\n"x', 'This is not CSV'],
  [`code,title\nx,${'y'.repeat(300_000)}`, 'A row has more than 200,000 letters'],
  [`code\n${Array.from({ length: 5_001 }, (_, i) => `c${i}`).join('\n')}`, 'at most 5,000 rows'],
  ['code,__proto__\nx,y', 'has no column __proto__'],
])('[CATALOGUE-9] [CATALOGUE-11] a file is refused: $1', async ([text, why]) => {
  expect(await refusal(readDamages(text))).toContain(why)
})

test('[CATALOGUE-10] a bundle can be read only into the catalogue of attacks', async () => {
  const bundle = JSON.stringify({
    type: 'bundle',
    objects: [
      { type: 'attack-pattern', id: 'a', name: 'One', external_references: [{ source_name: 's', external_id: 'T1' }] },
      { type: 'attack-pattern', id: 'b', name: 'Two' },
    ],
  })
  const read = await readEntryFile('attack', 'stix', bytes(bundle))
  expect([read.rows.map(({ row, code, source }) => [row, code, source]), read.refused]).toEqual([
    [[1, 'T1', 's']],
    [{ row: 2, reason: expect.stringContaining('no id') }],
  ])
  expect(await refusal(readEntryFile('threat', 'stix', bytes(bundle)))).toContain('into the catalogue of attacks')
  expect(await refusal(readEntryFile('attack', 'stix', bytes('['.repeat(100_000))))).toContain('64 deep')
})

test('[CATALOGUE-11] text that is split between any two bytes is read whole; invalid UTF-8 is refused', async () => {
  const { rows } = await readEntryFile('damage', 'csv', bytes('code,title\nA,', [0xc3], [0xa9], 'x'))
  expect(rows[0]!.title).toBe('éx')
  for (const wrong of [bytes([0xff, 0xfe]), bytes('x', [0xc3]), bytes([0xed, 0xa0, 0x80])])
    expect(await refusal(readEntryFile('damage', 'csv', wrong))).toBe('The file is not UTF-8 text.')
  expect(await refusal(readEntryFile('attack', 'stix', bytes('{', [0xff])))).toBe('The file is not UTF-8 text.')
})
