import { expect, test } from 'vitest'
import type { Section } from '@carapace/shared/core/documents/report'
import { pagesOf } from './pdf-text.fixture.ts'
import { reportAsPdf } from './report-pdf.ts'
import { map, matrix, reportWith, section, tableOf, theme, tree } from './report.fixture.ts'

async function pagesWith(...sections: readonly Section[]) {
  const chunks: Uint8Array[] = []
  for await (const chunk of reportAsPdf(reportWith(sections), theme)) chunks.push(chunk)
  return pagesOf(Buffer.concat(chunks))
}
type Page = Awaited<ReturnType<typeof pagesWith>>[number]
const texts = ({ lines }: Page) => lines.map(({ text }) => text)

test('[DOCUMENT-26] the cover identifies the document, and has no header', async () => {
  const [cover] = await pagesWith(section('One', []))
  const identity = ['Organisation', 'Nordhaven Motors', 'Document', 'BR-17', 'Version', 'Issue 3', 'Status', 'Draft']
  const more = ['Date', '2026-03-18', 'Author', 'A. Kern', 'Confidentiality', 'Restricted', 'Plant', 'Bremen']
  expect(texts(cover!)).toEqual(['Nordhaven Motors', 'Brake report', 'Front axle', ...identity, ...more])
})

test('[DOCUMENT-26] every further page identifies the document and has its page number and page count', async () => {
  const [, ...pages] = await pagesWith(section('Long', [tableOf(120)]))
  expect(pages.length).toBeGreaterThan(3)
  for (const [i, page] of pages.entries())
    expect(texts(page)).toEqual(
      expect.arrayContaining([
        'Brake report · Front axle',
        'Nordhaven Motors',
        'BR-17 · Issue 3',
        'Restricted',
        `Page ${i + 2} `,
        `of ${pages.length + 1}`,
      ]),
    )
})

test('[DOCUMENT-26] the approval block has the known values, and room for the rest', async () => {
  const [, front] = await pagesWith(section('One', []))
  for (const text of ['Role', 'Signature', 'A. Kern', 'Approved for release', 'after test 4'])
    expect(texts(front!)).toContain(text)
})

test('[DOCUMENT-26] the contents list each section and heading with its page', async () => {
  const pages = await pagesWith(
    section('First', [{ is: 'heading', text: 'Within' }, tableOf(90)]),
    section('Second', [{ is: 'text', text: 'short' }], 'landscape'),
    section('Third', [{ is: 'heading', text: 'Deeper' }, tableOf(3)], 'landscape'),
  )
  const contents = texts(pages[1]!)
  for (const title of ['1 First', 'Within', '2 Second', '3 Third', 'Deeper']) {
    const page = pages.findIndex((one, i) => i > 1 && texts(one).includes(title)) + 1
    expect(contents[contents.indexOf(title) + 1], title).toBe(String(page))
  }
})

test('[DOCUMENT-26] if not all headings fit, the section with the most headings is listed without them', async () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ is: 'heading', text: `Part ${i}` }) as const)
  const pages = await pagesWith(section('Many', many), section('Few', [{ is: 'heading', text: 'Only' }, tableOf(1)]))
  expect(texts(pages[1]!)).toEqual(expect.arrayContaining(['1 Many', '2 Few', 'Only']))
  expect(texts(pages[1]!)).not.toContain('Part 1')
})

test('[DOCUMENT-26] the contents continue on another page if one page does not hold all sections', async () => {
  const pages = await pagesWith(...Array.from({ length: 70 }, (_, i) => section(`Section ${i + 1}`, [])))
  const listed = pages.slice(1, 4).flatMap(texts)
  for (const i of Array.from({ length: 70 }).keys()) expect(listed).toContain(`${i + 1} Section ${i + 1}`)
})

test('[DOCUMENT-28] no text is smaller than 8 points', async () => {
  const pages = await pagesWith(section('All', [tree, matrix, map, tableOf(4), { is: 'text', text: 'x', tone: 'bad' }]))
  expect(Math.min(...pages.flatMap(({ lines }) => lines.map(({ size }) => size)))).toBe(8)
})

test('[DOCUMENT-28] a table repeats its head on each page and loses no row, however high it is', async () => {
  const long = Array.from({ length: 900 }, (_, i) => `word${i}`).join(' ')
  const [, , ...pages] = await pagesWith(section('T', [tableOf(60, (row) => (row === 30 ? long : `Row ${row}`))]))
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(texts(page)).toContain('Code')
  const all = pages.flatMap(texts)
  for (const i of Array.from({ length: 60 }).keys()) expect(all).toContain(`C-${i + 1}`)
  expect(all.join(' ')).toContain('word450')
  expect(all.join(' ').match(/word\d+/g)).toHaveLength(900)
  for (const { lines, height } of pages)
    for (const { y } of lines.filter(({ text }) => !text.startsWith('of ')))
      expect([y > 20, y < height - 20]).toEqual([true, true])
})

test('[DOCUMENT-28] a landscape section has its own pages, and sections of one layout share a page', async () => {
  const pages = await pagesWith(
    section('A', [tableOf(2)]),
    section('B', [tableOf(2)]),
    section('C', [tableOf(2)], 'landscape'),
  )
  expect(pages.map(({ width, height }) => width > height)).toEqual([false, false, false, true])
  expect(texts(pages[2]!)).toEqual(expect.arrayContaining(['1 A', '2 B']))
})

test('[DOCUMENT-28] a heading, the texts below it and a small table are on one page', async () => {
  const small = [
    { is: 'heading', text: 'Small' } as const,
    { is: 'text', text: 'Of six rows:' } as const,
    tableOf(6, (row) => `Small row ${row}`),
  ]
  for (const rows of [30, 32, 34, 36, 38]) {
    const pages = await pagesWith(section('S', [tableOf(rows), ...small]))
    const page = pages.findLast((one) => texts(one).includes('Small'))!
    expect(texts(page)).toEqual(expect.arrayContaining(['Of six rows:', 'Small row 1', 'Small row 6']))
  }
})

test('[DOCUMENT-29] a tree is drawn with its gates and ratings, and listed with its details', async () => {
  const [, , page] = await pagesWith(section('Trees', [tree]))
  expect(texts(page!)).toEqual(
    expect.arrayContaining(['No pressure', 'AND', 'rate 3', 'Loss of brakes', 'Pump stops', 'Line leaks (corroded)']),
  )
})

test('[DOCUMENT-29] a matrix has its counts and notes; an empty cell has only its note', async () => {
  const [, , page] = await pagesWith(section('M', [matrix]))
  expect(texts(page!).slice(-9)).toEqual(['1 M', 'Wear', 'rarely', 'often', 'high', '7', 'level 3', 'level 5', 'of 3'])
})

test('[DOCUMENT-23] a character missing in the fonts becomes a question mark; the last page states it', async () => {
  const [, , page] = await pagesWith(section('Text', [{ is: 'text', text: '制動 brake' }]))
  expect(texts(page!)).toContain('?? brake')
  expect(texts(page!).join(' ')).toContain('printed as a question mark')
})

test('[DOCUMENT-31] finished pages are sent while later ones are made', async () => {
  let made = 0
  const rows = (function* all() {
    for (; made < 5_000; made++) yield [`C-${made}`, 'text']
  })()
  const pdf = reportAsPdf(reportWith([section('Long', [{ ...tableOf(0), rows }])]), theme)
  let sent = 0
  for await (const { length } of pdf) {
    sent += length
    if (sent > 20_000) break
  }
  expect(made).toBeLessThan(2_500)
})

test('[DOCUMENT-33] a map has degrees, a scale and numbers, and its places are in a table below it', async () => {
  const [, , page] = await pagesWith(section('Map', [map]))
  expect(texts(page!)).toEqual(expect.arrayContaining(['48° N', '9° E', '50 km', '1', '2', 'Test drives']))
  expect(texts(page!)).toEqual(expect.arrayContaining(['Brakes fail', '48.78000, 9.18000', 'vehicle 7']))
})
