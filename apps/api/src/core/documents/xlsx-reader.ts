import { Failure } from '@carapace/shared/core/failure'
import { keptText, owned } from './kept-text.ts'
import { openZip, type OpenZip } from './zip-reader.ts'
import { readXml, type XmlEvent } from './xml-reader.ts'

const limits = { entries: 1_000, entryBytes: 512 * 1024 * 1024, totalBytes: 1024 * 1024 * 1024 }
/** Maximum number of columns that a hand-made table has; a sheet's limits are 1,048,576 rows and 16,384 columns. */
export const mostColumns = 500
const mostTexts = 1_000_000
const longestCell = 40_000
const mostSheets = 100
const mostRows = 1_048_576

export interface Workbook {
  readonly sheets: readonly string[]
  /**
   * Streams the rows of a sheet, each with its number in the sheet. Cells are texts, numbers as they are written, and
   * booleans as `true` and `false`.
   */
  rows(sheet: string): AsyncGenerator<{ readonly row: number; readonly cells: readonly string[] }>
  close(): void
}

/**
 * Opens a workbook (ECMA-376, SpreadsheetML) from an untrusted source, for its values only. Formulas, macros, links
 * and pictures are ignored (rule DOCUMENT-9).
 */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path, limits)
  try {
    const files = await sheetFiles(zip)
    const texts = await sharedTexts(zip)
    return {
      sheets: [...files.keys()],
      rows: (sheet) => rowsOf(readXml(zip.read(files.get(sheet)!)), texts),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const noWorkbook = () => new Failure('INVALID_INPUT', { message: 'This is no XLSX workbook.' })

async function sheetFiles(zip: OpenZip): Promise<Map<string, string>> {
  const book = 'xl/workbook.xml'
  const relations = 'xl/_rels/workbook.xml.rels'
  if (!zip.has(book) || !zip.has(relations)) throw noWorkbook()
  const targets = new Map<string, string>()
  for await (const event of readXml(zip.read(relations))) {
    if (event.is !== 'open' || event.name !== 'Relationship') continue
    const file = `${event.attributes.Target}`.replace(/^\/?(xl\/)?/, 'xl/')
    if (zip.has(file) && targets.size < limits.entries) targets.set(event.attributes.Id ?? '', file)
  }
  const files = new Map<string, string>()
  for await (const event of readXml(zip.read(book))) {
    if (event.is !== 'open' || event.name !== 'sheet') continue
    const file = targets.get(event.attributes.id ?? '')
    if (file !== undefined && files.size < mostSheets) files.set(event.attributes.name ?? '', file)
  }
  if (files.size === 0) throw noWorkbook()
  return files
}

/** Texts that cells refer to by number. */
async function sharedTexts(zip: OpenZip): Promise<readonly string[]> {
  const file = 'xl/sharedStrings.xml'
  if (!zip.has(file)) return []
  const texts: string[] = []
  const keep = keptText()
  let text = ''
  const isOpen = { t: false, rPh: false }
  for await (const event of readXml(zip.read(file))) {
    if (event.is === 'text') {
      if (isOpen.t && !isOpen.rPh && text.length < longestCell) text += event.text
    } else if (event.name === 't' || event.name === 'rPh') isOpen[event.name] = event.is === 'open'
    else if (event.name === 'si' && event.is === 'open') text = ''
    else if (event.name === 'si') {
      texts.push(owned(text.slice(0, longestCell)))
      keep(texts.at(-1)!.length)
    }
    if (texts.length > mostTexts)
      throw new Failure('INVALID_INPUT', {
        message: `This workbook has more than ${mostTexts.toLocaleString('en')} texts.`,
      })
  }
  return texts
}

async function* rowsOf(events: AsyncIterable<XmlEvent>, texts: readonly string[]) {
  let row = 0
  let rows = 0
  let cells: string[] = []
  let cell = { column: 0, type: '', text: '' }
  let isValue = false
  for await (const event of events) {
    if (event.is === 'text') {
      if (isValue && cell.text.length < longestCell) cell.text += event.text
    } else if (event.name === 'v' || event.name === 't') isValue = event.is === 'open'
    else if (event.name === 'row') {
      if (event.is === 'open') {
        if (++rows > mostRows)
          throw new Failure('INVALID_INPUT', {
            message: `This sheet has more than ${mostRows.toLocaleString('en')} rows.`,
          })
        row = numberOf(event.attributes.r) ?? row + 1
        cells = []
      } else yield { row, cells }
    } else if (event.name === 'c' && event.is === 'open')
      cell = { column: columnOf(event.attributes.r) ?? cells.length, type: event.attributes.t ?? '', text: '' }
    else if (event.name === 'c') putCell(cells, cell.column, valueOf(cell, texts))
  }
}

/** Sets a cell; missing cells before it become empty. */
function putCell(cells: string[], column: number, value: string): void {
  if (column >= mostColumns) {
    if (value !== '')
      throw new Failure('INVALID_INPUT', { message: `This sheet has more than ${mostColumns} columns.` })
    return
  }
  while (cells.length < column) cells.push('')
  cells[column] = value
}

/** The number of a row, if it states a valid one. */
function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
}

/** Column index from 0: `AB12` is in column 27. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf({ type, text }: { type: string; text: string }, texts: readonly string[]): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'true' : 'false'
  return type === 'e' ? '' : owned(text.slice(0, longestCell))
}
