import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTsv, tsvOf } from './tsv.ts'

test.for<readonly [string, readonly (readonly string[])[]]>([
  ['', []],
  ['a', [['a']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\t\r\n', [['', '']]],
  ['a\r\n\r\nb\r\n', [['a'], [''], ['b']]],
  ['"two\nlines"\tb\r\n', [['two\nlines', 'b']]],
  ['"two\r\nlines"', [['two\nlines']]],
  ['"a\tb"\tc', [['a\tb', 'c']]],
  ['"say ""no""\nplease"', [['say "no"\nplease']]],
  ['"""no"" is a word"', [['"no" is a word']]],
  ['"no"\tb', [['"no"', 'b']]],
  ['5" pipe\t"\r\n', [['5" pipe', '"']]],
  ['"open\tb\nc', [['"open', 'b'], ['c']]],
  ['"a" b\tc', [['"a" b', 'c']]],
  ["'=1+1", [['=1+1']]],
])('[CELLS-1] %j is read as %j', ([text, rows]) => {
  expect(parseTsv(text)).toEqual(rows)
})

test('[CELLS-2] cells with tabs, line ends or leading quotes are quoted, formulas begin with an apostrophe', () => {
  expect(
    tsvOf([
      ['a', 'two\nlines', '"x"'],
      ['=1', '5" pipe', ''],
    ]),
  ).toBe('a\t"two\nlines"\t"""x"""\r\n\'=1\t5" pipe\t\r\n')
})

test('[CELLS-1] [CELLS-2] cells that are copied are read back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '=', "'", '-', ';', ' ', 'é') })
  const rows = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([height, width]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    )
  fc.assert(
    fc.property(rows, (some) => {
      expect(parseTsv(tsvOf(some))).toEqual(some)
    }),
  )
})
