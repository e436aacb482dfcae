import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { asFile, drained } from './hostile.fixture.ts'
import { reportAsDocument } from './report-docx.ts'
import { reportAsWorkbook } from './report-xlsx.ts'
import { map, matrix, reportWith, section, tableOf, theme, tree } from './report.fixture.ts'
import { openZip } from './zip-reader.ts'

const report = reportWith([
  section('First & last', [{ is: 'heading', text: 'Within' }, { is: 'text', text: 'Before it' }, tableOf(3)]),
  section('Figures', [matrix, tree, map], 'landscape'),
])

async function partsOf(content: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
  return asFile(Buffer.concat(await drained(content)), async (path) => {
    const zip = await openZip(path, { entries: 100, entryBytes: 10_000_000, totalBytes: 20_000_000 })
    const parts = new Map<string, string>()
    for (const name of zip.names) parts.set(name, Buffer.concat(await drained(zip.read(name))).toString())
    zip.close()
    return parts
  })
}
const word = await partsOf(reportAsDocument(report, theme))
const book = await partsOf(reportAsWorkbook(report, theme))
const body = word.get('word/document.xml')!
const shown = (xml: string) => xml.replaceAll('</w:p>', '\n').replaceAll(/<[^>]*>/g, '')

test.for([...word, ...book])('[DOCUMENT-31] %s is XML that declares the prefixes it uses', ([, xml]) => {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  expect(() => parser.write(xml).close()).not.toThrow()
})

test('[DOCUMENT-26] a Word document has cover, approval block, contents and numbered sections, in this order', () => {
  const lines = shown(body).split('\n')
  const order = ['Nordhaven Motors', 'Brake report', 'Document: BR-17', 'Approval', 'A. Kern', 'Contents']
  const places = [...order, '1 First &amp; last'].map((line) => lines.indexOf(line))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('[DOCUMENT-26] each line of the contents links to its section, and has its page number as a field', () => {
  const places = [...body.matchAll(/w:anchor="(\w+)"/g)].map(([, place]) => place!)
  expect(places).toHaveLength(2)
  for (const place of places) {
    expect(body).toContain(`w:name="${place}"`)
    expect(body).toContain(`PAGEREF ${place} \\h`)
  }
})

test('[DOCUMENT-26] every page except the cover has a header and footer as wide as its layout', () => {
  expect(word.get('word/portraitHeader.xml')).toContain('Brake report · Front axle')
  for (const layout of ['portrait', 'landscape']) {
    const footer = word.get(`word/${layout}Footer.xml`)!
    for (const text of ['BR-17 · Issue 3', 'Restricted', 'PAGE', 'NUMPAGES']) expect(footer).toContain(text)
  }
  const layouts = [...body.matchAll(/<w:sectPr>.*?<\/w:sectPr>/g)].map(([xml]) => [
    /r:id="(\w+)Header"/.exec(xml)![1],
    xml.includes('w:orient="landscape"'),
    xml.includes('<w:titlePg/>'),
  ])
  expect(layouts).toEqual([
    ['portrait', false, true],
    ['portrait', false, false],
    ['landscape', true, false],
  ])
})

test('[DOCUMENT-28] texts stay with the table below, small tables stay whole, and table heads are repeated', () => {
  expect(body).toMatch(/<w:keepNext\/><\/w:pPr><w:r><w:t[^>]*>Before it/)
  const [table] = body.slice(body.indexOf('Before it')).match(/<w:tbl>.*?<\/w:tbl>/)!
  expect(table.match(/<w:tblHeader\/>/g)).toHaveLength(1)
  expect(table.match(/<w:tr>/g)).toHaveLength(4)
  expect(table.match(/<w:keepNext\/>/g)).toHaveLength(2 * 3)
})

test('[DOCUMENT-29] a tree is a group of shapes with a text alternative, each shape with a unique id', () => {
  expect(body).toContain('descr="Loss of brakes: a tree. Its nodes are listed below it."')
  const drawing = body.slice(0, body.indexOf('</w:drawing>'))
  // three boxes, a gate, thin and thick lines
  expect(drawing.match(/<wps:wsp>/g)).toHaveLength(6)
  const ids = [...body.matchAll(/<wps:cNvPr id="(\d+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(shown(body)).toContain('Line leaks (corroded)')
})

test('[DOCUMENT-29] a matrix is a table with coloured cells', () => {
  expect(shown(body)).toContain('high\n7\nlevel 3\nlevel 5\n')
  for (const tone of ['level-3', 'level-5'] as const) expect(body).toContain(`w:fill="${theme.fills[tone]}"`)
})

test('[DOCUMENT-26] a workbook has cover and approval block, and prints identity and page numbers', () => {
  const cover = book.get('xl/worksheets/sheet1.xml')!
  for (const text of ['Brake report', 'BR-17', 'Issue 3', 'Restricted', 'Bremen', 'Approved for release'])
    expect(cover).toContain(text)
  const figures = book.get('xl/worksheets/sheet3.xml')!
  expect(figures).toContain('orientation="landscape"')
  expect(figures).toContain('&amp;LBR-17 · Issue 3&amp;CRestricted&amp;RPage &amp;P of &amp;N')
  for (const text of ['7 (level 3)', '(level 5)', '    Pump stops (worn)']) expect(figures).toContain(text)
})

test('[DOCUMENT-26] a file manager finds title, subject and author', () => {
  for (const parts of [word, book])
    expect(parts.get('docProps/core.xml')).toMatch(
      /<dc:title>Brake report<.*<dc:subject>Front axle<.*<dc:creator>A. Kern</,
    )
})

test('[DOCUMENT-33] a map is a group of shapes with a text alternative, and a table of its places', () => {
  expect(body).toContain('descr="Test drives: a map. Its places are listed below it."')
  for (const text of ['48° N', '50 km', 'Brakes fail', '48.78000, 9.18000', 'vehicle 7'])
    expect(shown(body)).toContain(text)
  const sheets = [...book].filter(([name]) => name.includes('sheet')).map(([, xml]) => xml)
  expect(sheets.some((xml) => xml.includes('48.78000, 9.18000'))).toBe(true)
})
