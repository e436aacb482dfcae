import { fused } from '@carapace/shared/core/documents/formula-text'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type Cell, csvText } from './csv.ts'

async function textOf(...pages: Cell[][][]): Promise<string> {
  let text = ''
  for await (const some of csvText(
    ['a', 'b'],
    (async function* () {
      yield* pages
    })(),
  ))
    text += some
  return text
}

test('[BULK-4] lines end with CRLF; the file starts with a byte order mark and then a header', async () => {
  expect(await textOf([['x', 1]], [], [['y', null]])).toBe('\ufeffa,b\r\nx,1\r\ny,\r\n')
})

test('[BULK-4] commas, quotes and line ends are quoted, and read back unchanged', async () => {
  const row = ['say "no", twice', 'two\r\nlines']
  const text = await textOf([row])
  expect(text).toContain('"say ""no"", twice"')
  expect(parse(text, { bom: true })[1]).toEqual(row)
})

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  '[BULK-5] the text %j is escaped, and read back unchanged',
  async (cell) => {
    const [, [written]] = parse(await textOf([[cell, 1]]), { bom: true }) as [string[], string[]]
    expect(written).toBe(`'${cell}`)
    expect(fused(written!)).toBe(cell)
  },
)

test.for([
  ['x;=1+1', "x;'=1+1"],
  ['a;b;@SUM(A1)', "a;b;'@SUM(A1)"],
  ['two\n-lines', "two\n'-lines"],
  ["x;'=1", "x;''=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
] as const)(
  '[DOCUMENT-10] the text %j is escaped for any separator, and read back unchanged',
  async ([cell, escaped]) => {
    const [, [written]] = parse(await textOf([[cell, 1]]), { bom: true }) as [string[], string[]]
    expect(written).toBe(escaped)
    expect(fused(written!)).toBe(cell)
  },
)

test('[BULK-5] [DOCUMENT-10] every text is read back unchanged, and no cell begins like a formula', async () => {
  const letters = ["'", '=', '-', ';', '\t', '\r', '\n', '"', ',', 'a', '＝']
  let texts = ['']
  for (let length = 1; length <= 4; length++)
    texts = texts.concat(
      letters.flatMap((letter) => texts.filter((text) => text.length === length - 1).map((text) => letter + text)),
    )
  expect(texts.length).toBe(1 + 11 + 11 ** 2 + 11 ** 3 + 11 ** 4)
  const [, ...rows] = parse(await textOf(texts.map((text) => [text, 1])), { bom: true })
  expect(rows.map(([cell]) => fused(cell!))).toEqual(texts)
  expect(rows.filter(([cell]) => /^[=+\-@＝\t\r]|;[=-]/.test(cell!))).toEqual([])
})

test('[BULK-5] negative numbers and texts that begin with an apostrophe are left unchanged', async () => {
  expect(await textOf([["'tis", -1]])).toContain("'tis,-1")
  expect(fused("'tis")).toBe("'tis")
})
