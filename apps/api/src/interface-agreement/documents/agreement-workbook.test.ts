import { expect, test } from 'vitest'
import { Cover } from '@carapace/shared/interface-agreement/cover'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import { asFile, drained } from '../../core/documents/hostile.fixture.ts'
import { openZip } from '../../core/documents/zip-reader.ts'
import { agreementWorkbook } from './agreement-workbook.ts'

test('[AGREEMENT-57] a heading is one cell over all columns but the number', async () => {
  const bytes = Buffer.concat(
    await drained(
      agreementWorkbook({
        content: {
          code: 'CIA-0001',
          title: 'Radar',
          parties: [],
          cover: Cover.parse({}),
          glossary: [],
          team: [],
          rows: agreementTemplate,
        },
        versions: [],
        signatures: [],
        states: new Map(),
        today: '2026-12-01',
        author: 'Anna Kern',
      }),
    ),
  )
  const xml = await asFile(bytes, async (path) => {
    const zip = await openZip(path, { entries: 20, entryBytes: 1_000_000, totalBytes: 5_000_000 })
    const part = Buffer.concat(await drained(zip.read('xl/worksheets/sheet1.xml'))).toString()
    zip.close()
    return part
  })
  const headings = agreementTemplate.filter((row) => row.is_heading)
  expect(xml.match(/<mergeCell /g)).toHaveLength(headings.length)
  for (const { id, title } of headings) {
    expect(xml).toContain(`<mergeCell ref="B${id + 1}:V${id + 1}"/>`)
    expect(xml).toMatch(new RegExp(`r="B${id + 1}"[^>]*><is><t[^>]*>${title}<`))
  }
  // ECMA-376, 18.3.1.99: merged cells come behind the cells
  expect(xml.indexOf('<mergeCells ')).toBeGreaterThan(xml.indexOf('</sheetData>'))
})
