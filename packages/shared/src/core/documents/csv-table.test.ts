import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv-table.ts'
import { csvText } from './csv-text.ts'

const rowsIn = (text: string, most = 100) => {
  const table = readCsv(text, most)
  if (!table.ok) throw new Error(table.reason)
  return table.value.rows
}

test('[DOCUMENT-10] what is written is read back unchanged, and no cell begins like a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', '=', "'", '-', '@', ' ', 'é') })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      // the header decides which delimiter the file has
      const text = csvText([['a', 'b'], ...rows])
      expect(rowsIn(text).map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        ...rows.filter((cells) => cells.some((each) => each.trim() !== '')),
      ])
      expect(text).not.toMatch(/[;\t\n\r]"?[=@-]/)
    }),
  )
  expect(csvText([['=1', -1, null, '-1']])).toBe("\ufeff'=1,-1,,'-1\r\n")
})

test.for<[name: string, text: string]>([
  ['a comma', 'a,b\n1,2'],
  ['a semicolon, as spreadsheets save it in some countries', 'a;b\r\n1;2\r\n'],
  ['a tab', 'a\tb\n1\t2'],
  ['a byte order mark', '\ufeffa,b\n1,2'],
  ['quotes', '"a","b"\n"1","2"'],
  ['line ends of an old Mac', 'a,b\r1,2\r'],
])('[DOCUMENT-30] a table is read with %s', ([, text]) => {
  expect(rowsIn(text).map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('[DOCUMENT-30] a row has the line that it begins at; empty rows are left out', () => {
  expect(rowsIn('a,b\n\n"two\nlines",x\n,\n3,4\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['two\nlines', 'x'] },
    { line: 6, cells: ['3', '4'] },
  ])
})

test.for([
  ['a quote that is not closed', 'a,b\n1,"2', /^Line 2: this is not CSV\. Quote Not Closed/],
  ['a quote inside a cell', 'a,b\n"1"x,2', /^Line 2: this is not CSV\. Invalid Closing Quote/],
  ['too many rows', 'a\n1\n2\n3', /^The file has more than 3 rows\. Divide it\.$/],
  ['too many columns', `a${','.repeat(500)}`, /^Line 1 has more than 500 columns\.$/],
  ['another encoding', 'a\n\ufffd', /^The file is not UTF-8 text/],
  ['a workbook', 'PK\0', /^The file is not UTF-8 text/],
] as const)('[DOCUMENT-30] refused: %s', ([, text, reason]) => {
  expect(readCsv(text, 3)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
})
